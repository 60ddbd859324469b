import type { Refusal } from '#lib/board/model/command.ts'

/** Thrown inside a transaction: a refusal that takes back what was written before it. */
export class RefusedError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** The refusal of a work that threw it. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    throw error
  }
}
