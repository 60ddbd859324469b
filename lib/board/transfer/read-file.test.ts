import { expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import { taskRow } from '../testing.ts'
import { readFile } from './read-file.ts'

const NOW = Date.UTC(2026, 10, 27)

const task = (number: number, more: object = {}) => taskRow(number, { createdAt: NOW, ...more })
const CATEGORY = { id: 'category-1', name: 'general', rank: 'a0' }
const ITEM = { id: 'item-0001', listId: 'list-0001', text: 'milk', checked: false, rank: 'a0' }
const LIST = { id: 'list-0001', name: 'shopping', rank: 'a0', items: [ITEM] }
const CHECKPOINT = { id: 'checkpoint-1', name: 'monday', at: 2, createdAt: NOW }
const TURN = { id: 'turn-0001', status: 'completed', run: 1, model: 'm', startedAt: NOW, endedAt: NOW }
const MESSAGE = {
  id: 'message-1',
  role: 'user',
  parts: [{ type: 'text', text: 'hello' }],
  turnId: 'turn-0001',
  position: 1,
  version: 1,
  createdAt: NOW,
}
const change = (table: string, row: { id: string }) => ({ table, id: row.id, before: null, after: row })
const revision = (number: number, changes: object[], more: object = {}) => ({
  number,
  actor: number === 1 ? 'system' : 'user',
  turnId: null,
  kind: 'edit',
  reply: 'Done.',
  undoes: [],
  undoneBy: null,
  commands: [{ name: 'x', input: {} }],
  changes,
  createdAt: NOW,
  ...more,
})

/** A valid file: one task, one list, one value, and their log. */
function rightFile() {
  const { items: _items, ...list } = LIST
  const value = { id: 'counter', json: '3', expiresAt: null }
  return {
    format: 'taskboard/2',
    session: { id: 's', name: 'Home', revision: 3, nextNumber: 2, createdAt: NOW },
    state: { tasks: [task(1)], categories: [CATEGORY], lists: [LIST], counter: 3 } as Record<string, unknown>,
    expires: {} as Record<string, unknown>,
    deleted: [] as string[],
    checkpoints: [CHECKPOINT],
    turns: [TURN],
    messages: [MESSAGE] as object[],
    revisions: [
      revision(1, [change('category', CATEGORY)]),
      revision(2, [
        change('task', task(1)),
        change('list', list),
        change('item', ITEM),
        change('value', value),
      ]),
      revision(3, [change('checkpoint', CHECKPOINT)]),
    ],
  }
}
type File = ReturnType<typeof rightFile>

/** Serializes what overflows `JSON.stringify`. */
function textOf(value: unknown): string {
  if (Array.isArray(value) && value.length === 1 && Array.isArray(value[0])) {
    let [inner, levels]: [unknown[], number] = [value, 1]
    for (; Array.isArray(inner[0]); levels += 1) inner = inner[0]
    return '['.repeat(levels) + ']'.repeat(levels)
  }
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${textOf(inner)}`)
    .join(',')}}`
}

const read = (file: unknown, now = NOW) => readFile(JSON.stringify(file), now)

function problemOf(spoil: (file: File) => void) {
  const file = rightFile()
  spoil(file)
  const found = read(file)
  return found.ok ? null : found
}

test('a valid file is read, with its history', () => {
  const found = read(rightFile())
  expect(found).toMatchObject({ ok: true, boards: [{ history: { nextNumber: 2 } }] })
})

test.each([
  ['nothing', '', 'The file isn’t valid JSON'],
  ['half of it', '{', 'The file isn’t valid JSON'],
  ['a slip', '{"format":"taskboard/2",\n"x" 1}', 'The file isn’t valid JSON (line 2 column 5).'],
  ['null', 'null', 'This isn’t a Taskboard export.'],
  ['a list', '[]', 'This isn’t a Taskboard export.'],
  ['a later format', '{"format":"taskboard/3"}', 'This isn’t a Taskboard export.'],
  ['an abyss without an end', '['.repeat(200_000), 'The file isn’t valid JSON'],
  ['an abyss', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'This isn’t a Taskboard export.'],
])('%s is refused', (_what, text, message) => {
  expect(readFile(text, NOW)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
})

const values = (n: number, size = 1) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 'x'.repeat(size)]))
const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })

