import { type ReactNode, useEffect, useState } from 'react'
import { openDrop, openFiles, openText } from '../share/open-files.ts'
import { useStudio, useStudioServices } from '../store/use-studio.ts'
import styles from './drop-target.module.css'

/** The whole window takes files and pasted scenes; what a file is is told from its content. */
export function DropTarget({ children }: { readonly children: ReactNode }) {
  const studio = useStudioServices()
  const { store } = studio
  const embed = useStudio(state => state.embed)
  const [over, setOver] = useState(false)
  useEffect(() => {
    // Another page's frame shows a scene and takes nothing.
    if (embed) return
    const withFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
    const enter = (event: DragEvent) => {
      if (!withFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!withFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer) void openDrop(studio, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.matches('input, textarea')) return
      const files = [...(event.clipboardData?.files ?? [])]
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (files.length > 0) void openFiles(studio, files)
      else if (text.trim() !== '') openText(store, text, 'what was pasted')
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragover', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragover', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [studio, store, embed])
  return (
    <>
      {children}
      {over && <div className={styles.over}>Drop a scene, a dataset, vectors or chains: files or folders</div>}
    </>
  )
}
