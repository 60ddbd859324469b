/** Imported boards, with contents that can’t be made by chatting. */
import type { Page } from '@playwright/test'
import { newId } from '#lib/board/model/new-id.ts'
import { FORMAT } from '#lib/board/transfer/format.ts'
import type { Part } from '#lib/board/wire/events.ts'

const say = (text: string): Part => ({ type: 'text', text })

/** A file of one board with these replies, each a text or its parts. */
export function boardFile(name: string, replies: readonly (string | Part)[], state: object = {}) {
  const ids = replies.map(() => newId())
  const turn = { status: 'completed', run: 1, model: 'a model', startedAt: 1, endedAt: 2 }
  const message = { version: 1, createdAt: 1 }
  return {
    format: FORMAT,
    session: { name, nextNumber: 1_000, createdAt: 1 },
    state: { tasks: [], categories: [{ id: 'general', name: 'general', rank: 'a0' }], lists: [], ...state },
    turns: ids.map((id) => ({ id, ...turn })),
    messages: replies.flatMap((reply, at) => {
      const parts = [typeof reply === 'string' ? say(reply) : reply]
      const [turnId, id] = [ids[at], newId()]
      return [
        {
          ...message,
          id: `${id}q`,
          role: 'user',
          parts: [say(`question ${at}`)],
          turnId,
          position: at * 2 + 1,
        },
        { ...message, id, role: 'assistant', parts, turnId, position: at * 2 + 2 },
      ]
    }),
  }
}

/** Imports it as the page's user; returns the id of the new board. */
export async function importBoard(page: Page, file: ReturnType<typeof boardFile>): Promise<string> {
  const { origin } = new URL(page.url())
  const headers = { origin, 'idempotency-key': newId() }
  const answer = await page.request.post('/api/boards/import', { headers, data: file })
  const { boards } = (await answer.json()) as { boards: { sessionId: string }[] }
  return boards[0]?.sessionId ?? ''
}
