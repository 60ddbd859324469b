/** A shopping list that is kept from message to message. `shopping_list` is an array of texts in the state. */
import { taskboard } from './connect.ts'

const board = await taskboard.create({ name: 'Shopping', state: { shopping_list: [] } })

for (const text of [
  'Add milk, eggs, and bread to the shopping list',
  'I got bread',
  'I need apples and oranges',
  'whats on my list?',
  'Clear everything from my list and start over with just bananas and yogurt',
]) {
  const { reply, status, asks, state } = await board.say(text)
  console.log(`> ${text}\n${reply}`)
  if (status === 'waiting') {
    console.log(`${asks.map(({ ask }) => ask).join(', ')}? yes`)
    const answered = await board.say('yes')
    console.log(answered.reply)
    state.shopping_list = answered.state.shopping_list
  }
  console.log(`Session state: ${JSON.stringify(state.shopping_list ?? [])}\n`)
}
