/** A turn with one tool call, early and late, on a small and a large board, alternating ours and the floor. */

import type { Floor } from './baseline.ts'
import type { Fake } from './fake-client.ts'
import type { Row, Section } from './report.ts'
import { spread } from './stats.ts'
import * as ours from './taskboard-driver.ts'

const TASKS = [10, 10_000] as const
const YOUNG_BOARDS = 10
/** A new board is measured from its sixth to its fifteenth turn. */
const YOUNG_FROM = 5
const YOUNG_TURNS = 10
const ROUNDS = YOUNG_BOARDS * YOUNG_TURNS
const OLD_FROM = 1000 - ROUNDS / 2
/** Boards can have up to ten thousand tasks, and every turn adds one. */
const ROOM = 1000 + ROUNDS

type Pair = { board: ours.Board; floor: string; tasks: number; turns: number }
type Cell = { what: string; tasks: number; old: boolean; ours: number[]; floor: number[] }

export async function makePair(floor: Floor, tasks: number): Promise<Pair> {
  return { board: await ours.makeBoard(tasks), floor: await floor.makeBoard(tasks), tasks, turns: 0 }
}

/** One turn each; the order alternates. Returns both durations in milliseconds. */
async function both(fake: Fake, floor: Floor, pair: Pair, round: number): Promise<[number, number]> {
  const mine = () => fake.timed(() => ours.turn(pair.board))
  const bare = () => fake.timed(() => floor.turn(pair.floor))
  pair.turns += 1
  if (round % 2 === 0) {
    const took = await mine()
    return [took, await bare()]
  }
  const took = await bare()
  return [await mine(), took]
}

export async function growTo(fake: Fake, floor: Floor, pair: Pair, turns: number): Promise<void> {
  while (pair.turns < turns) await both(fake, floor, pair, pair.turns)
}

export async function measureTurns(fake: Fake, floor: Floor): Promise<Section> {
  const cells: Cell[] = []
  const old = new Map<number, Pair>()
  const young = new Map<number, Pair[]>()
  for (const tasks of TASKS) {
    const start = tasks === 10 ? tasks : tasks - ROOM
    const pair = await makePair(floor, start)
    await growTo(fake, floor, pair, OLD_FROM)
    old.set(tasks, pair)
    const pairs: Pair[] = []
    for (let i = 0; i < YOUNG_BOARDS; i++) {
      pairs.push(await makePair(floor, tasks === 10 ? tasks : tasks - YOUNG_FROM - YOUNG_TURNS))
    }
    young.set(tasks, pairs)
    for (const isOld of [false, true]) {
      const what = `turn ${isOld ? 1000 : 10}, ${tasks.toLocaleString('en')} tasks`
      cells.push({ what, tasks, old: isOld, ours: [], floor: [] })
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const cell of cells) {
      const fresh = young.get(cell.tasks)?.[Math.floor(round / YOUNG_TURNS)]
      const pair = cell.old ? old.get(cell.tasks) : fresh
      if (!pair) throw new Error('No board to measure.')
      if (!cell.old) await growTo(fake, floor, pair, YOUNG_FROM)
      const [mine, bare] = await both(fake, floor, pair, round)
      cell.ours.push(mine)
      cell.floor.push(bare)
    }
  }
  for (const pair of [...old.values(), ...[...young.values()].flat()]) await expectCounts(floor, pair)
  return { title: 'A turn with one tool call', rows: [...cells.map(rowOf), ...growth(cells)] }
}

function rowOf({ what, ours: mine, floor }: Cell): Row {
  return { what, unit: 'ms', ours: spread(mine), floor: spread(floor) }
}

/** Compares our late turns with our early ones. */
function growth(cells: readonly Cell[]): Row[] {
  return TASKS.map((tasks) => {
    const [first, last] = [false, true].map((old) => cells.find((c) => c.tasks === tasks && c.old === old))
    const what = `growth of ours, turn 1000 beside turn 10, ${tasks.toLocaleString('en')} tasks`
    return { what, unit: 'ms', ours: spread(last?.ours ?? []), floor: spread(first?.ours ?? []), accept: 1.2 }
  })
}

/** Checks that every turn did its work in both. */
export async function expectCounts(floor: Floor, { board, floor: id, tasks, turns }: Pair): Promise<void> {
  const counts = [await ours.taskCount(board), await floor.taskCount(id)]
  if (counts.some((count) => count !== tasks + turns)) {
    throw new Error(`A board should hold ${tasks + turns} tasks; ours and the floor's hold ${counts}.`)
  }
}
