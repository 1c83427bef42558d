import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import type { InterventionStudy } from '../evaluate/interventions.ts'
import { writeFileAtomic } from '../node/write-file.ts'
import { interventionReport, interventionTable } from '../report/intervention-report.ts'
import { tableCsv } from '../report/table.ts'

/** Writes `report.html` and `tables/interventions-<n>.csv`. */
export async function writeInterventions(
  dir: string,
  studies: readonly InterventionStudy[],
  command: string,
): Promise<void> {
  for (const [i, study] of studies.entries()) {
    await writeFileAtomic(join(dir, 'tables', `interventions-${i + 1}.csv`), tableCsv(interventionTable(study)))
  }
  const provenance = [
    ['command', command],
    ['tool', `${packageJson.name} ${packageJson.version}`],
  ] as const
  await writeFileAtomic(join(dir, 'report.html'), interventionReport(studies, provenance))
}
