/** Finds a task by reference: `#3`, `T-003`, `3`, or words of its title. */
import { distance } from 'fastest-levenshtein'
import { type Refusal, refuse } from '../model/command.ts'
import type { Task } from '../model/types.ts'
import { madeOnce } from '../text/made-once.ts'
import { cleanLine, fold, joinWords, nameTask } from '../text/text.ts'

export type Candidate = Pick<Task, 'id' | 'number' | 'title' | 'status'>

const NUMBER = /^(?:task )?(?:#|no\.?|t-?)? ?(\d{1,12})$/i
const FILLER = new Set(['the', 'a', 'an', 'my', 'task', 'one', 'about', 'thing', 'item', 'to', 'of'])

/** The number a reference names, if it names one. */
export function referenceNumber(reference: string): number | null {
  const number = Number.parseInt(NUMBER.exec(cleanLine(reference))?.[1] ?? '', 10)
  return number < 1e9 ? number : null
}

export function significantWords(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const kept = words.filter((word) => !FILLER.has(word))
  return kept.length > 0 ? kept : words
}

type Titled = Pick<Task, 'title' | 'status'>

/** The tasks that the words may mean: open ones before done ones, and exact titles before partial matches. */
export function titlesMeant<T extends Titled>(words: string, candidates: readonly T[]): T[] {
  const { byTitle, byWord, roughly } = titlesOf(candidates) as Titles<T>
  const exact = byTitle.get(fold(words))
  if (exact) return liveOf(exact)
  const wanted = [...new Set(significantWords(words))]
  const holding = inEach(wanted, (word) => byWord.get(word))
  return liveOf(holding.length > 0 ? holding : inEach(wanted, roughly))
}

/** Whether a task has exactly this title. */
export function isTitle(words: string, candidates: readonly Titled[]): boolean {
  return titlesOf(candidates).byTitle.has(fold(words))
}

type Titles<T> = {
  byTitle: ReadonlyMap<string, T[]>
  /** Tasks by the words of their titles, each in the order of all. */
  byWord: ReadonlyMap<string, ReadonlySet<T>>
  /** Tasks with a word that this one may be a typo of. */
  roughly(word: string): ReadonlySet<T>
}

const titlesOf = madeOnce((candidates: readonly Titled[]): Titles<Titled> => {
  const byWord = new Map<string, Set<Titled>>()
  for (const task of candidates) {
    for (const word of significantWords(task.title)) {
      byWord.set(word, (byWord.get(word) ?? new Set()).add(task))
    }
  }
  const rough = new Map<string, ReadonlySet<Titled>>()
  const roughly = (word: string) => {
    const known = rough.get(word)
    if (known) return known
    const near = new Set([...byWord].flatMap(([other, tasks]) => (isRoughly(word, other) ? [...tasks] : [])))
    const found = new Set(candidates.filter((task) => near.has(task)))
    rough.set(word, found)
    return found
  }
  return { byTitle: Map.groupBy(candidates, ({ title }) => fold(title)), byWord, roughly }
})

/** The matches of every word; a word without any ends the search. */
function inEach<T>(words: readonly string[], leadsTo: (word: string) => ReadonlySet<T> | undefined): T[] {
  let left: T[] | undefined
  for (const word of words) {
    const found = leadsTo(word)
    left = left ? left.filter((one) => found?.has(one)) : [...(found ?? [])]
    if (left.length === 0) return []
  }
  return left ?? []
}

function liveOf<T extends Titled>(found: T[]): T[] {
  const live = found.filter(({ status }) => status !== 'done')
  return live.length > 0 ? live : found
}

/** The task that the words match, or a refusal that names the candidates. */
export function matchTitle(words: string, candidates: readonly Candidate[]): Candidate | Refusal {
  const meant = titlesMeant(words, candidates)
  if (meant.length === 1 && meant[0]) return meant[0]
  if (meant.length > 1) {
    const names = meant.slice(0, 4).map(nameTask)
    return refuse('ambiguous', `“${words}” matches ${joinWords(names, 'or')}. Use the number.`)
  }
  const near = nearTitles(words, candidates).map(nameTask)
  const hint = near.length > 0 ? `Nearest: ${joinWords(near)}.` : 'Use its number, e.g. #1.'
  return refuse('not_found', `No task matches “${words}”. ${hint}`)
}

/** Allows one typo in a word of five letters, two in longer ones (a swap counts as two); four letters match a prefix. */
function isRoughly(word: string, other: string): boolean {
  if (word.length >= 4 && other.startsWith(word)) return true
  const slips = word.length >= 6 ? 2 : word.length === 5 ? 1 : 0
  return slips > 0 && Math.abs(word.length - other.length) <= slips && distance(word, other) <= slips
}

/** Up to three tasks that share a word with these. */
export function nearTitles<T extends Titled>(words: string, candidates: readonly T[]): T[] {
  const wanted = significantWords(words)
  return candidates
    .map((task) => ({ task, hits: wanted.filter((word) => fold(task.title).includes(word)).length }))
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
    .slice(0, 3)
    .map(({ task }) => task)
}
