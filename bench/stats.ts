/** Statistics of a series of measurements: median, tail and spread. */
export type Spread = { n: number; p50: number; p95: number; q1: number; q3: number; min: number; max: number }

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? Number.NaN
    const above = sorted[Math.ceil(place)] ?? Number.NaN
    return below + (above - below) * (place - Math.floor(place))
  }
  return {
    n: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    q1: at(0.25),
    q3: at(0.75),
    min: at(0),
    max: at(1),
  }
}

/** Three significant digits. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}
