import '../zod-without-eval.ts'
import { SpatialTunnelError } from '../../core/errors.ts'
import { blobSource } from '../../formats/byte-source.ts'
import { openVectors } from '../../formats/open-vectors.ts'
import { readPairLabels } from '../../formats/pair-labels.ts'
import { exampleVectors } from '../../probe/example-vectors.ts'
import { type ProbeReport, parseProbeReport } from '../../probe/probe-report.ts'
import { runProbe } from '../../probe/run-probe.ts'
import type { ProbeReply, ProbeRequest } from './probe-messages.ts'

/** Fewer draws than the command line: a person is waiting. The report says how many. */
const DRAWS = { draws: 200, nullDraws: 200, splits: 20 }
/** The fewest null draws that can still show something, with a margin. */
const EXAMPLE_DRAWS = { draws: 60, nullDraws: 150, splits: 5 }

const reply = (message: ProbeReply): void => self.postMessage(message)
const onLayer = (done: number, total: number): void => reply({ kind: 'progress', done, total })

self.onmessage = async ({ data }: MessageEvent<ProbeRequest>) => {
  try {
    reply({ kind: 'report', report: await answer(data) })
  } catch (error) {
    if (!(error instanceof SpatialTunnelError)) throw error
    const remedy = error.remedy ? ` ${error.remedy[0]!.toUpperCase()}${error.remedy.slice(1)}.` : ''
    const text = `${error.where}: found ${error.found}, expected ${error.expected}.${remedy}`
    reply({ kind: 'failed', title: 'These vectors could not be read', text })
  }
}

async function answer(request: ProbeRequest): Promise<ProbeReport> {
  if (request.kind === 'report') {
    const { report } = request
    return parseProbeReport(parseJson(await report.text(), report.name), report.name)
  }
  if (request.kind === 'example') {
    const { file, pairs } = exampleVectors()
    return runProbe(file, { ...EXAMPLE_DRAWS, model: 'Example data', pairs, onLayer })
  }
  const { vectors, pairs } = request
  const rows = pairs ? await readPairLabels(blobSource(pairs, pairs.name)) : []
  const source = blobSource(vectors, vectors.name)
  const file = await openVectors(source, rows.length > 0 ? { labels: rows } : {})
  return runProbe(file, { ...DRAWS, model: vectors.name.replace(/\.\w+$/, ''), pairs: rows, onLayer })
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SpatialTunnelError({
      code: 'probe-report-invalid',
      where,
      found: 'text that is not JSON',
      expected: 'a probe.json',
    })
  }
}
