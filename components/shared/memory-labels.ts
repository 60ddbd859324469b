import type { UserChange } from '#lib/board/wire/events.ts'

/** What happened to a memory or settings, in words. */
export function memoryLabel({ did, state, text }: UserChange): string {
  return `${SAYS[did][state]} ${text}`
}

const SAYS = {
  remember: { done: 'Remembered:', open: 'Remember?', undone: 'Memory removed:', dropped: 'Dismissed:' },
  forget: { done: 'Forgot:', open: 'Forget?', undone: 'Memory restored:', dropped: 'Kept:' },
  set: {
    done: 'Setting changed:',
    open: 'Change setting?',
    undone: 'Setting change undone:',
    dropped: 'Dismissed:',
  },
} as const satisfies Record<UserChange['did'], Record<UserChange['state'], string>>