test.each<[string, (file: File) => void, string]>([
  ['state.tasks', (file) => Object.assign(file.state, { tasks: undefined }), 'Missing.'],
  ['state.tasks[0].title', ({ state }) => (state.tasks = [task(1, { title: ' ' })]), 'Title can’t be empty.'],
  [
    'state.tasks[1].title',
    ({ state }) => (state.tasks = [task(1), task(2, { title: 'x'.repeat(501) })]),
    'Titles can have up to 500 characters; this one has 501.',
  ],
  ['state.tasks[0].number', ({ state }) => (state.tasks = [task(0)]), 'Numbers of tasks begin at 1.'],
  [
    'state.tasks[1].number',
    ({ state }) => (state.tasks = [task(1), task(1, { id: 'other-001' })]),
    'Duplicate',
  ],
  ['state.tasks[1].id', ({ state }) => (state.tasks = [task(1), task(2, { id: 'task-0001' })]), 'Duplicate'],
  [
    'state.tasks[0].categoryId',
    ({ state }) => (state.tasks = [task(1, { categoryId: 'x' })]),
    'Category not in the file',
  ],
  [
    'state.tasks[0].status',
    ({ state }) => (state.tasks = [task(1, { status: 'banana' })]),
    'Use open, in_progress or done.',
  ],
  ['state.tasks[0].completion', ({ state }) => (state.tasks = [task(1, { completion: 100 })]), 'is done'],
  [
    'state.tasks[0].dueDate',
    ({ state }) => (state.tasks = [task(1, { dueDate: '2026-02-30' })]),
    'Use a date',
  ],
  ['state.tasks[0].rank', ({ state }) => (state.tasks = [task(1, { rank: 'Zz~' })]), 'Not a valid rank'],
  [
    'state.tasks[0].createdAt',
    ({ state }) => (state.tasks = [task(1, { createdAt: 9e15 })]),
    'A time is a number of milliseconds',
  ],
  [
    'state.tasks[0].notes',
    ({ state }) => (state.tasks = [task(1, { notes: 'x'.repeat(10_001) })]),
    'Notes can',
  ],
  [
    'state.categories[1].name',
    ({ state }) => (state.categories = [CATEGORY, { ...CATEGORY, id: 'c2', name: 'General' }]),
    'Duplicate',
  ],
  [
    'state.lists[1].name',
    ({ state }) => (state.lists = [LIST, { ...LIST, id: 'l2', name: 'Shopping list', items: [] }]),
    'Duplicate',
  ],
  [
    'state.lists[0].items[1].text',
    ({ state }) => (state.lists = [{ ...LIST, items: [ITEM, { ...ITEM, id: 'i2', text: 'MILK' }] }]),
    'Duplicate',
  ],
  [
    'state.lists[0].items[0].listId',
    ({ state }) => (state.lists = [{ ...LIST, items: [{ ...ITEM, listId: 'x' }] }]),
    'another list',
  ],
  [
    'state.lists[0].items',
    ({ state }) => (state.lists = [{ ...LIST, items: Array(501).fill(ITEM) }]),
    'up to 500 items',
  ],
  ['state.shopping_list', ({ state }) => (state.shopping_list = 1), 'A list already uses this key.'],
  ['state.a.b', ({ state }) => (state['a.b'] = 1), 'Keys can’t contain dots'],
  ['state.constructor', ({ state }) => Object.assign(state, { constructor: 1 }), 'cannot be a key'],
  ['state.deep', ({ state }) => (state.deep = deep(9)), 'levels deep'],
  ['state.big', ({ state }) => (state.big = 2 ** 53), 'too large'],
  ['state.long', ({ state }) => (state.long = 'x'.repeat(16_000)), 'up to 16000'],
  ['state.user', ({ state }) => (state.user = { age: -1 }), 'user.age does not fit'],
  [
    'state.token',
    ({ state }) => (state.token = 'sk-proj-9aZ4kQ7rT2mX8vB3nL6cW1yD5fH0jP'),
    'That looks like an',
  ],
  ['state', ({ state }) => Object.assign(state, values(200)), 'up to 200 values'],
  ['state', ({ state }) => Object.assign(state, values(20, 15_000)), 'characters in total'],
  ['expires.counter', (file) => (file.expires.counter = 'soon'), 'A time is'],
  ['deleted[0]', (file) => (file.deleted = ['tasks']), 'Tasks are changed with'],
  [
    'checkpoints[1].name',
    (file) => file.checkpoints.push({ ...CHECKPOINT, id: 'other-01', name: 'Monday' }),
    'Duplicate',
  ],
  [
    'session.instructions',
    (file) => Object.assign(file.session, { instructions: 'x'.repeat(4_001) }),
    'up to 4000',
  ],
  ['session.nextNumber', (file) => Object.assign(file.session, { nextNumber: 0 }), 'Must be at least 1.'],
  ['turns[1].id', (file) => file.turns.push(TURN), 'Duplicate'],
  ['turns[0].status', (file) => (file.turns = [{ ...TURN, status: 'dancing' }]), 'Use running, waiting,'],
  [
    'messages[0].turnId',
    (file) => (file.messages = [{ ...MESSAGE, turnId: 'gone' }]),
    'Turn not in the file',
  ],
  ['messages[1].turnId', (file) => file.messages.push({ ...MESSAGE, id: 'm2', position: 2 }), 'already'],
  ['messages[1].position', (file) => file.messages.push({ ...MESSAGE, id: 'm2', turnId: null }), 'Duplicate'],
  [
    'messages[0].parts',
    (file) => (file.messages = [{ ...MESSAGE, parts: [{ type: 'text', text: 'x'.repeat(8_001) }] }]),
    'up to 8000',
  ],
  [
    'messages[0].parts',
    (file) => (file.messages = [{ ...MESSAGE, parts: [{ type: 'notice', tone: 'info', text: '' }] }]),
    'text alone',
  ],
  [
    'messages[0].parts[0].type',
    (file) => (file.messages = [{ ...MESSAGE, parts: [{ type: 'script' }] }]),
    '',
  ],
  [
    'messages[0].turnId',
    (file) => (file.messages = [{ ...MESSAGE, role: 'assistant', turnId: null }]),
    'belongs to a turn',
  ],
  [
    'revisions[1].changes[0].after.title',
    (file) => (file.revisions[1] = revision(2, [change('task', task(1, { title: '' }))])),
    'Title can’t be empty.',
  ],
  [
    'revisions[1].changes[0].after.id',
    (file) => (file.revisions[1] = revision(2, [{ ...change('task', task(1)), id: 'another-1' }])),
    'another id',
  ],
  [
    'revisions[1].changes[0].before',
    (file) =>
      (file.revisions[1] = revision(2, [
        { table: 'task', id: 'task-0001', before: { colour: 1 }, after: { colour: 2 } },
      ])),
    'colour',
  ],
  [
    'revisions[1].changes[0].after.json',
    (file) =>
      (file.revisions[1] = revision(2, [
        change('value', {
          id: 'a',
          json: '"sk-proj-9aZ4kQ7rT2mX8vB3nL6cW1yD5fH0jP"',
          expiresAt: null,
        } as never),
      ])),
    'That looks like an API key',
  ],
  [
    'revisions[1].changes[0].after.json',
    (file) =>
      (file.revisions[1] = revision(2, [
        change('value', { id: 'a', json: '{"x', expiresAt: null } as never),
      ])),
    'Not valid JSON.',
  ],
  [
    'revisions[0].actor',
    (file) => Object.assign(file.revisions[0] ?? {}, { actor: 'god' }),
    'Use user, agent, mcp, import or system.',
  ],
  [
    'revisions[0].commands',
    (file) => Object.assign(file.revisions[0] ?? {}, { commands: deep(40) }),
    'levels deep',
  ],
])('%s', (path, spoil, message) => {
  const problem = problemOf(spoil)
  expect(problem?.path).toBe(path)
  expect(problem?.message).toContain(`${path}: `)
  expect(problem?.message).toContain(message)
})

