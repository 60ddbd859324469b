import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byRank, placeAt, rankAfter } from './rank.ts'

type Row = { id: string; rank: string }
const row = (id: string, rank: string): Row => ({ id, rank })

function place(rows: Row[], moved: Row, index: number): Row[] {
  const ranks = placeAt(rows, moved, index)
  return [...rows, moved].map((each) => ({ ...each, rank: ranks.get(each.id) ?? each.rank })).sort(byRank)
}

test('a row put between two equal ranks gets its own place', () => {
  const rows = [row('a', 'a0'), row('b', 'a0')]
  expect(place(rows, row('c', 'zz'), 1).map((each) => each.id)).toEqual(['a', 'c', 'b'])
})

test('a thousand inserts at one place keep their order and short ranks', () => {
  let rows = [row('first', 'a0'), row('last', 'a1')]
  const ids: string[] = []
  for (let i = 0; i < 1000; i++) {
    ids.unshift(`n${i}`)
    rows = place(rows, row(`n${i}`, ''), 1)
  }
  expect(rows.map((each) => each.id)).toEqual(['first', ...ids, 'last'])
  expect(Math.max(...rows.map((each) => each.rank.length))).toBeLessThanOrEqual(32)
})

test('any sequence of moves gives the order a plain list would have', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 60 }), (moves) => {
      let rank: string | undefined
      let rows = Array.from({ length: 10 }, (_, i) => {
        rank = rankAfter(rank)
        return row(`t${i}`, rank)
      })
      let plain = rows.map((each) => each.id)
      for (const [from, to] of moves) {
        const moved = rows[from] as Row
        const others = rows.filter((each) => each !== moved)
        rows = place(others, moved, to)
        plain = plain.filter((id) => id !== moved.id)
        plain.splice(to, 0, moved.id)
      }
      expect(rows.map((each) => each.id)).toEqual(plain)
    }),
  )
})
