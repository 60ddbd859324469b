import { expect, it } from 'vitest'
import { newId } from '#components/ui/new-id.ts'
import { idSchema } from '#lib/board/id.ts'
import * as board from '#lib/board/types.ts'
import * as words from './words.ts'

it('the screen names what the board has, in its order', () => {
  expect(words.STATUS_NAMES).toEqual(board.STATUS_NAMES)
  expect(words.STATUSES).toEqual(board.STATUSES)
  expect(words.PRIORITIES).toEqual(board.PRIORITIES)
  expect(words.EFFORTS).toEqual(board.EFFORTS)
})

it('ids made by the screen are ids to the board', () => {
  const ids = Array.from({ length: 50 }, newId)
  expect(ids.every((id) => idSchema.safeParse(id).success)).toBe(true)
  expect(new Set(ids).size).toBe(50)
})
