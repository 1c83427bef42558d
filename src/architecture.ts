/**
 * Who may import whom. The test beside this file walks every import in `src/` and fails on one that is not listed
 * here, on an entry that nothing uses any more, and on a cycle between files.
 */
export interface FolderRule {
  /** Folders of `src/` whose files this folder may import, besides its own. */
  readonly folders: readonly string[]
  /** npm packages (and `node:` for Node's own modules). */
  readonly packages: readonly string[]
}

/** Folders without DOM and Node: they run in the page, in workers, in Node, in tests. See tsconfig.pure.json. */
export const PURE_FOLDERS = ['core', 'formats', 'evaluate', 'probe', 'chains', 'protocol'] as const

export const ARCHITECTURE: Readonly<Record<string, FolderRule>> = {
  core: { folders: [], packages: ['@noble/hashes', 'seedrandom', 'zod'] },
  formats: { folders: ['core'], packages: ['fflate', 'hyparquet', 'hyparquet-writer', 'zod'] },
  protocol: { folders: ['core'], packages: [] },
  cli: {
    folders: ['batch', 'chains', 'core', 'evaluate', 'formats', 'node', 'probe', 'report'],
    packages: ['commander', 'node:'],
  },
  chains: { folders: ['core'], packages: ['zod'] },
  evaluate: { folders: ['core'], packages: ['zod'] },
  report: { folders: ['chains', 'core', 'evaluate', 'probe'], packages: ['d3-scale'] },
  render: { folders: ['core', 'formats', 'protocol'], packages: ['three'] },
  node: {
    folders: ['chains', 'core', 'evaluate', 'formats', 'probe'],
    packages: ['fflate', 'hyparquet-writer', 'node:', 'playwright'],
  },
  probe: { folders: ['core', 'formats'], packages: [] },
  batch: { folders: ['core', 'formats', 'node', 'protocol'], packages: ['node:', 'playwright', 'zod'] },
  studio: {
    folders: ['chains', 'core', 'evaluate', 'formats', 'probe', 'protocol', 'render', 'report'],
    packages: [
      '@react-three/drei',
      '@react-three/fiber',
      'jszip',
      'react',
      'react-dom',
      'three',
      'uqr',
      'zod',
      'zustand',
    ],
  },
}
