/** The life of a turn over the OpenAI path: live text, Stop in every phase, reload, queue, crash, Continue, Retry. */

import { last, leave, stage, stop, toolThenPieces } from './support/driven-stage.ts'
import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { callFor } from './support/fake-openai-handlers.ts'
import { end, gate, text } from './support/fake-openai-stream.ts'
import { expect, secondTab, test } from './support/fixtures.ts'
import { startModelServer, stopModelServer } from './support/model-server.ts'

for (const flavour of ['responses', 'chat']) {
  test(`the seed conversation over the OpenAI path, ${flavour}`, async ({ browser }) => {
    const own = await startModelServer({ OPENAI_API: flavour })
    const on = await stage(browser, own, 'scripted')
    const { board } = on
    await expect(board.page.getByRole('button', { name: /gpt-/ })).toBeVisible()
    await expect(
      await board.say('@Taskboard add a task: review the Q2 roadmap, category: work'),
    ).toContainText('Added #1')
    await board.say('@Taskboard add a task: book dentist appointment, category: personal')
    await expect((await board.say('@Taskboard show me my tasks')).getByRole('table')).toContainText('dentist')
    await board.say('@Taskboard mark task #1 as in_progress')
    await expect(board.cardIn('In progress', '#1 review the Q2 roadmap')).toBeVisible()
    await expect(await board.say("@Taskboard summarize what I've got open")).toContainText(
      'Open 1, In progress 1',
    )
    await expectAgreement(board.page, on.server)
    await leave(on)
    await stopModelServer(own)
  })
}

test('text is live in every tab, and a reload in mid-turn continues it once', async ({ browser, model }) => {
  const on = await stage(browser, model, toolThenPieces('One. ', 'Two. ', 'Three. ', 'Four.'))
  const { board, fake } = on
  const other = await secondTab(board.page)
  await board.send('go')
  await expect(last(board)).toContainText('One.')
  await expect(last(other)).toContainText('One.')
  await expect(board.card('#1 made by the model')).toBeVisible()
  fake.release()
  await expect(last(board)).toContainText('One. Two.')
  await board.page.reload()
  await expect(last(board)).toContainText('One. Two.')
  fake.release()
  await expect(last(board)).toContainText('One. Two. Three.')
  await expect(last(other)).toContainText('One. Two. Three.')
  fake.release()
  fake.release()
  await board.idle()
  for (const tab of [board, other]) await expect(last(tab)).toContainText('One. Two. Three. Four.')
  const { messages } = await readTruth(on.server.databasePath, sessionOf(board.page))
  expect(messages.at(-1)?.text).toBe('One. Two. Three. Four.')
  await expect(board.replies()).toHaveCount(1)
  await leave(on)
})

test('Stop before the first word, from another tab', async ({ browser, model }) => {
  const on = await stage(browser, model, async function* () {
    yield gate()
    yield text('too late')
  })
  const { board, fake } = on
  const other = await secondTab(board.page)
  await board.send('go')
  await expect(stop(other)).toBeVisible()
  // The first try gets no answer: it can be tried again.
  await other.page.route('**/boards/**', (route) => route.abort(), { times: 1 })
  await stop(other).click()
  await expect(other.page.getByText('The server isn’t responding.').first()).toBeVisible()
  await expect(stop(other)).toBeEnabled()
  await stop(other).click()
  await expect(last(board)).toContainText('Stopped. No changes made.')
  await board.idle()
  fake.release()
  await board.page.reload()
  await expect(last(board)).not.toContainText('too late')
  await leave(on)
})

test('Stop in mid-sentence, after a reload, keeps what was done', async ({ browser, model }) => {
  const on = await stage(browser, model, toolThenPieces('Half a sen', 'tence.'))
  const { board } = on
  await board.send('go')
  await expect(last(board)).toContainText('Half a sen')
  await board.page.reload()
  await stop(board).click()
  await expect(last(board)).toContainText('Stopped. 1 change made · Undo')
  await expect(last(board)).toContainText('Half a sen')
  await expect(board.card('#1 made by the model')).toBeVisible()
  await last(board).getByRole('button', { name: /^Undo/ }).first().click()
  await expect(board.card('#1 made by the model')).toHaveCount(0)
  await expectAgreement(board.page, on.server)
  await leave(on)
})

test('Stop between two tool calls: the second never happens', async ({ browser, model }) => {
  const on = await stage(browser, model, async function* (request) {
    yield callFor(request, 'add_task', { title: `call ${request.toolResultsAfterLastUser.length + 1}` })
    if (request.toolResultsAfterLastUser.length > 0) yield gate()
    yield end('stop')
  })
  const { board, fake } = on
  await board.send('go')
  await expect(board.card('#1 call 1')).toBeVisible()
  await stop(board).click()
  await expect(last(board)).toContainText('Stopped. 1 change made · Undo')
  fake.handle(async function* () {
    yield text('Here.')
  })
  await expect(await board.say('are you there?')).toContainText('Here.')
  await expect(board.region.getByRole('article', { name: /call 2/ })).toHaveCount(0)
  await leave(on)
})

