/** What is remembered about a user, as screens and files see it. */
export type Memory = {
  id: string
  text: string
  source: 'agent' | 'user'
  /** Where it was said; `null` = written on the Memory page. */
  sessionId: string | null
  turnId: string | null
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}
