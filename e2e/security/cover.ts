/** Prints how many cases were tried. */
export { isWhole, some } from '#lib/testing.ts'

export function covered(what: string, counts: Record<string, number>): void {
  const said = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  process.stdout.write(`    covered: ${what}: ${said.join(', ')}\n`)
}