const abyss = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown
const call = { type: 'tool', callId: 'c', step: 0, name: 'x', state: 'done', output: null, revision: null }

test.each<[string, (file: File) => void]>([
  ['messages[0].parts[0]', (file) => (file.messages = [{ ...MESSAGE, parts: abyss(20_000) }])],
  [
    'messages[0].parts[0]',
    (file) => {
      const parts = [{ ...call, startedAt: 1, endedAt: 1, input: abyss(20_000) }]
      file.messages = [{ ...MESSAGE, role: 'assistant', parts }]
    },
  ],
  ['revisions[0].commands', (file) => Object.assign(file.revisions[0] ?? {}, { commands: abyss(20_000) })],
  ['state.abyss', ({ state }) => (state.abyss = abyss(20_000))],
])('%s nested 20,000 levels deep is refused with its place', (path, spoil) => {
  const file = rightFile()
  spoil(file)
  expect(readFile(textOf(file), NOW)).toMatchObject({
    ok: false,
    path,
    message: expect.stringContaining('levels deep'),
  })
})

test.each<[string, (file: File, rows: unknown[]) => void, number]>([
  ['state.tasks', ({ state }, rows) => (state.tasks = rows), LIMITS.tasksPerSession],
  ['state.categories', ({ state }, rows) => (state.categories = rows), LIMITS.categoriesPerSession],
  ['state.lists', ({ state }, rows) => (state.lists = rows), LIMITS.listsPerSession],
  ['state.lists[0].items', ({ state }, items) => (state.lists = [{ items }]), LIMITS.itemsPerList],
  ['deleted', (file, rows) => (file.deleted = rows as string[]), LIMITS.valuesPerSession],
  ['checkpoints', (file, rows) => (file.checkpoints = rows as never), LIMITS.checkpointsPerSession],
  ['messages', (file, rows) => (file.messages = rows as object[]), LIMITS.importedMessages],
  ['messages[0].parts', (file, parts) => (file.messages = [{ parts }]), LIMITS.importedParts],
  ['turns', (file, rows) => (file.turns = rows as never), LIMITS.importedMessages],
  ['revisions', (file, rows) => (file.revisions = rows as never), LIMITS.importedRevisions],
  [
    'revisions',
    (file, changes) => (file.revisions = [{ changes: [0] }, { changes }] as never),
    LIMITS.importedChanges - 1,
  ],
])('%s: more than the limit is refused before a row is looked at', (path, fill, limit) => {
  const problem = problemOf((file) => fill(file, Array(limit + 1).fill(0)))
  expect(problem).toMatchObject({ code: 'limit', path })
  expect(problem?.message).toMatch(/\d/)
})

