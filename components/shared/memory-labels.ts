import type { MemoryChange } from '#lib/board/wire/events.ts'

/** What happened to a memory, in words. */
export function memoryLabel({ did, state, text }: MemoryChange): string {
  return `${SAYS[did][state]} ${text}`
}

const SAYS = {
  remember: { done: 'Remembered:', open: 'Remember?', undone: 'Memory removed:', dropped: 'Dismissed:' },
  forget: { done: 'Forgot:', open: 'Forget?', undone: 'Memory restored:', dropped: 'Kept:' },
} as const satisfies Record<MemoryChange['did'], Record<MemoryChange['state'], string>>
