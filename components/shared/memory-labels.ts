import type { FactChange } from '#lib/board/wire/events.ts'

/** What became of a fact, in words. */
export function factWords({ did, state, text }: FactChange): string {
  return `${SAYS[did][state]} ${text}`
}

const SAYS = {
  remember: { done: 'Remembered:', open: 'Remember?', undone: 'Not remembered:', dropped: 'Not remembered:' },
  forget: { done: 'Forgot:', open: 'Forget?', undone: 'Not forgotten:', dropped: 'Not forgotten:' },
} as const satisfies Record<FactChange['did'], Record<FactChange['state'], string>>
