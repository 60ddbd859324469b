/** Labels of tasks: by hand and by sentence, on the card, in the filter, and undone. */
import { expectAccessible } from './support/accessible.ts'
import { expectAgreement } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'

test('labels are added, shown, filtered, taken off and undone by sentence', async ({
  board,
  page,
  server,
}) => {
  await board.say('add a task: call Bob, label: phone')
  await board.say('add a task: write the report')
  const labelsOf = (card: string) => board.card(card).getByRole('list', { name: 'Labels' })
  await expect(labelsOf('#1 call Bob').getByRole('listitem')).toHaveText(['phone'])
  await expect(board.log).toContainText('Added #1 call Bob (label phone).')

  await board.say('add label urgent to task 1')
  await expect(labelsOf('#1').getByRole('listitem')).toHaveText(['phone', 'urgent'])
  await board.say('label the report as waiting')
  await expect(board.log).toContainText('Updated #2 write the report: label waiting added.')
  await board.say('show tasks labelled waiting')
  await expect(board.log).toContainText('1 task is labelled “waiting”:')

  await board.say('remove the label phone from task 1')
  await expect(labelsOf('#1').getByRole('listitem')).toHaveText(['urgent'])
  await board.say('undo')
  await expect(labelsOf('#1').getByRole('listitem')).toHaveText(['phone', 'urgent'])
  await expectAgreement(page, server)
})

test('labels are edited in the details by keyboard, found by the filter, undone and redone', async ({
  board,
  page,
  server,
}) => {
  await board.say('add these tasks:\n- alpha\n- beta')
  const labels = board.card('#1 alpha').getByRole('list', { name: 'Labels' }).getByRole('listitem')
  await board
    .card('#1')
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Edit details…' }).press('Enter')
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Labels' })
  await field.fill('a#b')
  await field.press('Enter')
  await expect(field).toHaveJSProperty('validity.patternMismatch', true)
  await field.fill('phone, on hold')
  await expectAccessible(page)
  await field.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(labels).toHaveText(['phone', 'on hold'])
  await expectAccessible(page)

  const filter = board.region.getByRole('searchbox', { name: 'Filter tasks' })
  await filter.fill('label:"on hold"')
  await expect(board.region.getByRole('article')).toHaveCount(1)
  await filter.fill('label:waiting')
  await expect(board.region.getByRole('article')).toHaveCount(0)
  await filter.press('Escape')
  await expect(board.region.getByRole('article')).toHaveCount(2)

  await board.region.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(labels).toHaveCount(0)
  await board.region.getByRole('button', { name: 'Redo', exact: true }).click()
  await expect(labels).toHaveText(['phone', 'on hold'])
  await page.reload()
  await board.ready()
  await expect(labels).toHaveText(['phone', 'on hold'])
  await expectAgreement(page, server)
})
