import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shuffled, stream } from '../core/rng.ts'
import { RowStore } from './row-store.ts'

test('rows of any length come back by their number, in any order', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'spatialtunnel-test-'))
  const store = await RowStore.open<{ k: number; text: string }>(join(dir, 'rows'))
  try {
    const rows = Array.from({ length: 3000 }, (_, k) => ({ k, text: 'ü\n\u2028'.repeat(k % 700) }))
    for (const row of rows) await store.append(row)
    await store.flush()
    expect(store.length).toBe(3000)
    for (const row of shuffled(stream(1, 'row-store.test', 'order'), rows)) expect(await store.read(row.k)).toEqual(row)
  } finally {
    await store.close()
    await rm(dir, { recursive: true })
  }
})
