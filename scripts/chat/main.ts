/**
 * The board in a terminal, over the API. Plain readline: @ai-sdk/tui takes the whole screen, can’t be piped, has no
 * place for the list after each reply, and adds a second copy of `ai`.
 */
import { randomUUID } from 'node:crypto'
import readline from 'node:readline'
import { parseArgs, styleText } from 'node:util'
import { type Board, connect, type RunEnd, type Taskboard, TaskboardError } from '#client/taskboard.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { isStartError } from '#lib/exit-with-error.ts'
import type { RunEvent } from '#lib/turns/run-event-types.ts'
import { Problem, runScript, say } from '../lib/project.mjs'
import { keepHistory, MOST_LINES, readHistory } from './history.ts'
import { markdownPrinter } from './markdown.ts'
import { callText, choicesText, printable, questionText, taskList } from './text.ts'

const HELP = `npm run chat -- [--local] [--board <id>] [--url <address>] [--token <token>]

  --local   work on the database directly, without a server
  --board   board to open (default: most recent)
  --url     server address (default: http://localhost:3000)
  --token   API token (prefer TASKBOARD_TOKEN)

Type as you would in the browser. Answer requests for approval with yes or no. Ctrl+C stops a reply. Type exit or quit,
or press Ctrl+D, to leave.`

const isTerminal = process.stdin.isTTY === true
const hasColors = process.stdout.isTTY === true && !process.env.NO_COLOR
const dim = (text: string) => (hasColors ? styleText('dim', text) : text)

function readOptions() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { board: text, url: text, token: text, local: flag, help: { ...flag, short: 'h' } }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    const [what] = (error as Error).message.split('. ')
    throw new Problem(`${what}. See: npm run chat -- --help`)
  }
}

type Options = ReturnType<typeof readOptions>
type Opened = {
  taskboard: Taskboard
  place: (board: Board) => string
  url: string | null
  close(): Promise<void>
}

async function open(options: Options): Promise<Opened> {
  const token = (options.token ?? process.env.TASKBOARD_TOKEN)?.trim() || undefined
  if (options.local) {
    if (options.url !== undefined) throw new Problem('Use --local or --url, not both.')
    const { openLocal } = await import('./local.ts')
    const { taskboard, place, close } = await openLocal(token)
    return { taskboard, place: () => place, url: null, close }
  }
  const { url = 'http://localhost:3000' } = options
  if (!URL.canParse(url)) throw new Problem(`Invalid URL: ${url}. Use one like http://localhost:3000`)
  const { origin } = new URL(url)
  if (!token) {
    throw new Problem(
      `No token. Create one at ${origin}/settings\nThen: TASKBOARD_TOKEN=tb_… npm run chat\nWithout a server: npm run chat -- --local`,
    )
  }
  const place = ({ id }: Board) => `${origin}/boards/${id}`
  return { taskboard: connect({ url: origin, token }), place, url: origin, close: async () => undefined }
}

/** The board with this id, else the most recent one, else a new one. */
async function openBoard(taskboard: Taskboard, id: string | undefined) {
  if (id !== undefined) {
    const { name } = await taskboard
      .board(id)
      .read()
      .catch((error: unknown) => {
        if (!(error instanceof TaskboardError && error.status === 404)) throw error
        throw new Problem(`Board ${id} not found. Omit --board for the most recent one.`)
      })
    return { board: taskboard.board(id), name }
  }
  const { boards, lastOpened } = await taskboard.boards()
  const found = boards.find((board) => board.id === lastOpened) ?? boards[0]
  if (found) return { board: taskboard.board(found.id), name: found.name }
  return { board: await taskboard.create(), name: 'A new board' }
}

type End = RunEnd | Refusal

/** Prints a reply as it arrives; returns how it ended. */
async function printReply(events: AsyncIterable<RunEvent>, onStored: () => void): Promise<End | null> {
  const markdown = markdownPrinter((text) => process.stdout.write(text), hasColors)
  const shown = new Set<string>()
  let part: number | null = null
  for await (const event of events) {
    onStored()
    if (event.kind === 'message' && event.message.turnId === null) say('(Queued)')
    if (event.kind === 'text') {
      if (part !== null && part !== event.part) {
        markdown.end()
        say('')
      }
      part = event.part
      markdown.push(event.append)
    }
    if (event.kind === 'tool' && event.content.type === 'tool') {
      const { callId, state, output } = event.content
      const isNew = !shown.has(callId)
      if (isNew || state === 'refused' || state === 'failed') {
        if (part !== null) markdown.end()
        part = null
      }
      if (isNew) say(dim(callText(event.content)))
      shown.add(callId)
      if (state === 'refused' || state === 'failed') say(dim(printable(`  ${state}: ${output ?? ''}`)))
    }
    if (event.kind !== 'end') continue
    markdown.end()
    return event
  }
  return null
}

