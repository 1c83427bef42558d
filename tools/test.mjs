// Every check of this repository, one after the other, and a summary whose last line counts what passed and failed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const REPORTS = '.setup/reports'
mkdirSync(REPORTS, { recursive: true })

const bin = name => join('node_modules', '.bin', name)
const unitReport = join(REPORTS, 'vitest.json')
const pageReport = join(REPORTS, 'playwright.json')

/** A step without counts of its own counts only when it fails. */
const steps = [
  { name: 'types: pure folders', command: [bin('tsc'), '-p', 'tsconfig.pure.json'] },
  { name: 'types: pages', command: [bin('tsc'), '-p', 'tsconfig.web.json'] },
  { name: 'types: everything', command: [bin('tsc'), '-p', 'tsconfig.json'] },
  { name: 'lint and format', command: [bin('biome'), 'check', '.'] },
  {
    name: 'unit tests',
    command: [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    count: countVitest,
  },
  {
    name: 'pages and commands',
    command: [bin('playwright'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: pageReport, E2E_PORT: process.env.E2E_PORT ?? String(await freePort()) },
    count: countPlaywright,
  },
]

for (const report of [unitReport, pageReport]) rmSync(report, { force: true })
const results = steps.map(runStep)
const total = { passed: 0, failed: 0, skipped: 0 }
console.log('\nSummary')
for (const { name, ok, seconds, counts, skippedNames } of results) {
  for (const key of Object.keys(total)) total[key] += counts[key]
  const told = counts.passed + counts.failed + counts.skipped > 0 ? `  ${line(counts)}` : ''
  console.log(`  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s${told}`)
  for (const skipped of skippedNames) console.log(`          skipped: ${skipped}`)
}
process.exitCode = results.every(result => result.ok) ? 0 : 1
console.log(line(total))

/** A port that nothing listens on, so that two checkouts can be tested at the same time. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function runStep({ name, command, env, count }) {
  console.log(`\n=== ${name}`)
  const began = performance.now()
  const [file, ...args] = command
  const { status } = spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const seconds = (performance.now() - began) / 1000
  const counted = count?.() ?? { passed: 0, failed: 0, skipped: 0, skippedNames: [] }
  const { skippedNames, ...counts } = counted
  // A step that fails without naming a test (a type error, a crash) is one failure.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return { name, ok: status === 0 && counts.failed === 0, seconds, counts, skippedNames }
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

function countVitest() {
  const report = readReport(unitReport)
  if (report === null) return null
  const tests = report.testResults.flatMap(file => file.assertionResults)
  const skipped = tests.filter(test => ['skipped', 'pending', 'todo', 'disabled'].includes(test.status))
  return {
    passed: report.numPassedTests,
    // A file that cannot be loaded has no tests, and has failed.
    failed:
      report.numFailedTests +
      report.testResults.filter(f => f.status === 'failed' && f.assertionResults.length === 0).length,
    skipped: skipped.length,
    skippedNames: skipped.map(test => test.fullName),
  }
}

function countPlaywright() {
  const report = readReport(pageReport)
  if (report === null) return null
  const specs = []
  const walk = suite => {
    for (const spec of suite.specs ?? []) specs.push(spec)
    for (const inner of suite.suites ?? []) walk(inner)
  }
  for (const suite of report.suites) walk(suite)
  const skipped = specs.filter(spec => spec.tests.every(test => test.status === 'skipped'))
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
    skipped: report.stats.skipped,
    skippedNames: skipped.map(spec => spec.title),
  }
}
