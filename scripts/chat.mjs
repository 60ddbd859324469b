/**
 * `npm run chat`: the board in a terminal, over the API. Plain readline: @ai-sdk/tui takes the whole screen, can’t be
 * piped, has no place for the list after each reply, and adds a second copy of `ai`.
 */
import readline from 'node:readline'
import { parseArgs } from 'node:util'
import { openClient } from './lib/chat-client.mjs'
import { choicesText, printable, questionText, taskList } from './lib/chat-text.mjs'
import { Problem, runScript, say } from './lib/project.mjs'

const HELP = `npm run chat -- [--board <id>] [--url <address>] [--token <token>]

  --board   board to open (default: most recent)
  --url     server address (default: http://localhost:3000)
  --token   API token (prefer TASKBOARD_TOKEN)

Type as you would in the browser. Answer requests for approval with yes or no. Type exit or press Ctrl+D to leave.`

function readOptions() {
  const text = { type: 'string' }
  const options = { board: text, url: text, token: text, help: { type: 'boolean', short: 'h' } }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}. See: npm run chat -- --help`)
  }
}

function openOptions({ url = 'http://localhost:3000', token = process.env.TASKBOARD_TOKEN }) {
  if (!URL.canParse(url)) throw new Problem(`Invalid URL: ${url}. Use one like http://localhost:3000`)
  const { origin } = new URL(url)
  if (token?.trim()) return { url: origin, token: token.trim() }
  throw new Problem(`No token. Create one at ${origin}/settings\nThen: TASKBOARD_TOKEN=tb_… npm run chat`)
}

/** Prints a reply as it arrives; returns its `end` event. */
async function printReply(events, boardUrl) {
  let part = null
  for await (const event of events) {
    if (event.kind === 'message' && event.message.turnId === null) say('(Queued)')
    if (event.kind === 'text') {
      if (part !== null && part !== event.part) process.stdout.write('\n\n')
      part = event.part
      process.stdout.write(printable(event.append))
    }
    if (event.kind !== 'end') continue
    if (part !== null) say('')
    if (!event.ok) say(printable(event.message))
    else if (event.notice) say(printable(event.notice))
    if (event.choices?.length > 0) say(choicesText(event.choices))
    if (event.asks?.length > 0) say(questionText(event.asks, boardUrl))
    return event
  }
  throw new Problem('Connection lost. Changes are saved; the reply will be on the board.')
}

/** One command after the other, from a person or a pipe. */
async function converse(ask) {
  const isTerminal = process.stdin.isTTY === true
  const leaving = new AbortController()
  const lines = readline.createInterface({
    input: process.stdin,
    output: isTerminal ? process.stdout : undefined,
    prompt: '> ',
  })
  lines.on('SIGINT', () => lines.close())
  lines.on('close', () => isTerminal && leaving.abort())
  if (isTerminal) lines.prompt()
  try {
    for await (const line of lines) {
      const command = line.trim()
      if (!isTerminal) say(`> ${printable(command)}`)
      if (/^(?:exit|quit)$/i.test(command)) break
      if (command) await ask(command, leaving.signal)
      if (isTerminal) lines.prompt()
    }
  } catch (error) {
    // Leaving during a reply isn’t a lost connection.
    if (!leaving.signal.aborted) throw error
  } finally {
    // An open readline keeps the process alive.
    lines.close()
  }
  if (leaving.signal.aborted) say('')
}

await runScript(async () => {
  const options = readOptions()
  if (options.help) {
    say(HELP)
    return 0
  }
  const { url, token } = openOptions(options)
  const client = openClient(url, token)
  const board = await client.board(options.board)
  const boardUrl = `${url}/boards/${board.id}`
  say(`${printable(board.name)} (${boardUrl})\n`)
  say(taskList(await client.state(board.id)))
  let choices = []
  await converse(async (command, signal) => {
    const text = choices[Number(command) - 1]?.say ?? command
    const sent = await client.send(board.id, text, signal)
    const end = sent.ok ? await printReply(sent.events, boardUrl) : sent
    if (!sent.ok) say(printable(sent.message))
    choices = end.choices ?? []
    say(`\n${taskList(end.state ?? (await client.state(board.id)))}`)
  })
  say('Your tasks are saved.')
  return 0
})
