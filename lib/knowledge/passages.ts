/** Cuts a text into passages: at headings, then at empty lines, then at sentences, so that each can be read alone. */
import type { Passage } from '#lib/board/wire/documents.ts'
import { LIMITS } from '#lib/limits.ts'

type Block = { start: number; text: string; heading: string }

const HEADING = /^#{1,6} /
/** A passage of this size gets no more paragraphs. */
const ENOUGH = (LIMITS.passageChars * 2) / 3

/** Every character of the text, except space between passages, is in exactly one of them. */
export function passagesOf(text: string): Passage[] {
  const joined: Block[] = []
  for (const block of paragraphsOf(text).flatMap(split)) {
    const last = joined.at(-1)
    const to = block.start + block.text.length
    if (
      last &&
      last.heading === block.heading &&
      last.text.length < ENOUGH &&
      to - last.start <= LIMITS.passageChars
    )
      last.text = text.slice(last.start, to)
    else joined.push({ ...block })
  }
  return joined.map((block, index) => ({ position: index + 1, ...trimmed(block) }))
}

/** Paragraphs, each with its heading; a heading belongs to the paragraph after it. */
function paragraphsOf(text: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  let isOpen = false
  let endsInHeading = false
  let start = 0
  for (const line of text.split(/(?<=\n)/)) {
    const isEmpty = line.trim() === ''
    const isHeading = HEADING.test(line)
    const last = blocks.at(-1)
    if (isHeading) heading = line.replace(HEADING, '').trim().slice(0, LIMITS.documentNameChars)
    if (last && isOpen && !isHeading && (!isEmpty || endsInHeading)) last.text += line
    else if (isEmpty) isOpen = false
    else {
      blocks.push({ start, text: line, heading })
      isOpen = true
    }
    if (!isEmpty) endsInHeading = HEADING.test(line.trimEnd())
    start += line.length
  }
  return blocks
}

/** Cuts a paragraph that is too long for one passage: after a sentence, else after a word, else anywhere. */
function split(block: Block): Block[] {
  const pieces: Block[] = []
  let { start, text } = block
  while (text.length > LIMITS.passageChars) {
    const cut = endOf(text.slice(0, LIMITS.passageChars))
    pieces.push({ ...block, start, text: text.slice(0, cut) })
    start += cut
    text = text.slice(cut)
  }
  return [...pieces, { ...block, start, text }].filter((piece) => piece.text.trim() !== '')
}

function endOf(head: string): number {
  for (const end of ['\n', '. ', '? ', '! ', '; ', ' ']) {
    const at = head.lastIndexOf(end)
    if (at > head.length / 2) return at + end.length
  }
  // Never between the two halves of one character.
  const last = head.charCodeAt(head.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? head.length - 1 : head.length
}

function trimmed({ start, text, heading }: Block): Omit<Passage, 'position'> {
  const before = text.length - text.trimStart().length
  return { heading, text: text.trim(), start: start + before }
}
