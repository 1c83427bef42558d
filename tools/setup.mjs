// Makes a fresh clone ready: packages, the build, a browser, and with --tests the readers that tests use. Plain Node,
// nothing from node_modules. It does only what is not done yet, and says nothing when that is nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(ROOT)

/** What was done before, and what was tried in vain: `.setup/` can be deleted at any time. */
const STATE_FILE = '.setup/state.json'
const state = existsSync(STATE_FILE) ? JSON.parse(readFileSync(STATE_FILE, 'utf8')) : {}
const keep = () => {
  mkdirSync('.setup', { recursive: true })
  writeFileSync(STATE_FILE, `${JSON.stringify(state, null, 2)}\n`)
}

const say = text => process.stderr.write(`setup: ${text}\n`)
const fail = text => {
  say(text)
  process.exit(3)
}

/** Runs a command; its output is shown only when it fails. */
function run(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, shell: process.platform === 'win32' })
  const ok = result.status === 0
  return { ok, output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? result.error.message : ''}` }
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) fail(`found Node ${process.versions.node}, expected 20.19 or later`)

installPackages()
buildPages()
provideBrowser()
if (process.argv.includes('--tests')) providePython()

/** node_modules holds exactly the lock file's versions, or `npm ci` makes it so. */
function installPackages() {
  if (packagesMatch()) return
  say('installing packages (npm ci)…')
  const { ok, output } = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!ok) fail(`npm ci failed:\n${output}\nCheck the network or your registry settings, then try again.`)
}

function packagesMatch() {
  const installedFile = 'node_modules/.package-lock.json'
  if (!existsSync(installedFile)) return false
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || installed[path]?.version === entry.version,
  )
}

/** Everything that goes into dist/. */
function sourceHash() {
  const hash = createHash('sha256')
  const add = path => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else if (!/\.(test|fixture)\.tsx?$/.test(path)) {
      hash.update(path).update('\0').update(readFileSync(path)).update('\0')
    }
  }
  const inputs = ['src', 'public', 'scenes', 'tools', 'index.html', 'render.html', 'package.json', 'package-lock.json']
  for (const path of [...inputs, 'vite.config.ts', 'vite.render.config.ts', 'vite.cli.config.ts', 'tsconfig.base.json'])
    add(path)
  return hash.digest('hex')
}

function buildPages() {
  const hash = sourceHash()
  const built = ['dist/cli.js', 'dist/render.html', 'dist/index.html'].every(path => existsSync(path))
  if (built && state.builtFrom === hash) return
  say('building…')
  const { ok, output } = run('npm', ['run', '--silent', 'build'])
  if (!ok) fail(`the build failed:\n${output}`)
  state.builtFrom = hash
  keep()
}

/** A Chromium that the tool will find (src/node/find-browser.ts), and Mesa's software GL for it where that can be had. */
function provideBrowser() {
  const has = findBrowser()
  if (has && (hasMesa() || state.mesaTried)) return
  if (!canInstall()) {
    if (has) return
    fail(
      'found no Chromium. Install one (Debian: apt-get install chromium-headless-shell libegl1 libegl-mesa0 ' +
        'libgl1-mesa-dri; anywhere: npx playwright install chromium; Linux without root: npm i --no-save ' +
        '@sparticuz/chromium) or name one in SPATIALTUNNEL_BROWSER.',
    )
  }
  const mesa = ['libegl1', 'libegl-mesa0', 'libgl1-mesa-dri']
  if (!has) {
    say('installing a browser (apt-get)…')
    if (!install(['chromium-headless-shell', ...mesa]) && !install(['chromium', ...mesa])) {
      fail(
        'no Chromium could be installed. Try: npx playwright install chromium, or name one in SPATIALTUNNEL_BROWSER.',
      )
    }
  } else {
    say('installing Mesa’s software GL (apt-get)…')
    if (!install(mesa)) say('it could not be installed: pictures will be drawn by SwiftShader, which is slower')
  }
  state.mesaTried = true
  keep()
}

function findBrowser() {
  const named = process.env.SPATIALTUNNEL_BROWSER
  if (named) return existsSync(named) ? named : null
  const pinned = 'node_modules/@sparticuz/chromium'
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(pinned)) return pinned
  const own = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  if (existsSync(own) && readdirSync(own).some(name => name.startsWith('chromium'))) return own
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(path => existsSync(path)) ?? null
}

function hasMesa() {
  if (process.platform !== 'linux') return true
  const folders = ['/usr/lib', '/usr/lib64', ...['x86_64', 'aarch64'].map(cpu => `/usr/lib/${cpu}-linux-gnu`)]
  return folders.some(folder => existsSync(join(folder, 'libEGL_mesa.so.0')))
}

/** Python with numpy and pandas reads our exports in tests; without it those tests are named as skipped. */
function providePython() {
  const reads = run('/usr/bin/python3', ['-c', 'import numpy, pandas']).ok
  if (reads || state.pythonTried || !canInstall()) return
  say('installing python3-numpy and python3-pandas for the tests (apt-get)…')
  if (!install(['python3-numpy', 'python3-pandas'])) say('not installed: tests that need them will be skipped')
  state.pythonTried = true
  keep()
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function install(packages) {
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  const attempt = () => run('apt-get', ['install', '-y', '--no-install-recommends', ...packages]).ok
  return attempt() || (run('apt-get', ['update']).ok && attempt())
}
