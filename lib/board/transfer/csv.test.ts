import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#lib/testing.ts'
import { taskRow } from '../testing.ts'
import { csvHead, csvRow, textCell } from './csv.ts'

const TASK = taskRow(3, {
  title: 'Book dentist',
  status: 'in_progress',
  completion: 50,
  categoryId: 'c',
  priority: 'high',
  dueDate: '2026-11-27',
  rank: 'a0',
  createdAt: Date.UTC(2026, 10, 1, 9, 30),
} as const)

/** Strict RFC 4180: rows end in CRLF, quotes only around whole cells, doubled inside. */
function parse(csv: string): string[][] {
  const rows: string[][] = []
  let rest = csv
  while (rest !== '') {
    const row: string[] = []
    for (;;) {
      const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
      if (!cell) throw new Error(`no CSV: ${JSON.stringify(rest.slice(0, 60))}`)
      rest = rest.slice(cell[0].length)
      row.push(cell[1] === undefined ? (cell[2] ?? '') : cell[1].replaceAll('""', '"'))
      if (cell[3] === '\r\n') break
    }
    rows.push(row)
  }
  return rows
}

test('a row holds all of a task; numbers and dates stay numbers and dates', () => {
  const [head, row] = parse(csvHead().slice(1) + csvRow(TASK, 'personal'))
  expect(csvHead()).toMatch(/^\uFEFFNumber,Title,/)
  expect(Object.fromEntries((head ?? []).map((name, i) => [name, row?.[i]]))).toEqual({
    Number: '3',
    Title: 'Book dentist',
    Status: 'In progress',
    Percent: '50',
    Category: 'personal',
    Priority: 'high',
    Effort: 'none',
    Due: '2026-11-27',
    Labels: '',
    Notes: '',
    'Blocked by': '',
    Created: '2026-11-01 09:30:00',
    Done: '',
  })
})

test.each([
  ['=HYPERLINK("https://evil.example","click")', '\'=HYPERLINK("https://evil.example","click")'],
  ['+1-800', "'+1-800"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['|cmd', "'|cmd"],
  ['＝1+1', "'＝1+1"],
  ['＠x', "'＠x"],
  ['  =1', "  '=1"],
  ['"=1', '"\'=1'],
  ['first line\n=second', "first line\n'=second"],
  ['a;=1', "a;'=1"],
  ['a;"=1', 'a;"\'=1'],
  ['1 - 2 = -1', '1 - 2 = -1'],
  ['mail me@example.org', 'mail me@example.org'],
  ['half; whole', 'half; whole'],
])('%j becomes %j', (text, cell) => {
  expect(parse(`${textCell(text)}\r\n`)).toEqual([[cell]])
})

test('any task is one row, and none of its cells begins a formula, whatever the delimiter', () => {
  const wild = fc.string({ unit: fc.constantFrom(...'=+-@|＝;,"\'\t\r\n ab1') })
  fc.assert(
    fc.property(wild, wild, wild, (title, notes, category) => {
      const csv = csvRow({ ...TASK, title, notes }, category)
      const rows = parse(csv)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toHaveLength(13)
      const cells = [...(rows[0] ?? []), ...csv.split(/[;\t\r\n]/)]
      for (const cell of cells) expect(cell).not.toMatch(/^[ "]*[=+\-@|＝]/)
    }),
    { numRuns: runs(500) },
  )
})
