import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { parseScene } from '../src/core/scene.ts'
import { decodePng } from '../src/formats/png.ts'
import { encodeSceneToken } from '../src/formats/share-link.ts'
import { StudioDriver } from './studio-driver.ts'

const scene = parseScene({
  objects: [
    { shape: 'sphere', color: 'red', sizeM: 0.24, depthM: 6, thetaDeg: 270 },
    { shape: 'cube', color: 'cyan', sizeM: 0.12, depthM: 3, thetaDeg: 90 },
  ],
})

/** A model that believes in height: it says that the cyan cube, whatever the picture, is the farther one. */
async function heightModel(): Promise<{ server: Server; url: string; images: Buffer[]; keys: (string | undefined)[] }> {
  const images: Buffer[] = []
  const keys: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const [image, question] = JSON.parse(text).messages[0].content
    images.push(Buffer.from(image.image_url.url.split(',')[1], 'base64'))
    keys.push(request.headers.authorization)
    const cubeFirst = question.text.startsWith('Is the cyan cube')
    const yes = cubeFirst === question.text.includes('farther') ? 0.9 : 0.1
    const top = [
      { token: 'Yes', logprob: Math.log(yes) },
      { token: 'No', logprob: Math.log(1 - yes) },
    ]
    const content = [{ token: yes > 0.5 ? 'Yes' : 'No', logprob: -0.1, top_logprobs: top }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ choices: [{ message: { content: 'Yes' }, finish_reason: 'length', logprobs: { content } }] }),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, images, keys }
}

test('a model is asked about the picture on the page, and again when the scene changes', async ({ context }) => {
  const model = await heightModel()
  const studio = await StudioDriver.open(context, `#s=${encodeSceneToken(scene)}`)
  const { page } = studio
  await studio.button('Ask a model').click()
  await studio.field('Address of an OpenAI-compatible server').fill(model.url)
  await studio.field('Model').fill('height')
  await studio.field('Key, if the server wants one').fill('sk-secret')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(violation => violation.id)).toEqual([])
  await studio.picture('ask-dialog')
  await studio.button('Ask').click()
  const questions = page.getByRole('region', { name: 'Questions' }).getByRole('listitem')
  await expect(questions.nth(0)).toContainText('P(Yes) 0.90 ✗')
  await expect(questions.nth(3)).toContainText('P(Yes) 0.10 ✗')
  await studio.picture('ask-answers')
  await questions.nth(0).getByRole('button', { name: 'Share this failure' }).click()
  await expect(page.getByRole('dialog')).toContainText('height P(Yes) 0.90 wrong')
  await expect(studio.field('Link to this failure')).toHaveValue(/#s=1\.[\w-]+&f=1\.[\w-]+$/)
  await page.keyboard.press('Escape')
  await studio.button('Swap depths').click()
  await expect(questions.nth(0)).toContainText('P(Yes) 0.90 ✓')
  await expect(questions.nth(2)).toContainText('P(Yes) 0.90 ✓')
  expect(model.keys.every(key => key === 'Bearer sk-secret')).toBe(true)
  expect(decodePng(model.images[0]!)).toMatchObject({ kind: 'rgb8', widthPx: 512, heightPx: 512 })
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))
  expect(kept + page.url()).not.toContain('sk-secret')
  await studio.button('Asking height').click()
  await studio.button('Around (θ)').click()
  await expect(page.getByText('16 scenes: mean probability of the right answer')).toBeVisible()
  await expect(page.getByRole('img', { name: /^v along thetaDeg: 0° 0.90/ })).toBeVisible()
  await studio.picture('ask-sweep')
  await page.keyboard.press('Escape')
  // The same model answers about a counterfactual that the responses on the Results page know nothing of.
  await page.getByRole('link', { name: 'Results' }).click()
  const mirrored = page.getByRole('region', { name: 'Counterfactuals' }).getByRole('listitem', { name: 'Mirror' })
  await expect(mirrored).toContainText('not asked')
  await mirrored.getByRole('button', { name: 'Ask height' }).click()
  await expect(mirrored).toContainText(/height: P\(Yes\) 0\.[19]0, (right|wrong)/)
  await page.getByRole('link', { name: 'Scene', exact: true }).click()
  model.server.closeAllConnections()
  await new Promise(done => model.server.close(done))
  await studio.button('Mirror').click()
  await expect(questions.nth(0)).toContainText('no answer')
  await studio.button('Asking height').click()
  await studio.button('Stop asking').click()
  await expect(questions.nth(0)).not.toContainText('no answer')
})
