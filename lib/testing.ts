/** How much is tried: `npm test` takes a part, `npm run test:all` the whole. */
export const isWhole = process.env.ALL === '1'

/** The runs of a property. */
export const runs = (whole: number) => (isWhole ? whole : Math.ceil(whole / 4))

/** One of every so many items, others for the next turn: as many turns try them all. */
export const some = <Item>(items: readonly Item[], every: number, turn = 0): readonly Item[] =>
  isWhole ? items : items.filter((_, index) => (index + turn) % every === 0)