/** A message and its reply. `stop` cancels the turn. */
function send(board: Board, text: string, signal: AbortSignal) {
  const id = randomUUID()
  let isStored = false
  let isStopped = false
  const cancel = () => void board.cancel(id).catch(() => undefined)
  return {
    stop(): void {
      if (isStored && !isStopped) cancel()
      isStopped = true
    },
    reply: printReply(board.stream(text, { id, signal }), () => {
      if (!isStored && isStopped) cancel()
      isStored = true
    }),
  }
}

type Command = (text: string, signal: AbortSignal) => { stop(): void; done: Promise<void> }

/** One command after the other, from a person or a pipe. */
async function converse(run: Command): Promise<void> {
  const leaving = new AbortController()
  const lines = readline.createInterface({
    input: process.stdin,
    output: isTerminal ? process.stdout : undefined,
    prompt: '> ',
    history: isTerminal ? readHistory() : [],
    historySize: MOST_LINES,
    removeHistoryDuplicates: true,
  })
  let stop: (() => void) | null = null
  let isWarned = false
  const interrupt = () => {
    if (stop) stop()
    else if (!isTerminal || (isWarned && lines.line === '')) lines.close()
    else {
      isWarned = lines.line === ''
      // To the end of the line, then delete all before it.
      lines.write(null, { ctrl: true, name: 'e' })
      lines.write(null, { ctrl: true, name: 'u' })
      say(isWarned ? '\nPress Ctrl+C again to leave.' : '')
      lines.prompt()
    }
  }
  lines.on('SIGINT', interrupt)
  process.on('SIGINT', interrupt)
  lines.on('close', () => isTerminal && leaving.abort())
  if (isTerminal) lines.on('history', (typed) => keepHistory(typed))
  if (isTerminal) lines.prompt()
  try {
    for await (const line of lines) {
      const command = line.trim()
      isWarned = false
      if (!isTerminal) say(`> ${printable(command)}`)
      if (/^(?:exit|quit)$/i.test(command)) break
      if (command) {
        const running = run(command, leaving.signal)
        stop = running.stop
        await running.done.finally(() => {
          stop = null
        })
      }
      if (isTerminal) lines.prompt()
    }
  } catch (error) {
    // Leaving during a reply isn’t a lost connection.
    if (!leaving.signal.aborted) throw error
  } finally {
    // An open readline keeps the process alive.
    lines.close()
    process.off('SIGINT', interrupt)
  }
  if (leaving.signal.aborted) say('')
}

async function chat({ taskboard, place, url }: Opened, options: Options): Promise<void> {
  const { board, name } = await openBoard(taskboard, options.board)
  const boardUrl = url && `${url}/boards/${board.id}`
  say(`${printable(name)} (${place(board)})\n`)
  say(taskList((await board.state()).state))
  const waiting = await board.approvals()
  if (waiting.length > 0) say(`${questionText(waiting, boardUrl)}\n`)
  let choices: RunEnd['choices'] = []
  await converse((command, signal) => {
    const { stop, reply } = send(board, choices[Number(command) - 1]?.say ?? command, signal)
    const done = async () => {
      const end = await reply.catch(refused)
      choices = (end?.ok && end.choices) || []
      if (end && !end.ok) say(printable(end.message))
      if (end?.ok && end.notice) say(printable(end.notice))
      if (choices.length > 0) say(choicesText(choices))
      if (end?.ok && end.asks.length > 0) say(questionText(end.asks, boardUrl))
      say(`\n${taskList(end?.ok ? end.state : (await board.state()).state)}`)
    }
    return { stop, done: done() }
  })
}

const LOST = ['connection', 'unreachable', 'not_taskboard']

/** A refused message is reported, and the conversation continues; without a server or access it can’t. */
function refused(error: unknown): Refusal {
  if (!(error instanceof TaskboardError) || LOST.includes(error.code)) throw error
  if (error.status === 401 || error.status === 421) throw error
  return { ok: false, code: error.code as Refusal['code'], message: error.message }
}

function toProblem(error: unknown): unknown {
  if (isStartError(error)) return new Problem(error.message)
  if (!(error instanceof TaskboardError)) return error
  if (error.code === 'unreachable') {
    return new Problem(`${error.message} Run npm start, pass --url, or use --local.`)
  }
  if (error.code !== 'connection') return new Problem(printable(error.message))
  return new Problem('Connection lost. Changes are saved; the reply will be on the board.')
}

// What reads the output has ended, as `head` does.
process.stdout.on('error', () => process.exit(0))

await runScript(async () => {
  const options = readOptions()
  if (options.help) {
    say(HELP)
    return 0
  }
  try {
    const opened = await open(options)
    const end = () => void opened.close().finally(() => process.exit(143))
    process.on('SIGTERM', end)
    process.on('SIGHUP', end)
    try {
      await chat(opened, options)
    } finally {
      await opened.close()
    }
  } catch (error) {
    throw toProblem(error)
  }
  say('Your tasks are saved.')
  return 0
})
