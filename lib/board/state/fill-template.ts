/** Templates of instructions: `{key}` and `{user.name}` become data; `{{` is a brace; what is unknown stays. */
import { LIMITS } from '#lib/limits.ts'
import { dataJson } from '../text/data-block.ts'
import type { JsonValue } from './json.ts'

const PLACE = /\{\{|\}\}|\{([\p{L}_][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{M}\p{N}_-]+|\[\d+\])*)\}/gu

/** One pass from left to right: what is put in is data, and never read as a template again. */
export function fillTemplate(template: string, lookUp: (path: string) => JsonValue | undefined): string {
  let room: number = LIMITS.filledChars
  return template.replace(PLACE, (place, path: string | undefined) => {
    if (path === undefined) return place.charAt(0)
    const value = lookUp(path)
    if (value === undefined) return place
    const data = asData(value, Math.min(room, LIMITS.filledPlaceChars))
    room -= data.length
    return data
  })
}

/** The paths a template names, as they stand in it. */
export function pathsIn(template: string): string[] {
  return [...template.matchAll(PLACE)].flatMap(([, path]) => (path === undefined ? [] : [path]))
}

/** Cut where it is too long. */
function asData(value: JsonValue, room: number): string {
  const json = dataJson(value)
  if (json.length <= room) return json
  // Half of a surrogate pair is no text; a place for which nothing is left is cut to its mark.
  return `${json.slice(0, Math.max(room - 1, 0)).replace(/[\ud800-\udbff]$/, '')}…`
}
