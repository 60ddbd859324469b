/** Random steps on a board: every command, in every order. */
import fc from 'fast-check'
import type { AllRows } from '#db/board-store.ts'
import { STATUSES } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'

const TEXTS = ['milk', 'Milk', 'MILK ', 'eggs', 'egg', 'oat milk', 'bread', 'かき', 'かぎ'] as const
const LISTS = ['shopping', 'Shopping List', 'packing', '🛒', 'wish'] as const
const KEYS = [
  'a',
  'b',
  'b.c',
  'b.d.e',
  'user.name',
  'user.age',
  'counter',
  'shopping_list',
  'list[0]',
] as const

const pick = fc.nat(7)
const text = fc.constantFrom(...TEXTS)
const texts = fc.array(text, { minLength: 1, maxLength: 4 })
const list = fc.constantFrom(...LISTS)
const someList = fc.option(list, { nil: undefined })
const key = fc.constantFrom(...KEYS)
const title = fc.string({ minLength: 1, maxLength: 12 })
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.integer({ min: -3, max: 200 }),
  fc.record({ c: fc.nat(3), d: fc.constant({ e: 1 }) }, { requiredKeys: [] }),
)
const ttl = fc.constantFrom(undefined, undefined, null, 15, 60)
const state = fc.dictionary(
  fc.constantFrom('a', 'b', 'user', 'counter', 'shopping_list', 'new_list'),
  value,
  { maxKeys: 3 },
)
const lists = fc.record({ shopping_list: fc.array(text, { maxLength: 4 }) })

/** The current board for a step: its rows and its revision. */
export type Scene = Pick<AllRows, 'task' | 'category' | 'list' | 'item' | 'checkpoint'> & {
  revision: number
  /** Ids of rows that were removed before. */
  gone: readonly string[]
}
type Command = { name: string; input: object }
type Step = (scene: Scene) => Command

const at = <T>(rows: readonly T[], index: number): T | undefined => rows[index % Math.max(1, rows.length)]
const idAt = (rows: readonly { id: string }[], index: number) => at(rows, index)?.id ?? newId()

function steps<T>(weight: number, arbitrary: fc.Arbitrary<T>, make: (input: T, scene: Scene) => Command) {
  return {
    weight,
    arbitrary: arbitrary.map(
      (input): Step =>
        (scene) =>
          make(input, scene),
    ),
  }
}
const command = (name: string, input: object): Command => ({ name, input })

const labels = fc.array(fc.constantFrom('phone', 'Phone', 'on hold', 'é'), { maxLength: 3 })

const ON_TASKS = [
  steps(2, fc.record({ pick, add: labels, remove: labels }), ({ pick: n, add, remove }, { task }) =>
    command('update_task', { task: idAt(task, n), add_labels: add, remove_labels: remove }),
  ),
  steps(3, fc.record({ title, pick, labels }), ({ title, pick: n, labels }, { category }) =>
    command('add_task', { id: newId(), title, labels, category: n > 3 ? at(category, n)?.id : undefined }),
  ),
  steps(2, fc.record({ pick, title }), ({ pick: n, title }, { task }) =>
    command('update_task', { task: idAt(task, n), title }),
  ),
  steps(1, fc.record({ pick, percent: fc.nat(100) }), ({ pick: n, percent }, { task, category }) =>
    command('update_task', { task: idAt(task, n), completion: percent, category: at(category, percent)?.id }),
  ),
  steps(2, fc.record({ pick, near: pick, status: fc.constantFrom(...STATUSES) }), (move, { task }) =>
    command('move_task', { task: idAt(task, move.pick), status: move.status, before: idAt(task, move.near) }),
  ),
  steps(1, pick, (n, { task }) => command('remove_task', { task: idAt(task, n) })),
  steps(1, pick, (n, { task }) => command('repair_task', { task: idAt(task, n) })),
  steps(1, fc.array(pick, { minLength: 1, maxLength: 3 }), (ns, { task }) =>
    command('remove_tasks', { tasks: ns.map((n) => idAt(task, n)) }),
  ),
  steps(1, fc.constantFrom('home', 'Home', 'garden'), (name) =>
    command('add_category', { id: newId(), name }),
  ),
  steps(
    1,
    fc.record({ pick, name: fc.constantFrom('home', 'work', 'shed') }),
    ({ pick: n, name }, { category }) => command('rename_category', { category: idAt(category, n), name }),
  ),
  steps(1, pick, (n, { category }) => command('remove_category', { category: idAt(category, n) })),
]

