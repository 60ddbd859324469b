/** Clarifying questions: answered by the next message or a click, also after a reload. */
import { expectAccessible } from './support/accessible.ts'
import { expectAgreement } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'

test('a missing argument is asked for and filled in, also after a reload; a complete command isn’t an answer', async ({
  board,
  page,
  server,
}) => {
  await expect(await board.say('add a task')).toContainText('What’s the task?')
  await page.reload()
  await board.ready()
  const added = await board.say('call Ana, category: work')
  await expect(board.cardIn('Open', '#1 call Ana')).toContainText('work')
  await added.getByText('How I read this').click()
  await expect(added).toContainText('Combined with your last message: “add a task”')
  await expect(added).toContainText('category')

  await expect(await board.say('rename #1')).toContainText('What’s the new title?')
  await board.say('show my tasks')
  await board.say('rename #1')
  await board.say('Ring Ana')
  await expect(board.card('#1 Ring Ana')).toBeVisible()
  await expect(await board.say('never mind')).toContainText('I didn’t understand')
  await board.say('postpone #1')
  await expect(await board.say('never mind')).toContainText('nothing changed')
  await expect(board.card('#1 Ring Ana')).toBeVisible()
  await expectAgreement(page, server)
})

test('of several tasks one is chosen by mouse, keyboard or words, only for the latest question @long', async ({
  board,
  page,
  server,
}) => {
  for (const title of ['book the dentist', 'pay the dentist', 'thank the dentist'])
    await board.say(`add a task: ${title}`)
  const asked = await board.say('mark the dentist task as done')
  await expect(asked).toContainText('Which one?')
  const choices = asked.getByRole('list', { name: 'Choices' }).getByRole('button')
  await expect(choices).toHaveText([/^#1 book the dentist/, /^#2 pay the dentist/, /^#3 thank the dentist/])
  await page.reload()
  await board.ready()
  await choices.filter({ hasText: 'pay' }).click()
  await expect(board.cardIn('Done', '#2 pay the dentist')).toBeVisible()
  await expect(choices.first()).toBeDisabled()

  const again = await board.say('start the dentist task')
  const offered = again.getByRole('list', { name: 'Choices' }).getByRole('button')
  await expect(offered).toHaveText([/^#1 book the dentist/, /^#3 thank the dentist/])
  await offered.last().focus()
  await page.keyboard.press('Enter')
  await expect(board.cardIn('In progress', '#3 thank the dentist')).toBeVisible()

  await board.say('mark the dentist task as done')
  await board.say('the first one')
  await expect(board.cardIn('Done', '#1 book the dentist')).toBeVisible()
  await expectAccessible(page)
  await expectAgreement(page, server)
})

test('a choice shows the message that it sends', async ({ board }) => {
  for (const title of ['book the dentist', 'pay the dentist']) await board.say(`add a task: ${title}`)
  const asked = await board.say('mark the dentist task as done')
  const choice = asked.getByRole('list', { name: 'Choices' }).getByRole('button', { name: /pay the dentist/ })
  const [, sent = ''] = /^#2 pay the dentistSends “(.+)”$/.exec((await choice.textContent()) ?? '') ?? []
  expect(sent).toContain('#2')
  await choice.click()
  await expect(board.log.getByRole('article', { name: 'You' }).last()).toHaveText(sent)
  await expect(board.cardIn('Done', '#2 pay the dentist')).toBeVisible()
})

test('a missing category is created with a click @phone', async ({ board, page }) => {
  const asked = await board.say('add a task: buy stamps, category: errands')
  await expect(asked).toContainText('There is no category “errands”. Create it?')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await asked.getByRole('button', { name: 'Create “errands”' }).tap()
  await expect(board.replies()).toHaveCount(2)
  await page.getByRole('tab', { name: /Board/ }).tap()
  await expect(board.cardIn('Open', '#1 buy stamps')).toContainText('errands')
})

test('a repeating task keeps its words and its first date, and the reply says that tasks can’t repeat', async ({
  board,
}) => {
  const added = await board.say('add take out the bins every monday')
  await expect(added).toContainText('Tasks can’t repeat yet')
  await expect(board.cardIn('Open', '#1 take out the bins every monday')).toBeVisible()
})
