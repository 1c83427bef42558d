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

test('shared, inline and rich strings, numbers, booleans, gaps', () => {
  const shared = '<sst><si><t>a &amp; b</t></si><si><r><t>one </t></r><r><t xml:space="preserve">two</t></r></si></sst>'
  const sheet = `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
    <row r="2"><c r="A2"><v>42</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="inlineStr"><is><t>x_x000D_y</t></is></c></row>
    <row r="3"/><row r="4"><c r="AA4" t="str"><f>1+1</f><v>&lt;&#x41;</v></c></row>
  </sheetData></worksheet>`
  const rows = readXlsx(workbook(sheet, shared), 'x.xlsx')
  expect(rows.slice(0, 3)).toEqual([['a & b', '', 'one two'], ['42', 'TRUE', 'x\ry'], []])
  expect(rows[3]).toHaveLength(27)
  expect(rows[3]![26]).toBe('<A')
})

test('what is no workbook is named', () => {
  const invalid = expect.objectContaining({ code: 'xlsx-invalid', where: 'x.xlsx' })
  expect(() => readXlsx(strToU8('index\tprediction'), 'x.xlsx')).toThrow(invalid)
  expect(() => readXlsx(zipSync({ 'a.txt': strToU8('a') }, { mtime: '1990-01-01' }), 'x.xlsx')).toThrow(invalid)
})

test('a workbook that lies takes neither memory nor time', () => {
  const invalid = expect.objectContaining({ code: 'xlsx-invalid', where: 'x.xlsx' })
  const cell = (reference: string) => workbook(`<sheetData><row><c r="${reference}"><v>1</v></c></row></sheetData>`)
  expect(readXlsx(cell('XFD1'), 'x.xlsx')[0]).toHaveLength(16_384)
  expect(() => readXlsx(cell('ZZZZZZ1'), 'x.xlsx')).toThrow(invalid)
  const announced = cell('A1')
  const directory = announced.findLastIndex((_, i) => announced[i] === 0x50 && announced[i + 2] === 1)
  for (let at = 0; at < directory; at++) {
    // Both members' directory entries announce 512 MB.
    if (announced[at] === 0x50 && announced[at + 2] === 1) new DataView(announced.buffer).setUint32(at + 24, 5e8, true)
  }
  expect(() => readXlsx(announced, 'x.xlsx')).toThrow(invalid)
})

test('entities that there are not stay as they are', () => {
  const text = '&constructor; &#x110000; &#X41;'
  const sheet = `<sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`
  expect(readXlsx(workbook(sheet), 'x.xlsx')).toEqual([['&constructor; &#x110000; A']])
})

const table = [
  ['index', 'question', 'prediction'],
  ['0', 'Is the "red" sphere nearer? <yes> & no', 'Yes'],
  ['1', 'ümlaut 深い', 'A. line\nbreak  '],
]

testWithPython('openpyxl', 'what openpyxl writes', () => {
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
  expect(readXlsx(readFileSync(path), path)).toEqual(table)
})

testWithPython('pandas, openpyxl', 'what pandas writes', () => {
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
  expect(readXlsx(readFileSync(path), path)).toEqual(table)
})
