/** Scenes of a run by their indices, a bit each: a million take 125 kB. */
export class SceneSet {
  private readonly bits: Uint8Array
  private count = 0

  /** @param from first index that may be in it */
  constructor(
    private readonly from: number,
    to: number,
  ) {
    this.bits = new Uint8Array(Math.ceil(Math.max(0, to - from) / 8))
  }

  get size(): number {
    return this.count
  }

  has(index: number): boolean {
    const at = index - this.from
    return ((this.bits[at >> 3]! >> (at & 7)) & 1) === 1
  }

  add(index: number): void {
    if (this.has(index)) return
    const at = index - this.from
    this.bits[at >> 3]! |= 1 << (at & 7)
    this.count++
  }
}
