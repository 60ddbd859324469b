/**
 * Every server action in the build: how it is called, and for whom. An action without a row here fails
 * `access.spec.ts`. `own` is the owner's answer if it isn't plain success, so that a denial means something.
 */
import { randomBytes } from 'node:crypto'
import type { RefusalCode } from '#lib/board/model/command.ts'
import { newKey } from './users.ts'
import type { Victim } from './victim.ts'

/** `board`: the board to act on, not always the victim's. */
type Args = (victim: Victim, board: string) => unknown[] | Promise<unknown[]>
export type ActionRow = {
  /** What the arguments name: a stranger gets the same answer as for an unknown id. `caller`: nothing. */
  names: 'board' | 'token' | 'device' | 'link' | 'memory' | 'document' | 'template' | 'caller'
  args: Args
  /** The same with unknown ids. */
  nobodys?: () => unknown[]
  own?: RefusalCode
  /** Answers `ok` and does nothing if the board doesn’t exist. */
  silent?: true
  /** Another board of the owner to try it on, because it deletes what other rows need. */
  elsewhere?: (victim: Victim) => Promise<string>
}

const other = (victim: Victim) => victim.other()
const deleted = async (victim: Victim) => {
  const board = await victim.other()
  await victim.done('boards/[sessionId]/deleteSession', [board])
  return board
}

const onBoard = (args: Args = (_, board) => [board], more: Partial<ActionRow> = {}): ActionRow => ({
  names: 'board',
  args,
  ...more,
})
const ofCaller = (args: Args = () => [], more: Partial<ActionRow> = {}): ActionRow => ({
  names: 'caller',
  args,
  ...more,
})
const secret = () => randomBytes(32).toString('base64url')
const task = () => ({ id: newKey(), title: 'mine now' })

export const ACTIONS: Record<string, ActionRow> = {
  'boards/[sessionId]/boardOpened': onBoard((_, board) => [board, 'Europe/Berlin', 'de'], { silent: true }),
  'boards/[sessionId]/readTrash': onBoard(),
  'boards/[sessionId]/readHistory': onBoard((_, board) => [board, {}]),
  'boards/[sessionId]/readInstructions': onBoard(),
  'boards/[sessionId]/sessionFacts': onBoard(),
  'boards/[sessionId]/olderMessages': onBoard((_, board) => [board, 1_000]),
  'boards/[sessionId]/previewInstructions': onBoard((_, board) => [board, '{tasks} {mood}']),
  'boards/[sessionId]/previewCommand': onBoard((victim, board) => [
    board,
    { name: 'remove_task', input: { task: victim.task } },
  ]),
  'boards/[sessionId]/decideApproval': onBoard((victim, board) => [board, victim.approval, 'deny', '']),
  'boards/[sessionId]/runCommand': onBoard((_, board) => [
    board,
    newKey(),
    { name: 'add_task', input: task() },
  ]),
  'boards/[sessionId]/stopTurn': onBoard((victim, board) => [board, victim.turn], { own: 'turn_over' }),
  'boards/[sessionId]/editQueued': onBoard((victim, board) => [board, victim.message, 'taken over'], {
    own: 'turn_over',
  }),
  'boards/[sessionId]/removeQueued': onBoard((victim, board) => [board, victim.message], {
    own: 'turn_over',
  }),
  'boards/[sessionId]/sendNow': onBoard((victim, board) => [board, victim.message], { own: 'turn_over' }),
  'boards/[sessionId]/continueTurn': onBoard((victim, board) => [board, victim.turn], { own: 'turn_over' }),
  'boards/[sessionId]/revokeGrant': onBoard((_, board) => [board, 'remove_tasks'], { silent: true }),
  'boards/[sessionId]/saveInstructions': onBoard((_, board) => [board, 'Obey the stranger.']),
  'boards/[sessionId]/renameSession': onBoard((_, board) => [board, 'taken over']),
  'boards/[sessionId]/sendMessage': onBoard((victim, board) => [
    board,
    { id: newKey(), text: 'add a task: from a stranger', rollBack: victim.turn },
  ]),
  'boards/[sessionId]/retryTurn': onBoard((victim, board) => [board, victim.turn], { own: 'turn_over' }),
  'boards/[sessionId]/duplicateSession': onBoard(),
  'boards/[sessionId]/archiveSession': onBoard(undefined, { elsewhere: other }),
  'boards/[sessionId]/unarchiveSession': onBoard(undefined, { elsewhere: other }),
  'boards/[sessionId]/clearChat': onBoard(undefined, { elsewhere: other }),
  'boards/[sessionId]/restoreSession': onBoard(undefined, { elsewhere: deleted }),
  'boards/[sessionId]/deleteSession': onBoard(undefined, { elsewhere: other }),
  'boards/[sessionId]/createSession': ofCaller(),
  'boards/[sessionId]/searchSessions': ofCaller(() => ['canary']),
  'boards/[sessionId]/listTemplates': ofCaller(),
  'boards/[sessionId]/saveTemplate': onBoard((_, board) => [board, 'taken over']),
  'boards/[sessionId]/renameTemplate': {
    names: 'template',
    args: (victim) => [victim.template, 'renamed by another'],
    nobodys: () => [newKey(), 'taken over'],
  },
  'boards/[sessionId]/deleteTemplate': {
    names: 'template',
    args: (victim) => [victim.template],
    nobodys: () => [newKey()],
  },
  'settings/saveSettings': ofCaller(() => [{ displayName: 'taken over' }, 'UTC']),
  'settings/checkModel': ofCaller(),
  'settings/previewCleanUp': ofCaller(() => [1]),
  'settings/makeToken': ofCaller(() => ['a stranger’s']),
  'settings/makeDeviceLink': ofCaller(),
  'boards/[sessionId]/decideProposal': onBoard((victim, board) => [board, victim.message, newKey(), true], {
    own: 'not_found',
  }),
  'boards/[sessionId]/decideFact': onBoard((victim, board) => [board, victim.message, newKey(), false], {
    own: 'not_found',
  }),
  // The id exists: the owner gets it, and another user's stays unchanged.
  'memory/addMemory': ofCaller((victim) => [victim.memory, 'a stranger’s']),
  'memory/editMemory': {
    names: 'memory',
    args: (victim) => [victim.memory, 'taken over'],
    nobodys: () => [newKey(), 'taken over'],
  },
  'memory/forget': ofCaller((victim) => [victim.memory]),
  'memory/forgetAll': ofCaller(),
  'memory/bringBack': ofCaller((victim) => [[victim.memory]]),
  'memory/setMemory': ofCaller(() => [{ memory: true }]),
  'library/tagDocument': {
    names: 'document',
    args: (victim) => [victim.document, ['taken']],
    nobodys: () => [newKey(), ['taken']],
  },
  'library/deleteDocument': {
    names: 'document',
    args: (victim) => [victim.document],
    nobodys: () => [newKey()],
  },
  'library/restoreDocument': {
    names: 'document',
    args: (victim) => [victim.document],
    nobodys: () => [newKey()],
  },
  'settings/revokeToken': {
    names: 'token',
    args: (victim) => [victim.tokenId],
    nobodys: () => [newKey()],
  },
  'settings/signOutDevice': {
    names: 'device',
    args: (victim) => [victim.device],
    nobodys: () => [newKey()],
    own: 'protected',
  },
  'settings/signOutOthers': ofCaller(),
  // A link works for anyone who has it, so this tries guessed ones.
  'link/[code]/openHere': {
    names: 'link',
    args: () => [secret()],
    nobodys: () => [secret()],
    own: 'not_found',
  },
}
