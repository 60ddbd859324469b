/** What prompts hold as data: JSON in which nothing that people wrote can end the block it stands in. */

export function dataJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** `intro` says what it is; `tag` begins and ends it. */
export function dataBlock(tag: string, intro: string, json: string): string {
  return `${intro}, as data:\n<${tag}>\n${json}\n</${tag}>`
}