test('a file with too many values for memory is refused before it is parsed', () => {
  const text = `[${'{},'.repeat(LIMITS.importedEntries / 2)}1`
  expect(readFile(text, NOW)).toMatchObject({ ok: false, code: 'limit' })
})

test('in a file of everything, a problem names the board', () => {
  const [first, second] = [rightFile(), rightFile()]
  second.state.tasks = [task(1, { title: '' })]
  expect(read({ format: 'taskboard/2', boards: [first, second] })).toMatchObject({
    path: 'boards[1].state.tasks[0].title',
    message: 'boards[1].state.tasks[0].title: Title can’t be empty.',
  })
  const many = Array.from({ length: LIMITS.sessionsPerUser + 1 }, rightFile)
  expect(read({ format: 'taskboard/2', boards: many })).toMatchObject({ path: 'boards' })
})

test('a key such as __proto__ is refused and pollutes nothing', () => {
  const text = JSON.stringify(rightFile()).replace(
    '"counter":3',
    '"counter":3,"__proto__":{"tasks":[],"is":"evil"}',
  )
  const found = readFile(text, NOW)
  expect(found.ok ? found.boards[0]?.rows.value.map(({ id }) => id) : found.path).toEqual(
    found.ok ? ['counter'] : 'state.__proto__',
  )
  expect(({} as { is?: string }).is).toBeUndefined()
})

