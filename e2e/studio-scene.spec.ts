import { expect, test } from '@playwright/test'
import { parseScene } from '../src/core/scene.ts'
import { encodeSceneToken } from '../src/formats/share-link.ts'
import { StudioDriver } from './studio-driver.ts'

const scene = parseScene({
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.24, depthM: 6, thetaDeg: 270 },
    { shape: 'cube', color: 'cyan', sizeM: 0.12, depthM: 3, thetaDeg: 90 },
  ],
})
const address = `#s=${encodeSceneToken(scene)}`

test.describe.configure({ mode: 'serial' })
let studio: StudioDriver

test.beforeAll(async ({ browser }) => {
  studio = await StudioDriver.open(await browser.newContext(), address)
})
test.afterAll(() => studio.page.context().close())
test.beforeEach(async () => {
  await studio.show(address)
  await expect(studio.page.getByRole('region', { name: 'Split' })).toContainText('231 px lower')
})

test('dragging an object along the floor moves it nearer, in one step of undo', async () => {
  await studio.dragBy(studio.handle(1), 0, 70)
  const dragged = await studio.scene()
  expect(dragged.objects[0]!.thetaDeg).toBe(270)
  expect(dragged.objects[0]!.depthM).toBeLessThan(3.5)
  expect(dragged.objects[0]!.depthM * 10).toBeCloseTo(Math.round(dragged.objects[0]!.depthM * 10), 6)
  await studio.page.keyboard.press('Control+z')
  expect(await studio.scene()).toEqual(scene)
  await studio.button('Redo').click()
  expect(await studio.scene()).toEqual(dragged)
  expect(studio.errors).toEqual([])
})

test('dragging an object up the wall turns it around the axis, detent by detent', async () => {
  await studio.dragBy(studio.handle(1), 70, -72)
  const { thetaDeg } = (await studio.scene()).objects[0]!
  expect(thetaDeg % 22.5).toBe(0)
  expect([0, 337.5, 22.5]).toContain(thetaDeg)
})

test('the dial turns, the rail pushes, the fields set', async () => {
  const dial = studio.page.getByRole('slider', { name: /^Angle of object 1/ })
  const box = (await dial.boundingBox())!
  await studio.page.mouse.click(box.x + 14, box.y + box.height / 2)
  expect((await studio.scene()).objects[0]!.thetaDeg).toBe(180)
  await dial.press('ArrowRight')
  await dial.press('Shift+ArrowRight')
  expect((await studio.scene()).objects[0]!.thetaDeg).toBe(203.5)
  const rail = studio.page.getByRole('slider', { name: /^Depth of object 1/ })
  await rail.press('ArrowLeft')
  await rail.press('Shift+ArrowLeft')
  expect((await studio.scene()).objects[0]!.depthM).toBe(5.89)
  await studio.field('Depth').fill('4.25')
  await studio.field('Depth').press('Enter')
  await studio.field('Size (half extent)').fill('0,3')
  await studio.field('Size (half extent)').blur()
  expect((await studio.scene()).objects[0]).toMatchObject({ depthM: 4.25, sizeM: 0.3 })
  await studio.field('Depth').fill('-1')
  await studio.field('Depth').press('Enter')
  expect((await studio.scene()).objects[0]!.depthM).toBe(4.25)
})

test('everything by keyboard: Tab to an object, arrows, a held key is one step', async () => {
  await studio.handle(2).focus()
  await expect(studio.handle(2)).toHaveAttribute('aria-pressed', 'true')
  await studio.page.keyboard.press('ArrowLeft')
  await studio.page.keyboard.press('ArrowUp')
  await studio.page.keyboard.press('Shift+ArrowDown')
  expect((await studio.scene()).objects[1]).toMatchObject({ thetaDeg: 112.5, depthM: 3.09 })
  await studio.page.keyboard.down('ArrowUp')
  for (let repeat = 0; repeat < 5; repeat++) await studio.page.keyboard.down('ArrowUp')
  await studio.page.keyboard.up('ArrowUp')
  expect((await studio.scene()).objects[1]!.depthM).toBeCloseTo(3.69, 6)
  await studio.page.keyboard.press('Control+z')
  expect((await studio.scene()).objects[1]!.depthM).toBe(3.09)
})

