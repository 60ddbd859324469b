/** Clarifying questions, and how the answer completes the message. */
import type { ClarifyingQuestion } from '../text/types.ts'

const without = (words: RegExp) => (answer: string) => answer.replace(words, '')
const withoutTo = without(/^(?:to|as|it)\s+/i)
const withoutBy = without(/^(?:by|for|on|until)\s+/i)
const afterVerb = (said: string, answer: string) => said.replace(/^\s*\S+/, (verb) => `${verb} ${answer}`)
/** `add a task: , category: work` keeps what it says of the task, `add something to my work list` where it goes. */
const titled = (said: string, answer: string) => {
  const [head = said] = said.split(/[:,]/, 1)
  const fields = said.slice(head.length).replace(/^[\s:,]+/, '')
  const begins = /^(?:add|create|make|new|log)\b.*\b(?:task|todo|to-do|reminder)s?\s*$/i.test(head)
  const at = /\b(?:list|board|backlog|tasks|category)$/i.test(head)
    ? head.search(/\s(?:to|on|onto|in|under)\s/i)
    : -1
  const place = at < 0 ? undefined : head.slice(at)
  const asking = begins && !place ? head.trim() : 'add a task'
  return `${asking}: ${answer}${place ?? ''}${fields === '' ? '' : `, ${fields}`}`
}
const firstWord = (said: string) => /\S+/.exec(said)?.[0] ?? ''
const listed = (answer: string) =>
  /\blist$/i.test(answer) ? answer.replace(/^(?:the|my)\s+/i, '') : `${answer} list`
const DAYS = ['tomorrow', 'next week', 'next month']

export const WHAT_TASK: ClarifyingQuestion = {
  question: 'What’s the task? For example: add a task: call Ana, category: work.',
  wants: 'text',
  fill: titled,
}

export const WHAT_THING: ClarifyingQuestion = {
  question: 'What should I add? For example: add milk and eggs to the shopping list.',
  wants: 'text',
  fill: afterVerb,
}

export const WHICH_THING: ClarifyingQuestion = {
  question: 'Which item? For example: remove milk from the shopping list.',
  wants: 'text',
  fill: afterVerb,
}

export const WHICH_TASK: ClarifyingQuestion = {
  question: 'Which task? Give its number or title.',
  wants: 'task',
}

export const WHICH_OF_MANY: ClarifyingQuestion = {
  question: 'Which tasks? Give their numbers, e.g. #1, #2 and #3.',
  wants: 'task',
}

export const WHICH_GO: ClarifyingQuestion = {
  question: 'Which tasks should I remove? For example: remove #1, #2 and #3.',
  wants: 'task',
  fill: (_, answer) => `remove ${answer}`,
}

export const WHICH_PLACE: ClarifyingQuestion = {
  question: 'Before or after which task? For example: move #2 before #1.',
  wants: 'place',
  fill: (said, answer) => {
    const [task = said] = said.split(/\s(?:to|at|on|up|down|first|last|higher|lower)\b/i, 1)
    return `${task.trimEnd()} ${answer}`
  },
}

export const WHICH_CATEGORY: ClarifyingQuestion = {
  question: 'Which category? For example: add a category errands.',
  wants: 'name',
  fill: (said, answer) => `${said} ${answer}`,
}

export const WHICH_LIST: ClarifyingQuestion = {
  question: 'Which list? For example: delete the shopping list.',
  wants: 'text',
  fill: (said, answer) => `${firstWord(said)} the ${listed(answer)}`,
}

export const WHICH_CLEARED: ClarifyingQuestion = {
  question: 'Which list? For example: clear the shopping list.',
  wants: 'text',
  fill: (_, answer) => `clear the ${listed(answer)}`,
}

export const WHAT_NAME: ClarifyingQuestion = {
  question: 'What should I call the list? For example: create a packing list.',
  wants: 'text',
  fill: (said, answer) => `${firstWord(said)} a list called ${answer}`,
}

export const WHAT_TITLE: ClarifyingQuestion = {
  question: 'What’s the new title? For example: rename #1 to Call Ana.',
  wants: 'text',
  fill: (said, answer) => `${said} to ${withoutTo(answer)}`,
}

export const WHAT_FOR: ClarifyingQuestion = {
  question: 'What’s blocking it? For example: #1 is waiting for the invoice.',
  wants: 'text',
  fill: (said, answer) => `${said} by ${withoutBy(answer)}`,
}

export const WHAT_CHANGE: ClarifyingQuestion = {
  question: 'What should I change? For example: update #1 to 50%.',
  wants: 'fields',
}

export const UNTIL_WHEN: ClarifyingQuestion = {
  question: 'When is it due? For example: move #1 to Friday.',
  wants: 'due',
  offers: DAYS,
}

export const UNTIL_WHEN_ALL: ClarifyingQuestion = {
  question: 'When are they due? For example: move them to Friday.',
  wants: 'due',
  fill: (said, answer) => `${said} to ${answer}`,
  offers: DAYS,
}

export const WHAT_FACT: ClarifyingQuestion = {
  question: 'What should I remember? For example: remember that my favorite color is green.',
  wants: 'text',
  fill: (_, answer) => `remember that ${answer}`,
}

/** The same question, with what was not understood before it. */
export function askedAfter(words: string, asked: ClarifyingQuestion): ClarifyingQuestion {
  return { ...asked, question: `${words} ${asked.question}` }
}

/** A question whose answer is a message to send. */
export function offer(question: string, say: string, label = say): ClarifyingQuestion {
  return { question, choices: [{ label, say }] }
}
