/** What a file of everything holds besides boards: the user’s memories and library. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { documentName, memoryText, tag } from '../readers/user-tools.ts'
import { findSecret } from '../secrets/find-secret.ts'

const time = z.int().min(0).default(0)
const noSecret = memoryText.refine((text) => findSecret(text) === null, {
  error: 'This looks like a secret. Remove it from the file.',
})

export const fileOwn = z.object({
  // Older files have neither.
  memories: z
    .array(z.object({ text: noSecret, source: z.enum(['agent', 'user']), createdAt: time }))
    .max(LIMITS.memoriesPerUser, `You can have up to ${LIMITS.memoriesPerUser} memories.`)
    .default([]),
  documents: z
    .array(
      z.object({
        name: documentName,
        tags: z.array(tag).max(LIMITS.tagsPerDocument).default([]),
        text: z
          .string()
          .refine((text) => text.trim() !== '', { error: 'Document can’t be empty.' })
          // The exact size is checked on writing; a text never has more UTF-16 units than bytes.
          .max(LIMITS.documentBytes, 'Documents can have up to 1 MB.'),
      }),
    )
    .max(LIMITS.documentsPerUser, `Libraries can have up to ${LIMITS.documentsPerUser} documents.`)
    .default([]),
})
export type FileUserData = z.output<typeof fileOwn>
