/** What both browsers and Node offer and the ES library leaves out; the pure folders may use this and no more. */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string
}
declare function structuredClone<T>(value: T): T
