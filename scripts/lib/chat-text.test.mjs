import { expect, test } from 'vitest'
import { eventsOf } from './chat-client.mjs'
import { printable, taskList } from './chat-text.mjs'

const task = { number: 1, title: 'write', status: 'open', completion: 0, category: 'work', dueDate: null }

test('tasks are listed one a line, with how far they are', () => {
  const second = {
    ...task,
    number: 12,
    title: 'ship',
    status: 'in_progress',
    completion: 40,
    dueDate: '2026-12-01',
  }
  expect(taskList({ tasks: [task, second] })).toBe(
    '--- Your tasks ---\n #1 write - 0%, open, work\n#12 ship - 40%, in progress, work, due 2026-12-01\n------------------\n',
  )
  expect(taskList({ tasks: [] })).toContain('None yet.')
})

test('nothing on a board can command the terminal', () => {
  expect(printable('a\u001b[2Jb\u009b31mc\r\bd\ttab\nline')).toBe('a[2Jb31mcd\ttab\nline')
  expect(taskList({ tasks: [{ ...task, title: '\u001b]0;owned\u0007' }] })).toContain('#1 ]0;owned - 0%')
})

async function read(...chunks) {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk))
  const found = []
  for await (const event of eventsOf(ReadableStream.from(bytes))) found.push(event)
  return found
}

test('events are read however the stream is cut, and a half one is none', async () => {
  const whole = new TextEncoder().encode(
    'event: text\ndata: {"append":"né"}\n\n: beat\n\ndata: {"kind":"end"}\n\ndata: {"ha',
  )
  const expected = [{ append: 'né' }, { kind: 'end' }]
  expect(await read(whole)).toEqual(expected)
  for (let at = 1; at < whole.length; at += 1) {
    expect(await read(whole.slice(0, at), whole.slice(at))).toEqual(expected)
  }
})
