/** The cost of a message on a full board, counted and not timed. */
import { expect, test } from 'vitest'
import { FULL, HOSTILE } from './full-board.test.data.ts'
import { understand } from './understand.ts'

/** How often a text is read from these. */
function watched<Name>(names: readonly Name[], looked: () => void): Name[] {
  return new Proxy([...names], {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looked()
      return Reflect.get(target, name, receiver)
    },
  })
}

function looksOf(text: string): number {
  let looks = 0
  const look = () => {
    looks += 1
  }
  const { tasks = [], lists = [], categories } = FULL
  understand(text, {
    ...FULL,
    categories: watched(categories, look),
    tasks: watched(tasks, look),
    lists: watched(
      lists.map(({ name, items }) => ({ name, items: watched(items, look) })),
      look,
    ),
  })
  return looks
}

test.each(['removals', 'removals of known things', 'finished tasks', 'percent signs', 'questions'])(
  'a command more looks at each list at most, not at all that is on them: %s',
  (shape) => {
    const long = HOSTILE[shape]?.(1_000) ?? ''
    const few = looksOf(long.slice(0, 100))
    const many = looksOf(long)
    const commands = long.split(/[,?]/).length
    expect(few).toBeGreaterThan(0)
    expect((many - few) / commands).toBeLessThan(10 * 48)
  },
)
