import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { StudioDriver } from './studio-driver.ts'

test.describe.configure({ mode: 'serial' })
let studio: StudioDriver

test.beforeAll(async ({ browser }) => {
  studio = await StudioDriver.open(await browser.newContext(), '#page=chains')
})
test.afterAll(() => studio.page.context().close())

const prediction = () => studio.page.getByRole('region', { name: 'Prediction' })
const editor = () => studio.page.getByLabel('Write or paste a chain')

test('every claim of the example is marked, and pointing at one shows its objects in the scene', async () => {
  await expect(studio.page.getByText('Example data.')).toBeVisible()
  const claim = prediction().locator('[data-look=supported]').first()
  await expect(claim).toBeVisible()
  await claim.hover()
  await expect(studio.page.getByRole('img', { name: /^Highlighted: / })).toBeVisible()
  await expect(claim).toHaveAttribute('data-pointed', 'true')
  await expect(
    studio.page.getByRole('region', { name: 'Reference' }).locator('[data-look=supported]').first(),
  ).toBeVisible()
})

test('the filter shows one class of right answers', async () => {
  await studio.page.getByRole('radio', { name: /^lucky \d+$/ }).click()
  const outcomes = studio.page.locator('[aria-label=Chains] small')
  await expect(outcomes.first()).toHaveText(/lucky$/)
  expect(new Set(await outcomes.allTextContents())).toEqual(new Set(['example · lucky']))
  await expect(prediction().locator('[data-look=contradicted]').first()).toBeVisible()
  await studio.picture('chains-lucky')
  await studio.page.getByRole('radio', { name: /^all \d+$/ }).click()
})

test('a chain that is typed is checked while it is typed', async () => {
  await editor().fill('<think>There is a purple pyramid on the left.</think>\nyes')
  await expect(prediction().locator('ol [data-look=hallucinated]')).toHaveCount(1)
  await editor().fill('Yes.')
  await expect(prediction().getByText('No claim that can be read.')).toBeVisible()
  await studio.button('Back to the model’s chain').click()
  await expect(prediction().locator('[data-look=supported]').first()).toBeVisible()
})

test('people score chains by keys, without models or verdicts, and save the CSV that the audit reads', async () => {
  const { page } = studio
  await page.getByRole('radio', { name: 'Annotate' }).click()
  await page.getByLabel('Your name or initials').fill('ann')
  const panel = page.getByRole('region', { name: 'Your scores' })
  await panel.focus()
  await expect(page.locator('[data-look]')).toHaveCount(0)
  for (const key of ['5', '3', '1', 'Enter', '1', '1', '2', 'Enter']) await page.keyboard.press(key)
  await expect(panel.getByRole('status')).toHaveText(/^2 of \d+ chains scored$/)
  const saved = page.waitForEvent('download')
  await studio.button('Save scores as CSV').click()
  const csv = await readFile((await (await saved).path())!, 'utf8')
  const [head, ...rows] = csv.trim().split('\n')
  expect(head).toBe('rater,model,imageId,question,AC,RF,RC')
  expect(rows.map(row => row.split(',').slice(-3).join(','))).toEqual(['1,0.5,0', '0,0,0.25'])
  await page.reload()
  await page.getByRole('radio', { name: 'Annotate' }).click()
  await page.getByLabel('Your name or initials').fill('ann')
  await expect(page.getByRole('region', { name: 'Your scores' }).getByRole('status')).toHaveText(/^2 of/)
  await studio.picture('chains-annotate')
  await page.getByRole('radio', { name: 'Read' }).click()
})

test('readable at every size and in both themes, by machine and by eye', async () => {
  const { page } = studio
  for (const [name, width, height] of [
    ['wide', 1440, 900],
    ['narrow', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(prediction().locator('[data-look]').first()).toBeVisible()
      await studio.picture(`chains-${name}-${theme}`)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(sideways, `${name} ${theme} scrolls sideways`).toBe(false)
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    }
  }
  expect(studio.errors).toEqual([])
})
