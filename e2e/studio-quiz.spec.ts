import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { type ExpandedScene, expandSuite } from '../src/core/expand.ts'
import { questionsOf } from '../src/core/questions.ts'
import { parseSuite } from '../src/core/suite.ts'
import { answerBaseline } from '../src/evaluate/baselines.ts'
import { parseResponse } from '../src/evaluate/responses.ts'
import { scoreResponses } from '../src/evaluate/score.ts'
import { writeStandInTables } from '../src/testing/stand-in-dataset.ts'
import { StudioDriver } from './studio-driver.ts'

const suite = parseSuite(JSON.parse(readFileSync('scenes/grid.json', 'utf8')))
const scenes = [...expandSuite(suite)]
const questionsIn = ({ id, index, truth }: ExpandedScene) =>
  questionsOf({ sceneId: id, index, image: `images/${id}.png`, truth }, suite.questions)
const questions = scenes.flatMap(questionsIn)
const data = { name: suite.name, scenes, questions, factorFields: [] }

/** What someone says who only looks at height in the picture. */
const byHeight = new Map(answerBaseline('height', data, 1).map(row => [row.questionId, row.pYes! > 0.5 ? 'Yes' : 'No']))

test.describe.configure({ mode: 'serial' })
let studio: StudioDriver

test.beforeAll(async ({ browser }) => {
  studio = await StudioDriver.open(await browser.newContext(), '#page=quiz')
})
test.afterAll(() => studio.page.context().close())

const trial = () => studio.page.getByTestId('quiz-trial')

/** The question that is asked, once its picture is there. */
async function asked(after = ''): Promise<string> {
  await expect(trial()).toHaveAttribute('data-ready', 'true')
  if (after !== '') await expect(trial()).not.toHaveAttribute('data-question', after)
  await expect(trial()).toHaveAttribute('data-ready', 'true')
  return (await trial().getAttribute('data-question'))!
}

test('the start says what happens and with which keys', async () => {
  await expect(studio.page.getByRole('heading', { name: 'Which one is farther away?' })).toBeVisible()
  await studio.field('Name in the results').fill('height robot')
  await studio.page.screenshot({ path: 'out/e2e/studio-quiz-start.png' })
  const { violations } = await new AxeBuilder({ page: studio.page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})

test('practice says whether it was right, and why', async () => {
  await studio.button('Start').click()
  for (let i = 0, id = ''; i < 4; i++) {
    id = await asked(id)
    const right = questions.find(row => row.id === id)!.answer
    await studio.page.keyboard.press(
      i % 2 ? (right === 'Yes' ? 'ArrowRight' : 'ArrowLeft') : right === 'Yes' ? 'f' : 'j',
    )
    await expect(trial()).toContainText(i % 2 ? `Not quite: ${right}.` : 'Right.')
    await expect(trial()).toContainText('The farther ')
    if (i === 0) await studio.page.screenshot({ path: 'out/e2e/studio-quiz-practice.png' })
    await studio.page.keyboard.press('Enter')
  }
})

test('a quiz that is left goes on where it was', async () => {
  let id = await asked()
  await studio.page.screenshot({ path: 'out/e2e/studio-quiz-trial.png' })
  for (let i = 0; i < 3; i++) {
    await studio.page.keyboard.press(byHeight.get(id) === 'Yes' ? 'y' : 'n')
    id = await asked(id)
  }
  await studio.page.keyboard.press('Escape')
  await studio.page.reload()
  await expect(studio.page.getByText('You stopped after 3 of 24 questions.')).toBeVisible()
  await studio.button('Go on').click()
  expect(await asked()).toBe(id)
})

test('someone who only looks at height has Δ = 1; the file says the same to score', async () => {
  for (let i = 3, id = ''; i < 24; i++) {
    id = await asked(id)
    await studio.page.keyboard.press(byHeight.get(id) === 'Yes' ? 'f' : 'j')
  }
  await expect(studio.page.getByTestId('quiz-vCons')).toHaveText('1.00')
  await expect(studio.page.getByTestId('quiz-vCtr')).toHaveText('0.00')
  await expect(studio.page.getByTestId('quiz-delta')).toHaveText('1.00')
  await studio.page.screenshot({ path: 'out/e2e/studio-quiz-result.png' })
  const download = studio.page.waitForEvent('download')
  await studio.button('responses.jsonl').click()
  const path = await (await download).path()
  const rows = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => parseResponse(JSON.parse(line)))
  expect(rows).toHaveLength(24)
  const [model] = scoreResponses(data, rows, { draws: 200 }).models
  expect(model).toMatchObject({ name: 'height robot', scalars: { estimate: { vCons: 1, vCtr: 0, delta: 1 } } })

  const dir = 'out/e2e/quiz'
  mkdirSync(dir, { recursive: true })
  const entries = scenes.map(scene => ({ scene, questions: questionsIn(scene) }))
  await writeStandInTables(suite, entries, dir)
  const printed = execFileSync('node', ['dist/cli.js', 'score', dir, path, '--draws', '200', '--json'], {
    encoding: 'utf8',
  })
  expect(JSON.parse(printed).models['height robot']).toMatchObject({ vCons: 1, vCtr: 0, delta: 1 })
})

test('axe finds nothing on the result, and nothing failed on the way', async () => {
  const { violations } = await new AxeBuilder({ page: studio.page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await studio.page.emulateMedia({ colorScheme: 'dark' })
  await studio.page.setViewportSize({ width: 390, height: 844 })
  expect(await studio.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await studio.page.screenshot({ path: 'out/e2e/studio-quiz-result-phone.png', fullPage: true })
  await studio.button('Another quiz').click()
  await studio.page.screenshot({ path: 'out/e2e/studio-quiz-start-phone.png' })
  await studio.button('Start').click()
  await asked()
  await studio.page.screenshot({ path: 'out/e2e/studio-quiz-trial-phone.png' })
  await studio.page.keyboard.press('Escape')
})

test('a quiz about another suite asks about that suite’s scenes', async () => {
  await studio.field('Scenes').selectOption('field-of-view')
  await studio.button('Start anew').click()
  expect(await asked()).toMatch(/^field-of-view-\d{6}-d[1-4]$/)
  await studio.page.keyboard.press('Escape')
  await expect(studio.page.getByText('Scenes: Field of view.')).toBeVisible()
  expect(studio.errors).toEqual([])
})