test.each<[string, (file: File) => void]>([
  ['a revision is missing', (file) => file.revisions.splice(1, 1)],
  ['the numbers do not count up', (file) => Object.assign(file.revisions[2] ?? {}, { number: 4 })],
  [
    'an edit of what was otherwise',
    (file) =>
      file.revisions.push(
        revision(4, [{ table: 'task', id: 'task-0001', before: { title: 'x' }, after: { title: 'task 1' } }]),
      ),
  ],
  [
    'a removal of what was not there',
    (file) =>
      file.revisions.push(
        revision(4, [{ ...change('task', task(2)), before: task(2), after: null } as never]),
      ),
  ],
  ['something added twice', (file) => file.revisions.push(revision(4, [change('task', task(1))]))],
  ['the log leads to more', (file) => file.revisions.push(revision(4, [change('task', task(2))]))],
  ['the log leads to less', (file) => (file.state.tasks = [task(1), task(2)])],
  ['the log leads elsewhere', (file) => (file.state.tasks = [task(1, { title: 'by hand' })])],
  ['a value is another', (file) => (file.state.counter = 4)],
  ['an expiry is another', (file) => (file.expires.counter = NOW + 1)],
  ['an undo of what comes later', (file) => Object.assign(file.revisions[1] ?? {}, { undoes: [3] })],
  [
    'an undo of what is undone',
    (file) => file.revisions.push(revision(4, [], { undoes: [3] }), revision(5, [], { undoes: [3] })),
  ],
])('%s: the rows come without a history', (_what, spoil) => {
  const file = rightFile()
  spoil(file)
  expect(read(file)).toMatchObject({ ok: true, boards: [{ history: null }] })
})

test('active undos follow from the log, not from what the file claims', () => {
  const file = rightFile()
  file.revisions.push(
    revision(4, [], { kind: 'undo', undoes: [3] }),
    revision(5, [], { kind: 'redo', undoes: [4], undoneBy: 3 }),
  )
  const found = read(file)
  const log = found.ok ? found.boards[0]?.history?.revisions : []
  expect(log?.map(({ undoneBy }) => undoneBy)).toEqual([null, null, null, 5, null])
})

test('a forged log of undos of undos is refused quickly', () => {
  const file = rightFile()
  // Each undoes all active undos before it: the work would double with every one.
  for (let number = 4; number <= 4_000; number += 1) {
    file.revisions.push(revision(number, [], { undoes: number === 4 ? [3] : [number - 1] }))
  }
  const since = performance.now()
  expect(read(file)).toMatchObject({ ok: true, boards: [{ history: null }] })
  expect(performance.now() - since).toBeLessThan(5_000)
})

test('a value that has expired when the file is read is left out, and the history stays', () => {
  const file = rightFile()
  const value = { id: 'code', json: '"a"', expiresAt: NOW + 1 }
  file.state.code = 'a'
  file.expires.code = NOW + 1
  file.revisions.push(revision(4, [change('value', value)]))
  const counter = { id: 'counter', json: '3', expiresAt: null }
  for (const [now, rows] of [
    [NOW, [counter, value]],
    [NOW + 1, [counter]],
  ] as const) {
    const found = read(file, now)
    expect(found.ok && found.boards[0]?.rows.value).toEqual(rows)
    expect(found.ok && found.boards[0]?.history).not.toBeNull()
  }
  // It had expired when the file was written, even if the clock is behind here.
  file.revisions[3] = revision(4, [change('value', { ...value, json: null } as never)])
  delete file.state.code
  const found = read(file, NOW - 1_000)
  expect(found.ok && found.boards[0]?.history).not.toBeNull()
})
