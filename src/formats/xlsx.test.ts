import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { runPython, testWithPython } from '../testing/python.ts'
import { readXlsx } from './xlsx.ts'

const dir = mkdtempSync(join(tmpdir(), 'xlsx-'))
afterAll(() => rmSync(dir, { recursive: true }))

const workbook = (sheet: string, shared = '') =>
  zipSync(
    { 'xl/worksheets/sheet1.xml': strToU8(sheet), 'xl/sharedStrings.xml': strToU8(shared) },
    { mtime: '1990-01-01' },
  )

test('shared, inline and rich strings, numbers, booleans, gaps', async () => {
  const shared = `<sst><si><t>a &amp; b</t></si><si><r><t>one </t></r><r><t xml:space="preserve">two</t></r>
    <rPh sb="0" eb="1"><t>no</t></rPh><rPh sb="1" eb="2"/></si></sst>`
  const sheet = `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
    <row r="2"><c r="A2"><v>42</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="inlineStr"><is><t>x_x000D_y</t></is></c></row>
    <row r="3"/><row/><x:row r="5"><x:c r="AA4" t="str"><f>1+1</f><x:v>&lt;&#x41;</x:v></x:c></x:row>
  </sheetData></worksheet>`
  const rows = await readXlsx(workbook(sheet, shared), 'x.xlsx')
  expect(rows.slice(0, 4)).toEqual([['a & b', '', 'one two'], ['42', 'TRUE', 'x\ry'], [], []])
  expect(rows[4]).toHaveLength(27)
  expect(rows[4]![26]).toBe('<A')
})

const invalid = { code: 'xlsx-invalid', where: 'x.xlsx' }
const refused = (bytes: Uint8Array, found: RegExp | string) =>
  expect(readXlsx(bytes, 'x.xlsx')).rejects.toMatchObject({ ...invalid, found: expect.stringMatching(found) })

test('what is no workbook is named', async () => {
  await refused(strToU8('index\tprediction'), 'no zip directory')
  await refused(zipSync({ 'a.txt': strToU8('a') }, { mtime: '1990-01-01' }), 'no sheet')
})

const cell = (reference: string) => workbook(`<sheetData><row><c r="${reference}"><v>1</v></c></row></sheetData>`)

test('a cell beyond the last column is refused, not made room for', async () => {
  expect((await readXlsx(cell('XFD1'), 'x.xlsx'))[0]).toHaveLength(16_384)
  await refused(cell('ZZZZZZ1'), 'a cell ZZZZZZ1')
})

test('rows are not filled up to a last cell that says nothing, and a table has an end', async () => {
  const rows = (cells: string, count: number) =>
    workbook(`<sheetData>${`<row>${cells}</row>`.repeat(count)}</sheetData>`)
  const empty = await readXlsx(rows('<c r="A1"><v>1</v></c><c r="XFD1"/>', 3), 'x.xlsx')
  expect(empty).toEqual([['1'], ['1'], ['1']])
  await refused(rows('<c r="XFD1"><v>1</v></c>', 700), 'more than 10000000 cells')
  // One wide row, and many that would be filled up to it.
  const wide = `<row><c r="XFD1"><v>1</v></c></row>${'<row><c r="A1"><v>1</v></c></row>'.repeat(700)}`
  await refused(workbook(`<sheetData>${wide}</sheetData>`), 'more than 10000000 cells')
})

/** A workbook whose directory lies: 32-bit numbers at places of its entries, counted from each entry's start. */
function lying(values: Readonly<Record<number, number>>): Uint8Array {
  const bytes = cell('A1')
  const view = new DataView(bytes.buffer)
  for (let at = 0; at + 46 <= bytes.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue
    for (const [place, value] of Object.entries(values)) view.setUint32(at + Number(place), value, true)
  }
  return bytes
}
const [PACKED, UNPACKED] = [20, 24]

test('a workbook that announces more than it holds is refused before it is given the memory', async () => {
  await refused(lying({ [UNPACKED]: 2e8 }), 'that announce 200000000')
  await refused(lying({ [UNPACKED]: 2e8, [PACKED]: 2e8 }), 'an archive that is cut short')
  await refused(lying({ [UNPACKED]: 5000 }), 'unpacked bytes where the directory says 5000')
})

test('a count of members that are not there is not counted through', async () => {
  const bytes = cell('A1')
  const view = new DataView(bytes.buffer)
  view.setUint16(bytes.length - 22 + 10, 0xfffe, true)
  await refused(bytes, '2 members')
})

test('entities that there are not stay as they are', async () => {
  const text = '&constructor; &#x110000; &#X41;'
  const sheet = `<sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`
  expect(await readXlsx(workbook(sheet), 'x.xlsx')).toEqual([['&constructor; &#x110000; A']])
})

const table = [
  ['index', 'question', 'prediction'],
  ['0', 'Is the "red" sphere nearer? <yes> & no', 'Yes'],
  ['1', 'ümlaut 深い', 'A. line\nbreak  '],
]

testWithPython('openpyxl', 'what openpyxl writes', async () => {
  const path = join(dir, 'openpyxl.xlsx')
  runPython(
    `
import json, sys, openpyxl
book = openpyxl.Workbook()
sheet = book.active
for row in json.loads(sys.argv[2]):
    sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
book.create_sheet('other').append(['not this one'])
book.save(sys.argv[1])
`,
    [path, JSON.stringify(table)],
  )
  expect(await readXlsx(readFileSync(path), path)).toEqual(table)
})

testWithPython('pandas, openpyxl', 'what pandas writes', async () => {
  const path = join(dir, 'pandas.xlsx')
  runPython(
    `
import json, sys
import pandas as pd
header, *rows = json.loads(sys.argv[2])
pd.DataFrame(rows, columns=header).to_excel(sys.argv[1], index=False)
`,
    [path, JSON.stringify(table)],
  )
  expect(await readXlsx(readFileSync(path), path)).toEqual(table)
})
