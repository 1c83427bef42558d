/** So many findings are kept: a broken dataset of a million scenes has millions. */
export const KEPT_FINDINGS = 1000

/** Counts what is found and keeps the first of it, by place. */
export class FirstFound<Finding> {
  total = 0
  private kept: { readonly place: number; readonly finding: Finding }[] = []

  constructor(private readonly limit = KEPT_FINDINGS) {}

  /** @param place may come in any order, such as scenes that several workers go through */
  add(place: number, findings: readonly Finding[]): void {
    this.total += findings.length
    for (const finding of findings) this.kept.push({ place, finding })
    if (this.kept.length >= 2 * this.limit) this.sort()
  }

  /** Those of the first places, in their order; of one place as they came. */
  list(): Finding[] {
    this.sort()
    return this.kept.map(({ finding }) => finding)
  }

  private sort(): void {
    this.kept = this.kept.sort((a, b) => a.place - b.place).slice(0, this.limit)
  }
}
