import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { expandSuite } from '../src/core/expand.ts'
import { questionsOf } from '../src/core/questions.ts'
import { parseSuite } from '../src/core/suite.ts'
import { answerBaseline } from '../src/evaluate/baselines.ts'
import { answerBiased } from '../src/evaluate/biased-model.ts'
import type { EvaluationData } from '../src/evaluate/evaluation-data.ts'
import { openingSentence } from '../src/evaluate/opening-sentence.ts'
import { scoreResponses } from '../src/evaluate/score.ts'
import { StudioDriver } from './studio-driver.ts'

const suite = parseSuite(JSON.parse(readFileSync('scenes/grid.json', 'utf8')))
const scenes = [...expandSuite(suite)]
const data: EvaluationData = {
  name: 'grid',
  scenes,
  questions: scenes.flatMap(({ id, index, truth }) =>
    questionsOf({ sceneId: id, index, image: `images/${id}.png`, truth }, suite.questions),
  ),
  factorFields: ['objects[0].thetaDeg', 'objects[1].thetaDeg'],
}
const rows = [
  ...answerBiased(data, { name: '<b>mine</b>', bias: 0.5, seed: 3, confidence: [0.6, 0.99] }),
  ...answerBaseline('height', data, 1),
]

test.describe.configure({ mode: 'serial' })
let studio: StudioDriver

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  studio = await StudioDriver.open(context, '#page=results')
})
test.afterAll(() => studio.page.context().close())

const region = (name: string) => studio.page.getByRole('region', { name, exact: true })
const cell = (theta1: number, theta2: number) =>
  studio.page.getByRole('gridcell', { name: new RegExp(`^θ₁ ${theta1}°, θ₂ ${theta2}°:`) })
const detail = () => studio.page.getByRole('complementary', { name: 'Scene' })

test('before anything is dropped: made-up models, called that', async () => {
  await expect(region('Data')).toContainText('Example data.')
  await expect(region('Summary')).toContainText('made-up A: v = ')
  await expect(studio.page.getByRole('gridcell')).toHaveCount(256)
  await expect(detail().getByRole('img')).toBeVisible()
  await studio.picture('results-example')
})

test('answers dropped on another page are recognised and scored as the command line does', async () => {
  await studio.page.getByRole('link', { name: 'Scene', exact: true }).click()
  const transfer = await studio.page.evaluateHandle(
    text => {
      const files = new DataTransfer()
      files.items.add(new File([text], 'anything.txt'))
      return files
    },
    rows.map(row => `${JSON.stringify(row)}\n`).join(''),
  )
  for (const type of ['dragenter', 'drop']) {
    await studio.page.locator('body').dispatchEvent(type, { dataTransfer: transfer })
  }
  const [mine, height] = scoreResponses(data, rows).models
  await expect(region('Data')).toContainText('2 models on grid, 256 scenes')
  await expect(region('Summary')).toContainText(openingSentence(mine!))
  await studio.field('Compare with').selectOption('height')
  await expect(region('Summary')).toContainText(openingSentence(height!))
  await expect(studio.page.getByTestId('height delta')).toHaveText('+1.000[1.000, 1.000]')
  await studio.page.getByRole('radio', { name: 'Difference' }).click()
  await expect(region('Heatmap').locator('svg title').first()).toContainText('<b>mine</b> − height')
  await studio.picture('results-difference')
})

test('a cell leaves its scenes, their questions and answers; the address says so', async () => {
  // The farther object on the floor, the nearer one at the ceiling: counter.
  await cell(270, 90).click()
  await expect(region('Scenes and questions')).toContainText('1 scene')
  const scene = scenes.find(({ scene }) => scene.objects[0]!.thetaDeg === 270 && scene.objects[1]!.thetaDeg === 90)!
  await expect(detail()).toContainText(scene.id)
  await expect(detail()).toContainText('counter')
  expect(studio.page.url()).not.toContain('question=')
  await studio.page.getByRole('radio', { name: '4 questions' }).click()
  await expect.poll(() => studio.page.url()).toContain('cell=270%2C90&list=questions')
  await cell(270, 90).press('ArrowRight')
  await studio.page.keyboard.press('Enter')
  await expect.poll(() => studio.page.url()).toContain('cell=270%2C112.5')
  await studio.button('All cells').click()
  await expect(studio.page.getByRole('radio', { name: '1,024 questions' })).toBeVisible()
})

