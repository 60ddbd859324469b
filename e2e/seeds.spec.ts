/** The published conversation, typed as it stands, with the offline model. */

import { expectAgreement } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'

test('the seed conversation', async ({ board, server, page }) => {
  const first = await board.say('@Taskboard add a task: review the Q2 roadmap, category: work')
  await expect(first).toContainText('Added #1 review the Q2 roadmap')
  await expect(board.cardIn('Open', '#1 review the Q2 roadmap')).toContainText('work')

  const second = await board.say('@Taskboard add a task: book dentist appointment, category: personal')
  await expect(second).toContainText('Added #2 book dentist appointment')

  const list = await board.say('@Taskboard show me my tasks')
  const table = list.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table).toContainText('review the Q2 roadmap')
  await expect(table).toContainText('book dentist appointment')

  await board.say('@Taskboard mark task #1 as in_progress')
  await expect(board.cardIn('In progress', '#1 review the Q2 roadmap')).toBeVisible()

  const summary = await board.say("@Taskboard summarize what I've got open")
  await expect(summary).toContainText('Open 1, In progress 1, Done 0')
  await expect(summary).toContainText('work 1, personal 1')
  await expect(summary).toContainText('#2 book dentist appointment')
  await expectAgreement(page, server)

  await page.reload()
  await board.ready()
  await expect(board.cardIn('In progress', '#1 review the Q2 roadmap')).toBeVisible()
  await expect(board.replies()).toHaveCount(5)
  await expectAgreement(page, server)
})

test('percent, removal, the empty list and numbers that are not there', async ({ board, server, page }) => {
  await expect(await board.say('list all tasks')).toContainText('The task list is empty.')
  await board.say('add a task: write the report')
  await board.say('add a task: call the bank')
  await board.say('update task 1 to 50%')
  await expect(board.cardIn('In progress', '#1 write the report')).toContainText('50')
  await expect(await board.say('list all tasks')).toContainText('50%')
  await board.say('update task 1 to 150%')
  await expect(board.cardIn('Done', '#1 write the report')).toBeVisible()
  await board.say('reopen #1')
  await expect(board.card('#1 write the report')).toContainText('50')
  await expect(await board.say('remove task 2')).toContainText('Removed #2 call the bank')
  await expect(board.card('#2 call the bank')).toHaveCount(0)
  await expect(await board.say('mark #9 as done')).toContainText(
    'There is no task #9. Nearest: #1 write the report',
  )
  await expectAgreement(page, server)
})

for (const reference of ['#1', 'T-001', '1', 'the roadmap']) {
  test(`“${reference}” names a task`, async ({ board }) => {
    await board.say('add a task: review the roadmap')
    await board.say(`mark ${reference} as done`)
    await expect(board.cardIn('Done', '#1 review the roadmap')).toBeVisible()
  })
}

for (const text of [
  'add a task: water the plants',
  '@taskboard, add a task: water the plants',
  'hey @Taskboard add a task: water the plants',
]) {
  test(`with the mention or without: ${text}`, async ({ board }) => {
    await board.say(text)
    await expect(board.cardIn('Open', '#1 water the plants')).toBeVisible()
  })
}

test('what is not understood changes nothing and says what can be done', async ({ board, server, page }) => {
  await board.say('add a task: stay')
  const reply = await board.say('what is the weather like in Lisbon?')
  await expect(reply).toContainText('OPENAI_API_KEY')
  await expectAgreement(page, server)
  await expect(board.region.getByRole('article')).toHaveCount(1)
})

test('refusals are sentences, and nothing is written', async ({ board, server, page }) => {
  await expect(await board.say('add a task: x, category: nope')).toContainText('no category “nope”')
  await board.say('add a task: real')
  await expect(await board.say('mark #1 as banana')).toContainText('Unknown status')
  await expect(await board.say(`add a task: ${'y'.repeat(501)}`)).toContainText('up to 500 characters')
  await expect(board.region.getByRole('article')).toHaveCount(1)
  await expectAgreement(page, server)
})

test('the five sentences of an empty board can be clicked', async ({ board }) => {
  const sentences = board.log.getByRole('button')
  await expect(sentences).toHaveCount(5)
  await sentences.first().click()
  await expect(board.card(/#1/)).toBeVisible()
  await expect(board.replies()).toHaveCount(1)
})