test('a message sent meanwhile waits its turn', async ({ browser, model }) => {
  const on = await stage(browser, model, async function* (request) {
    yield text(`You said: ${request.lastUser}. `)
    yield gate()
  })
  const { board, fake } = on
  await board.send('first')
  await expect(last(board)).toContainText('You said: first')
  await board.send('second')
  await expect(board.log.getByText('Queued')).toBeVisible()
  await board.page.reload()
  await expect(board.log.getByText('Queued')).toBeVisible()
  fake.release()
  await expect(last(board)).toContainText('You said: second')
  fake.release()
  await board.idle()
  await expect(board.log.getByText('Queued')).toHaveCount(0)
  const { messages } = await readTruth(on.server.databasePath, sessionOf(board.page))
  expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  await leave(on)
})

test('kill -9 in mid-turn: interrupted, nothing lost, Continue goes on', async ({ browser, model }) => {
  const on = await stage(browser, model, toolThenPieces('Before the crash. ', 'never said'))
  const { board, fake, server } = on
  await board.send('go')
  await expect(last(board)).toContainText('Before the crash.')
  await expect(board.card('#1 made by the model')).toBeVisible()
  await expect
    .poll(async () => (await readTruth(server.databasePath, sessionOf(board.page))).messages.at(-1)?.text)
    .toContain('Before the crash.')
  await server.kill('SIGKILL')
  fake.handle(async function* () {
    yield text('After the crash.')
  })
  await server.start()
  await expect(last(board)).toContainText('The server stopped before finishing', { timeout: 15_000 })
  await expect(last(board)).toContainText('Before the crash.')
  await expect(board.card('#1 made by the model')).toBeVisible()
  await last(board).getByRole('button', { name: 'Continue' }).click()
  await expect(last(board)).toContainText('After the crash.')
  await board.idle()
  await expect(board.replies()).toHaveCount(1)
  await expectAgreement(board.page, server)
  await leave(on)
})

test('SIGTERM in mid-turn stores it as interrupted; Retry takes its changes back and starts again', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, toolThenPieces('Half. ', 'never'))
  const { board, fake, server } = on
  await board.send('go')
  await expect(last(board)).toContainText('Half.')
  await server.kill('SIGTERM')
  const { turns, messages } = await readTruth(server.databasePath, sessionOf(board.page))
  expect(turns.map((turn) => turn.status)).toEqual(['interrupted'])
  expect(messages.at(-1)?.text).toContain('Half.')
  fake.handle(async function* (request) {
    if (request.toolResultsAfterLastUser.length === 0)
      yield callFor(request, 'add_task', { title: 'second try' })
    else yield text('Done again.')
  })
  await server.start()
  await last(board).getByRole('button', { name: 'Retry' }).click()
  await expect(last(board)).toContainText('Done again.')
  await board.idle()
  await expect(board.card('#2 second try')).toBeVisible()
  await expect(board.region.getByRole('article')).toHaveCount(1)
  await expectAgreement(board.page, server)
  await leave(on)
})

test('a wrong key is said in words at the first message, and the board works', async ({ browser, model }) => {
  const on = await stage(browser, model, 'http401')
  const { board, server } = on
  await expect(await board.say('hello')).toContainText('rejected the API key')
  await board.column('Open').getByRole('textbox', { name: 'Add task to Open' }).fill('by hand all the same')
  await board.page.keyboard.press('Enter')
  await expect(board.card('#1 by hand all the same')).toBeVisible()
  expect(server.log()).not.toContain('sk-test')
  await leave(on)
})

test('what the agent is told by the user by hand is in the next state block', async ({ browser, model }) => {
  const on = await stage(browser, model, 'scripted')
  const { board, fake } = on
  await board.say('add a task: ticked by hand')
  await board.card('#1').getByRole('checkbox').check()
  await expect(board.cardIn('Done', '#1 ticked by hand')).toBeVisible()
  await board.say('list all tasks')
  const state = JSON.stringify(fake.requests.at(-1)?.state)
  expect(state).toContain('Moved #1 ticked by hand to Done')
  await leave(on)
})

test('reload at twenty moments of a turn: the final text is the stored text, once @long', async ({
  browser,
  model,
}) => {
  const pieces = Array.from({ length: 20 }, (_, i) => `piece ${i + 1}. `)
  const on = await stage(browser, model, toolThenPieces(...pieces))
  const { board, fake } = on
  await board.send('go')
  for (const [i, piece] of pieces.entries()) {
    // The moment within a piece differs: before it came, as it comes, after it is shown.
    if (i % 3 === 2) await expect(last(board)).toContainText(piece.trim())
    if (i % 3 === 1) fake.release()
    await board.page.reload()
    if (i % 3 !== 1) fake.release()
  }
  await board.idle()
  const whole = pieces.join('').trim()
  await expect(last(board)).toContainText(whole)
  const { messages } = await readTruth(on.server.databasePath, sessionOf(board.page))
  expect(messages.at(-1)?.text.trim()).toBe(whole)
  expect((await last(board).textContent())?.split('piece 7.')).toHaveLength(2)
  await expect(board.replies()).toHaveCount(1)
  await leave(on)
})
