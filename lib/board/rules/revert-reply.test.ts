import { expect, test } from 'vitest'
import { splitUndoReply } from './revert-reply.ts'

test.each([
  'Kept as is, because it changed since: #1 Call Ana.',
  'The rest couldn’t be undone. The name of #1 Call Ana is taken.',
  // As stored by older versions.
  'Left as it is, because it changed since: #1 Call Ana.',
  'The rest could not be taken back. The name of #1 Call Ana is taken.',
])('a reply is split before “%s”', (left) => {
  expect(splitUndoReply(`Undone: Added #2 Pay rent. ${left}`)).toEqual({
    done: 'Undone: Added #2 Pay rent.',
    left,
  })
})
