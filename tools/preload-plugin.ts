import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Vite plugin: the page of `html` fetches the chunk of `module`, which it imports on demand, together with its own scripts
 * instead of after them.
 */
export function preload(html: string, module: string): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(text, { filename, bundle }) {
        if (!filename.endsWith(html) || !bundle) return []
        const chunks = Object.values(bundle).filter(item => item.type === 'chunk')
        const named = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
        const first = chunks.find(chunk => chunk.moduleIds.some(id => id.endsWith(module)))
        if (!first) throw new Error(`${module} is in no chunk`)
        const scripts = new Set<string>()
        const styles = new Set<string>()
        const visit = (fileName: string): void => {
          const chunk = named.get(fileName)
          if (!chunk || scripts.has(fileName)) return
          scripts.add(fileName)
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
          for (const imported of chunk.imports) visit(imported)
        }
        visit(first.fileName)
        const link = (rel: string, href: string): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `./${href}` },
          injectTo: 'head',
        })
        const isNew = (name: string): boolean => !text.includes(name)
        return [
          ...[...styles].filter(isNew).map(name => link('stylesheet', name)),
          ...[...scripts].filter(isNew).map(name => link('modulepreload', name)),
        ]
      },
    },
  }
}