test('the worst question, its counterfactuals, and a link to the failure that others can open', async ({ browser }) => {
  const worst = rows
    .slice(0, data.questions.length)
    .map((row, i) => ({ question: data.questions[i]!, pYes: row.pYes! }))
    .map(({ question, pYes }) => ({ question, pYes, v: question.answer === 'Yes' ? pYes : 1 - pYes }))
    .reduce((least, next) => (next.v < least.v ? next : least))
  await region('Scenes and questions').getByRole('listitem').first().getByRole('button').click()
  await expect(detail()).toContainText(worst.question.sceneId)
  const cards = detail().getByRole('region', { name: 'Counterfactuals' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  for (const [i, title] of ['Mirror', 'Flip vertical', 'Swap depths'].entries()) {
    await expect(cards.nth(i)).toContainText(title)
    await expect(cards.nth(i)).toContainText('not asked')
    await expect(cards.nth(i)).toContainText('others at these angles: v = ')
  }
  await expect(cards.nth(0)).toContainText(`true: ${worst.question.answer}`)
  await expect(cards.nth(2)).toContainText(`true: ${worst.question.answer === 'Yes' ? 'No' : 'Yes'}`)
  await cards.nth(0).scrollIntoViewIfNeeded()
  await studio.picture('results-counterfactuals')

  await studio.button('Share this failure').click()
  await studio.field('Note').fill('Look <i>here</i>: it follows height.')
  await studio.picture('results-share')
  await studio.button('Copy link').click()
  const link = await studio.page.evaluate(() => navigator.clipboard.readText())
  const other = await StudioDriver.open(await browser.newContext(), link.replace(/^.*#/, '#'), true)
  const panel = other.page.getByRole('region', { name: 'Shared failure' })
  await expect(panel).toContainText(worst.question.text)
  await expect(panel).toContainText(`<b>mine</b> P(Yes) ${worst.pYes.toFixed(2)} wrong`)
  await expect(panel).toContainText('Look <i>here</i>: it follows height.')
  expect(await other.scene()).toEqual(scenes.find(({ id }) => id === worst.question.sceneId)!.scene)
  const { violations } = await new AxeBuilder({ page: other.page }).include('main').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await other.picture('failure-opened')
  await other.button('Swap depths').click()
  await expect(panel).toContainText('The scene has been changed')
  await other.button('Back to the shared scene').click()
  await expect(panel).not.toContainText('The scene has been changed')
  expect(other.errors).toEqual([])
  await other.page.context().close()
})

test('a reload shows the same selection of the example; axe finds nothing in light and dark; a phone has no sideways scroll', async () => {
  await studio.page.keyboard.press('Escape')
  await studio.page.goto('./#page=results&model=height&cell=270,90&sort=best')
  await studio.page.reload()
  await expect(region('Data')).toContainText('Example data.')
  await expect(region('Summary')).toContainText('height: v = 0.')
  await expect(cell(270, 90)).toHaveAttribute('aria-selected', 'true')
  await expect(detail().getByRole('img')).toBeVisible()
  // Inside a figure are hundreds of marks without meaning of their own: it is named as a whole.
  const light = await new AxeBuilder({ page: studio.page }).exclude('svg > *').analyze()
  await studio.page.emulateMedia({ colorScheme: 'dark' })
  const dark = await new AxeBuilder({ page: studio.page }).exclude('svg').withRules(['color-contrast']).analyze()
  const violations = [...light.violations, ...dark.violations]
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await studio.picture('results-dark')
  await studio.page.emulateMedia({ colorScheme: 'light' })
  await studio.page.setViewportSize({ width: 390, height: 844 })
  await studio.picture('results-phone')
  const wide = await studio.page.evaluate(() => document.getElementById('main')!.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  expect(studio.errors).toEqual([])
})
