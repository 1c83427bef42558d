import './zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { tokenCss } from '../report/tokens.ts'
import './base.css'
import { createStudio } from './create-studio.ts'
import { App } from './shell/app.tsx'
import { StudioContext } from './store/use-studio.ts'

const tokens = new CSSStyleSheet()
tokens.replaceSync(tokenCss())
document.adoptedStyleSheets = [tokens]

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <StudioContext value={createStudio(window)}>
      <App />
    </StudioContext>
  </StrictMode>,
)
