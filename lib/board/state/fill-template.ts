/** Templates of instructions: `{key}` and `{user.name}` become data; `{{` is a brace; unknown placeholders stay. */
import { LIMITS } from '#lib/limits.ts'
import { dataJson } from '../text/data-block.ts'
import type { JsonValue } from './json.ts'

const PLACE = /\{\{|\}\}|\{([\p{L}_][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{M}\p{N}_-]+|\[\d+\])*)\}/gu

/** Fills in one pass from left to right: filled-in data is never read as a template again. */
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

/** The paths in a template, as written. */
export function pathsIn(template: string): string[] {
  return [...template.matchAll(PLACE)].flatMap(([, path]) => (path === undefined ? [] : [path]))
}

/** As JSON, cut if too long. */
function asData(value: JsonValue, room: number): string {
  const json = dataJson(value)
  if (json.length <= room) return json
  // Never keep half a surrogate pair; without any room left, only the ellipsis remains.
  return `${json.slice(0, Math.max(room - 1, 0)).replace(/[\ud800-\udbff]$/, '')}…`
}