export const ON_LISTS = [
  steps(5, fc.record({ list: someList, items: texts }), (input) =>
    command('add_items', { id: newId(), ...input }),
  ),
  steps(1, list, (name) => command('create_list', { id: newId(), name })),
  steps(
    2,
    fc.record({ list: someList, items: texts, checked: fc.option(fc.boolean(), { nil: undefined }) }),
    (input) => command('check_items', input),
  ),
  steps(2, fc.record({ list: someList, items: texts }), (input) => command('remove_items', input)),
  steps(
    2,
    fc.record({ pick, text, near: pick, how: fc.nat(2) }),
    ({ pick: n, text, near, how }, { item }) => {
      const row = at(item, n)
      const place = how > 0 ? { before: near > 5 ? null : idAt(item, near) } : {}
      const words = how < 2 ? { text } : {}
      return command('edit_item', {
        list: row?.listId ?? 'none',
        item: row?.id ?? newId(),
        ...words,
        ...place,
      })
    },
  ),
  steps(1, list, (name) => command('clear_list', { list: name })),
  steps(1, fc.record({ pick, name: list }), ({ pick: n, name }, scene) =>
    command('rename_list', { list: at(scene.list, n)?.name ?? 'none', name }),
  ),
  steps(1, list, (name) => command('delete_list', { list: name })),
]

const ON_VALUES = [
  steps(4, fc.record({ key, value, ttl_seconds: ttl }), (input) => command('set_value', input)),
  steps(2, fc.record({ key, by: fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }) }), (input) =>
    command('increment_value', input),
  ),
  steps(1, fc.record({ key, fields: fc.dictionary(fc.constantFrom('x', 'y'), value) }), (input) =>
    command('update_value', input),
  ),
  steps(1, key, (name) => command('delete_value', { key: name })),

  steps(2, fc.record({ state: fc.oneof(state, lists), overwrite: fc.boolean() }), (input) =>
    command('merge_state', { id: newId(), ...input }),
  ),
  steps(2, fc.oneof(state, lists), (updates) =>
    command('update_session_state', { id: newId(), session_state_updates: updates }),
  ),
]

const ON_CHECKPOINTS = [
  steps(2, fc.constantFrom('one', 'One', 'two'), (name) => command('save_checkpoint', { id: newId(), name })),
  steps(1, pick, (n, { checkpoint }) => command('remove_checkpoint', { checkpoint: idAt(checkpoint, n) })),
  steps(1, fc.constantFrom('one', 'two', undefined), (checkpoint) => command('restore', { checkpoint })),
  steps(1, fc.nat(30), (back, { revision }) =>
    command('restore', { revision: Math.max(1, revision - back) }),
  ),
]

const whose = fc.constantFrom('own', 'any')
const BACK_AND_FORTH = [
  steps(2, fc.nat(20), (n, { gone }) => command('bring_back', { row: at(gone, n) ?? newId() })),
  steps(3, whose, (input) => command('undo', { whose: input })),
  steps(2, whose, (input) => command('redo', { whose: input })),
  steps(2, fc.nat(12), (back, { revision }) => command('undo', { revision: Math.max(1, revision - back) })),
]

export const actor = fc.constantFrom('user' as const, 'agent' as const, 'mcp' as const)
/** Seconds that pass before a step, so that some values expire. */
const wait = fc.constantFrom(0, 0, 0, 1, 10, 30)

const by = <S extends { weight: number; arbitrary: fc.Arbitrary<Step> }>(all: readonly S[]) =>
  fc.record({ actor, wait, step: fc.oneof(...all) })

const CLEARING = [
  steps(1, fc.constant(null), () => command('clear_values', {})),
  steps(1, fc.constantFrom(...STATUSES), (status) => command('clear_column', { status })),
]

export const anyStep = by([
  ...ON_TASKS,
  ...ON_LISTS,
  ...ON_VALUES,
  ...ON_CHECKPOINTS,
  ...BACK_AND_FORTH,
  ...CLEARING,
])
/** Without commands that read the log, which a browser doesn’t have. */
export const decidedAnywhere = by([...ON_TASKS, ...ON_LISTS, ...ON_VALUES, ...CLEARING])
export const onLists = by([...ON_LISTS, ...BACK_AND_FORTH])
export type AnyStep = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

/** The initial rows, so that steps find something to change. */
export const SEED: readonly Command[] = [
  ...['one', 'two', 'three', 'four'].map((word) => command('add_task', { id: newId(), title: word })),
  command('add_items', { id: newId(), list: 'shopping', items: ['milk', 'eggs', 'bread'] }),
  command('add_items', { id: newId(), list: 'packing', items: ['milk', 'かき'] }),
  command('set_value', { key: 'a', value: 1 }),
  command('set_value', { key: 'b', value: { c: 1, d: { e: 2, f: [3] } } }),
  command('set_value', { key: 'counter', value: 5, ttl_seconds: 60 }),
]
