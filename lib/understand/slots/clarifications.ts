/** What is asked back, and how the answer completes what was said. */

export const WHAT_TASK = 'What’s the task? For example: add a task: call Ana, category: work.'
export const WHAT_THING = 'What should I add? For example: add milk and eggs to the shopping list.'
export const WHICH_THING = 'Which item? For example: remove milk from the shopping list.'
export const WHICH_TASK = 'Which task? Give its number or title.'
export const WHICH_OF_MANY = 'Which tasks? Give their numbers, e.g. #1, #2 and #3.'
export const WHICH_GO = 'Which tasks should I remove? For example: remove #1, #2 and #3.'
export const WHICH_PLACE = 'Before or after which task? For example: move #2 before #1.'
export const WHICH_CATEGORY = 'Which category? For example: add a category errands.'
export const WHICH_LIST = 'Which list? For example: delete the shopping list.'
export const WHAT_NAME = 'What should I call the list? For example: create a packing list.'
export const WHAT_TITLE = 'What’s the new title? For example: rename #1 to Call Ana.'
export const WHAT_FOR = 'What’s blocking it? For example: #1 is waiting for the invoice.'
export const WHAT_CHANGE = 'What should I change? For example: update #1 to 50%.'
export const UNTIL_WHEN = 'When is it due? For example: move #1 to Friday.'
export const UNTIL_WHEN_ALL = 'When are they due? For example: move them to Friday.'
export const WHAT_FACT = 'What should I remember? For example: remember that my favorite color is green.'

/** `text` is whatever is said next, unless it is a command or a question; the others must read as what they name. */
export type Wants = 'text' | 'task' | 'due' | 'fields' | 'place'

/** `fill` gives the message that says it whole; without one the answer goes wherever it makes a command. */
type Ask = {
  wants: Wants
  fill?: (said: string, answer: string) => string
  /** Answers to click. */
  offers?: readonly string[]
}

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

/** How a question is answered; what was not understood may stand before it. */
export function answerTo(question: string): Ask | undefined {
  const same = QUESTION_HANDLERS.get(question)
  return same ?? (question.endsWith(WHICH_OF_MANY) ? QUESTION_HANDLERS.get(WHICH_OF_MANY) : undefined)
}

const QUESTION_HANDLERS: ReadonlyMap<string, Ask> = new Map<string, Ask>([
  [WHAT_TASK, { wants: 'text', fill: titled }],
  [WHAT_THING, { wants: 'text', fill: afterVerb }],
  [WHICH_THING, { wants: 'text', fill: afterVerb }],
  [WHICH_TASK, { wants: 'task' }],
  [WHICH_OF_MANY, { wants: 'task' }],
  [WHICH_GO, { wants: 'task', fill: (_, answer) => `remove ${answer}` }],
  [
    WHICH_PLACE,
    {
      wants: 'place',
      fill: (said, answer) => {
        const [task = said] = said.split(/\s(?:to|at|on|up|down|first|last|higher|lower)\b/i, 1)
        return `${task.trimEnd()} ${answer}`
      },
    },
  ],
  [WHICH_CATEGORY, { wants: 'text', fill: (said, answer) => `${said} ${answer}` }],
  [WHICH_LIST, { wants: 'text', fill: (said, answer) => `${firstWord(said)} the ${listed(answer)}` }],
  [WHAT_NAME, { wants: 'text', fill: (said, answer) => `${firstWord(said)} a list called ${answer}` }],
  [WHAT_TITLE, { wants: 'text', fill: (said, answer) => `${said} to ${withoutTo(answer)}` }],
  [WHAT_FOR, { wants: 'text', fill: (said, answer) => `${said} by ${withoutBy(answer)}` }],
  [WHAT_CHANGE, { wants: 'fields' }],
  [UNTIL_WHEN, { wants: 'due', offers: ['tomorrow', 'next week', 'next month'] }],
  [
    UNTIL_WHEN_ALL,
    {
      wants: 'due',
      fill: (said, answer) => `${said} to ${answer}`,
      offers: ['tomorrow', 'next week', 'next month'],
    },
  ],
  [WHAT_FACT, { wants: 'text', fill: (_, answer) => `remember that ${answer}` }],
])

const firstWord = (said: string) => /\S+/.exec(said)?.[0] ?? ''
const listed = (answer: string) =>
  /\blist$/i.test(answer) ? answer.replace(/^(?:the|my)\s+/i, '') : `${answer} list`
