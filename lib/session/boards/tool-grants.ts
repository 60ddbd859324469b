/** Tools that a user allowed on one board, until this process ends. Granted only by a click; never stored. */
import { singleton } from '#lib/singletons.ts'
import { broadcast } from '../feed/notify.ts'

type Sessions = Map<string, ReadonlySet<string>>

const users = () => singleton('grants', () => new Map<string, Sessions>())

export function isGranted(userId: string, sessionId: string, tool: string): boolean {
  return users().get(userId)?.get(sessionId)?.has(tool) ?? false
}

export function grantsOf(userId: string, sessionId: string): string[] {
  return [...(users().get(userId)?.get(sessionId) ?? [])].sort()
}

/** Every grant of a user, as sent to their tabs. */
export function allGrants(userId: string): Record<string, string[]> {
  const sessions = users().get(userId) ?? new Map()
  return Object.fromEntries([...sessions.keys()].map((id) => [id, grantsOf(userId, id)]))
}

export function setGrant(userId: string, sessionId: string, tool: string, isOn: boolean): void {
  const sessions = users().get(userId) ?? new Map()
  const tools = new Set(sessions.get(sessionId))
  if (isOn) tools.add(tool)
  else tools.delete(tool)
  if (tools.size > 0) sessions.set(sessionId, tools)
  else sessions.delete(sessionId)
  users().set(userId, sessions)
  broadcast(userId, { kind: 'grants', grants: allGrants(userId) })
}
