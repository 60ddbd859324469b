/** Data in prompts: JSON in which no user text can end its block. */

export function dataJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** `intro` describes the data; `tag` begins and ends the block. */
export function dataBlock(tag: string, intro: string, json: string): string {
  return `${intro}, as data:\n<${tag}>\n${json}\n</${tag}>`
}
