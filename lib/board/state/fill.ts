/** Templates of instructions: `{key}` and `{user.name}` become data; `{{` is a brace; what is unknown stays. */
import type { JsonValue } from './json.ts'

const MAX_CHARS = 2_000
const PLACE = /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+|\[\d+\])*)\}/gu

/** One pass from left to right: what is put in is data, and never read as a template again. */
export function fillTemplate(template: string, lookUp: (path: string) => JsonValue | undefined): string {
  return template.replace(PLACE, (place, path: string | undefined) => {
    if (path === undefined) return place.charAt(0)
    const value = lookUp(path)
    return value === undefined ? place : asData(value)
  })
}

/** JSON, cut where it is too long; `<` is escaped, so that no data can end a block. */
function asData(value: JsonValue): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return json.length <= MAX_CHARS ? json : `${json.slice(0, MAX_CHARS)}…`
}
