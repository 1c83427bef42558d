import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright'
import type { RenderedScene } from '../batch/render-session.ts'
import type { BatchPage, DeliveredFile, DeliveredScene } from '../protocol/render-batch.ts'
import type { RenderJob } from '../protocol/render-job.ts'
import { drawnScene } from './drawn-scene.ts'

/** Draws a scene; the default takes some milliseconds at 64 × 64. */
export type DrawScene = (job: RenderJob) => RenderedScene

/** A browser with one page that answers the protocol of `src/protocol` in this very process and delivers through files. */
export function stubContext(
  profile: string,
  args: readonly string[] = [],
  draw: DrawScene = drawnScene,
): BrowserContext {
  const own = { spatialTunnelRender: stubPage(profile, args, draw) }
  const page = {
    goto: async () => null,
    waitForFunction: async () => null,
    // What is sent to a page names its `window` at once, before anything that it waits for.
    evaluate: async <Sent>(send: (sent: Sent) => unknown, sent: Sent) => {
      const { window } = globalThis
      Object.assign(globalThis, { window: own })
      try {
        return send(sent)
      } finally {
        Object.assign(globalThis, { window })
      }
    },
  }
  return {
    pages: () => [page],
    browser: () => ({ version: () => 'stand-in' }),
    close: async () => {},
  } as unknown as BrowserContext
}

function stubPage(profile: string, args: readonly string[], draw: DrawScene): BatchPage {
  const slotPath = (slot: number): string => join(profile, 'Default', 'File System', `slot-${slot}`)
  const renderer = args.includes('--use-angle=swiftshader') ? 'SwiftShader' : 'llvmpipe'
  return {
    glInfo: () => ({ vendor: 'none', renderer: `${renderer}, or its stand-in`, version: 'none' }),
    openSlot: async (slot, token) => {
      await mkdir(join(profile, 'Default', 'File System'), { recursive: true })
      await writeFile(slotPath(slot), token)
      return true
    },
    renderBatch: async ({ slot, jobs }) => {
      const parts: Uint8Array[] = []
      let offset = 0
      const place = (bytes: Uint8Array): { offset: number; length: number } => {
        parts.push(bytes)
        const span = { offset, length: bytes.length }
        offset += bytes.length
        return span
      }
      const scenes = jobs.map((job): DeliveredScene => {
        const { delivered, files } = draw(job)
        const { pixelsSha256, ...scene } = delivered
        const placed = files.map(({ pass, bytes }): DeliveredFile => ({ pass, ...place(bytes) }))
        return { ...scene, files: placed, pixels: { sha256: pixelsSha256 } }
      })
      // The driver holds the file open: it is written over, not replaced.
      await writeFile(slotPath(slot), Buffer.concat(parts))
      return { scenes }
    },
    progress: () => 0,
    drawOnly: () => {},
    encodeOnly: async () => {},
    resourceCounts: () => ({}),
  }
}
