import { expect, test } from 'vitest'
import { TURN_LIMITS } from '#lib/limits.ts'
import { bounded } from './limited-fetch.ts'

/** How many bytes come through, or that it ended in an error. */
async function through(...pieces: string[]): Promise<number | 'too large'> {
  const encoder = new TextEncoder()
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  let bytes = 0
  try {
    for await (const chunk of source.pipeThrough(bounded())) bytes += chunk.length
    return bytes
  } catch {
    return 'too large'
  }
}

const line = 'x'.repeat(TURN_LIMITS.answerLineBytes / 4 - 1)

test('any number of lines is accepted within the limits per line and in total', async () => {
  expect(await through('data: a\n\n', 'data: ', 'b', '\n\n')).toBe(18)
  expect(await through(...Array.from({ length: 12 }, () => `${line}\n`))).toBe((line.length + 1) * 12)
  expect(await through(line, line, line, '\n', line, line, line)).toBe(line.length * 6 + 1)
})

test('an endless line is cut, no matter how it is split', async () => {
  expect(await through(line, line, line, line, line)).toBe('too large')
  expect(await through(`a\n${line}`, line, line, `${line}xxxxx\n`)).toBe('too large')
})

test('an endless answer is cut', async () => {
  const lines = TURN_LIMITS.answerBytes / (line.length + 1) + 1
  expect(await through(...Array.from({ length: lines }, () => `${line}\n`))).toBe('too large')
})
