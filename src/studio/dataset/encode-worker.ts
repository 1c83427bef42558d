import { sha256Hex } from '../../core/canonical.ts'
import type { PassName } from '../../core/dataset.ts'
import type { CapturedFrame, RenderJob } from '../../protocol/render-job.ts'
import { type EncodedScene, encodeScene } from '../../render/delivery/encode-scene.ts'

/** A drawn scene to be measured and encoded beside the page. */
export interface EncodeRequest {
  readonly job: RenderJob
  readonly frame: CapturedFrame
}

/** The batch's own files of a scene, with their checksums; one reply for every request, in order. */
export interface EncodeReply {
  readonly scene: EncodedScene['scene']
  readonly files: ReadonlyArray<{
    readonly pass: PassName
    readonly bytes: Uint8Array<ArrayBuffer>
    readonly sha256: string
  }>
}

let tail: Promise<void> = Promise.resolve()

addEventListener('message', (event: MessageEvent<EncodeRequest>) => {
  tail = tail.then(async () => {
    const { scene, files } = await encodeScene(event.data.job, event.data.frame)
    const reply: EncodeReply = {
      scene,
      files: files.map(({ pass, bytes }) => ({ pass, bytes, sha256: sha256Hex(bytes) })),
    }
    postMessage(reply)
  })
})