test('counterfactuals and randomise in one click each', async () => {
  const split = studio.page.getByRole('region', { name: 'Split' })
  await expect(split).toContainText('counter')
  await studio.button('Swap depths').click()
  await expect(split).toContainText('The farther cyan cube is')
  await expect(split).toContainText('consistent')
  await studio.button('Flip').click()
  await expect(split).toContainText('counter')
  await studio.button('Randomise, seed 1').click()
  const first = await studio.scene()
  await studio.button('Undo').click()
  await expect(studio.button('Randomise, seed 2')).toBeVisible()
  await studio.button('Randomise, seed 2').click()
  expect(await studio.scene()).not.toEqual(first)
})

test('objects are added and removed; one alone has no questions', async () => {
  await studio.button('Add an object').click()
  expect((await studio.scene()).objects).toHaveLength(3)
  await studio.page.keyboard.press('Delete')
  await studio.button('Remove the selected object').click()
  expect((await studio.scene()).objects).toHaveLength(1)
  await expect(studio.page.getByText('Questions compare two objects')).toBeVisible()
})

test('truth follows: table, questions, margin', async () => {
  const row = studio.page.getByRole('row', { name: /1 red sphere/ })
  await expect(row).toContainText('6.00')
  await expect(row).toContainText('100 %')
  await expect(studio.page.getByText('116 counter')).toBeVisible()
  const questions = studio.page.getByRole('region', { name: 'Questions' }).getByRole('listitem')
  await expect(questions.first()).toHaveText(/Is the red sphere closer to the camera than the cyan cube\?\s*No/)
  await studio.page.getByRole('slider', { name: /^Margin/ }).fill('25')
  await expect(studio.page.getByRole('region', { name: 'Split' })).toContainText('25 % · 128 px')
  await studio.field('Depth').fill('3')
  await studio.field('Depth').press('Enter')
  await expect(studio.page.getByText('are about equally far')).toBeVisible()
  await studio.page.getByRole('slider', { name: /^Margin/ }).fill('5')
})

/** What has the most to say: eight objects with long names, and the paper's longest names, whose questions are longest. */
const NAMES = [
  ...(['magenta', 'orange', 'yellow', 'purple'] as const).map(color => ({ color, shape: 'cylinder' }) as const),
  ...(['brown', 'cyan', 'green', 'white'] as const).map(color => ({ color, shape: 'sphere' }) as const),
]
const crowd = parseScene({
  objects: NAMES.map((name, i) => ({ ...name, sizeM: 0.12, depthM: 3 + 0.7 * i, thetaDeg: 45 * i })),
})
const wordy = parseScene({
  objects: [
    { shape: 'sphere', color: 'magenta', sizeM: 0.24, depthM: 6, thetaDeg: 225 },
    { shape: 'cube', color: 'magenta', sizeM: 0.12, depthM: 3, thetaDeg: 45 },
  ],
})

test('at 1440 × 900 nothing scrolls and nothing is cut, and the image stands 1 : 1', async () => {
  await expect(studio.page.getByText('116 counter')).toBeVisible()
  for (const [name, shown] of Object.entries({ scene, wordy, crowd })) {
    await studio.show(`#s=${encodeSceneToken(shown)}`)
    await expect(studio.page.getByRole('row')).toHaveCount(1 + shown.objects.length)
    await expect(studio.page.getByText('…', { exact: true })).toHaveCount(0)
    for (const tab of ['Camera', 'Object']) {
      await studio.page.getByRole('tab', { name: tab }).click()
      const scrolled = await studio.page.evaluate(() =>
        [...document.querySelectorAll('main, main *')]
          .filter(element => !element.matches('.visually-hidden, canvas') && element.clientWidth > 1)
          .filter(element => {
            const { overflowX, overflowY } = getComputedStyle(element)
            const tall = element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(overflowY)
            return tall || (element.scrollWidth > element.clientWidth + 1 && /auto|scroll|hidden/.test(overflowX))
          })
          .map(element => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`),
      )
      expect(scrolled, `${name}, ${tab}`).toEqual([])
    }
    await studio.picture(`scene-1440-${name}`)
  }
  expect(await studio.image.boundingBox()).toMatchObject({ width: 512, height: 512 })
})

test('the page draws nothing while nothing changes', async () => {
  await expect(studio.page.getByText('116 counter')).toBeVisible()
  await studio.page.waitForTimeout(500)
  const draws = await studio.page.evaluate(async () => {
    let count = 0
    for (const name of ['drawElements', 'drawArrays', 'clear'] as const) {
      const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void
      WebGL2RenderingContext.prototype[name] = function (this: WebGL2RenderingContext, ...args: unknown[]) {
        count += 1
        return original.apply(this, args)
      } as never
    }
    await new Promise(done => setTimeout(done, 1000))
    return count
  })
  expect(draws).toBe(0)
})
