import { expect, test } from 'vitest'
import { tarEnd, tarEntry } from '../../formats/tar.ts'
import { folderFiles } from './dataset-files.ts'

test('a picture in one of the folder’s archives is read as if it were a file', async () => {
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
  const archive = [tarEntry('a-000000.png', bytes('first')), tarEntry('a-000001.png', bytes('second')), tarEnd()]
  const files = folderFiles([
    { path: 'data/dataset.json', file: new File(['{}'], 'dataset.json') },
    { path: 'data/tar/000000.tar', file: new File(archive, '000000.tar') },
  ])
  const blob = await files.read('tar/000000.tar/a-000001.png')
  expect([await blob.text(), blob.type]).toEqual(['second', 'image/png'])
  expect(await (await files.read('dataset.json')).text()).toBe('{}')
  for (const path of ['tar/000000.tar/a-000002.png', 'tar/000001.tar/a-000000.png']) {
    await expect(files.read(path)).rejects.toMatchObject({ code: 'file-missing' })
  }
})
