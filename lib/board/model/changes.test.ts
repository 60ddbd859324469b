import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apply, type Change, edit, invert, isSame, squash } from './changes.ts'
import { EMPTY_BOARD } from './tables.ts'
import type { List } from './types.ts'

/** A row with a field that holds a list. */
type Tagged = List & { tags: string[] }
const row = (tags: string[]): Tagged => ({ id: 'a', name: 'one', rank: 'a0', tags })
const setTags = (from: string[], to: string[]) => edit('list', row(from), { tags: [...to] } as Partial<List>)
const tags = fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 })
const boardWith = (held: Tagged) => ({ ...EMPTY_BOARD, lists: new Map([[held.id, held]]) })

test('fields that hold lists are compared by their contents', () => {
  fc.assert(
    fc.property(tags, tags, (one, other) => {
      const equal = JSON.stringify(one) === JSON.stringify(other)
      expect(isSame(one, other)).toBe(equal)
      expect(setTags(one, other) === null).toBe(equal)
    }),
  )
})

test('an edit of a list field and its inverse restore it, and squashed they are no change', () => {
  fc.assert(
    fc.property(tags, tags, (one, other) => {
      const change = setTags(one, other)
      if (!change) return
      const back = invert(change)
      expect(apply(apply(boardWith(row(one)), [change]), [back]).lists.get('a')).toEqual(row(one))
      const again = setTags(other, one) as Change
      expect(squash([change, again])).toEqual([])
    }),
  )
})
