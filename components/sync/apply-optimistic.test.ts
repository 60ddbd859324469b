import { expect, it } from 'vitest'
import type { Command } from '#lib/board/commands/registry.ts'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'
import { replay } from './apply-optimistic.ts'

const add = (id: string, text: string): Command => ({
  name: 'add_items',
  input: { id, list: 'shopping', items: [text] },
})
const texts = (board: typeof EMPTY_BOARD) => [...board.items.values()].map((item) => item.text)

it('several commands of one call are shown together', () => {
  const board = replay(EMPTY_BOARD, [{ command: [add('call-000', 'milk'), add('call-001', 'eggs')], at: 0 }])
  expect(texts(board)).toEqual(['milk', 'eggs'])
})

it('if one of them would be refused none is shown, but later calls are', () => {
  const refused: Command = { name: 'delete_list', input: { list: 'packing' } }
  const board = replay(EMPTY_BOARD, [
    { command: [add('call-000', 'milk'), refused], at: 0 },
    { command: add('call-002', 'bread'), at: 0 },
  ])
  expect(texts(board)).toEqual(['bread'])
})
