import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepHistory, MOST_LINES, readHistory } from './history.ts'

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'data', 'terminal-history')
}

test('the lines are there at the next start, the newest first, for their user alone', () => {
  const file = newFile()
  expect(readHistory(file)).toEqual([])
  keepHistory(['second', 'first'], file)
  expect(readHistory(file)).toEqual(['second', 'first'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  keepHistory(
    Array.from({ length: MOST_LINES + 10 }, (_, at) => `line ${at}`),
    file,
  )
  expect(readHistory(file)).toHaveLength(MOST_LINES)
  expect(readHistory(file)[0]).toBe('line 0')
})

test('a file that others could read is made private', () => {
  const file = newFile()
  keepHistory(['one'], file)
  const open = `${file}-open`
  writeFileSync(open, 'one\n', { mode: 0o644 })
  keepHistory(['two', 'one'], open)
  expect(statSync(open).mode & 0o777).toBe(0o600)
})

test('without a folder to write to, the history is lost and nothing else', () => {
  const file = newFile()
  keepHistory(['one'], file)
  keepHistory(['two'], join(file, 'below-a-file'))
  expect(readHistory(join(file, 'below-a-file'))).toEqual([])
})
