/** How much is tried: a part of it in `npm test`, all of it in `npm run test:security`; and the count of it, said. */
export const isWhole = process.env.ALL === '1'

/** All of them, or every so manieth, beginning where the turn of this caller is. */
export function some<Item>(items: readonly Item[], every: number, turn = 0): readonly Item[] {
  return isWhole ? items : items.filter((_, index) => (index + turn) % every === 0)
}

export function covered(what: string, counts: Record<string, number>): void {
  const said = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  process.stdout.write(`    covered: ${what}: ${said.join(', ')}\n`)
}
