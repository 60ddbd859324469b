import { expect, test } from 'vitest'
import { contentDisposition, fileName } from './file-name.ts'

test.each([
  ['Home', 'Home.json'],
  ['../../etc/passwd', 'etc passwd.json'],
  ['a/b\\c:d*e?"f"<g>|h', 'a b c d e f g h.json'],
  ['...', 'board.json'],
  ['', 'board.json'],
  ['NUL', 'board NUL.json'],
  ['con', 'board con.json'],
  ['line\r\nSet-Cookie: x=1', 'lineSet-Cookie x=1.json'],
  ['invoice\u202egpj.exe', 'invoicegpj.exe.json'],
  ['Einkäufe 🛒', 'Einkäufe 🛒.json'],
  ['x'.repeat(80), `${'x'.repeat(59)}.json`],
])('%j is kept as %j', (name, file) => {
  expect(fileName(name, 'json')).toBe(file)
})

test('the header has an ASCII name and the whole name, and can’t be ended early', () => {
  expect(contentDisposition('Einkäufe 🛒 "%41".json')).toBe(
    `attachment; filename="Eink_ufe __ __41_.json"; filename*=UTF-8''Eink%C3%A4ufe%20%F0%9F%9B%92%20%22%2541%22.json`,
  )
  expect(contentDisposition("it's (mine)*.json")).toContain("UTF-8''it%27s%20%28mine%29%2a.json")
  // It is a valid header: no line ends, nothing beyond Latin-1.
  const header = contentDisposition(fileName('a\r\nb\u0000c ✓', 'csv'))
  expect(new Headers({ 'Content-Disposition': header }).get('content-disposition')).toBe(header)
})
