'use client'

import { type ReactNode, useState } from 'react'
import { isObject, type JsonValue } from '#lib/board/state/json.ts'
import { countOf } from '#lib/board/text/text.ts'

const SHOWN_ENTRIES = 50
const SHOWN_CHARS = 600

/** Editing of one part of a value in place. */
export type Editing = {
  /** The path whose editor is open. */
  path: string | null
  open(path: string, value: JsonValue): void
  editor: ReactNode
}

/** A readable value: fields under their names, entries below each other, every leaf a button. */
export function ValueTree({ path, value, editing }: { path: string; value: JsonValue; editing: Editing }) {
  if (editing.path === path) return editing.editor
  if (Array.isArray(value)) {
    const entries = value.map((entry, i) => [String(i), entry] as const)
    return <Entries path={path} entries={entries} editing={editing} isList />
  }
  if (isObject(value)) return <Entries path={path} entries={Object.entries(value)} editing={editing} />
  return <Leaf path={path} value={value} editing={editing} />
}

function Entries({
  path,
  entries,
  editing,
  isList = false,
}: {
  path: string
  entries: readonly (readonly [string, JsonValue])[]
  editing: Editing
  isList?: boolean
}) {
  const [isWhole, setWhole] = useState(false)
  if (entries.length === 0) {
    return <span className="text-muted">{isList ? 'empty list' : 'empty object'}</span>
  }
  const shown = isWhole ? entries : entries.slice(0, SHOWN_ENTRIES)
  return (
    <ul className="flex flex-col gap-0.5">
      {shown.map(([name, entry]) => (
        <li key={name} className={isNested(entry) ? '' : 'flex gap-2'}>
          <span className="shrink-0 text-muted">
            {isList ? '–' : name}
            {isNested(entry) && isList && <span className="sr-only"> {Number(name) + 1}</span>}
          </span>
          <div className={isNested(entry) ? 'ml-1 border-l border-line pl-3' : 'min-w-0 flex-1'}>
            <ValueTree path={pathTo(path, name)} value={entry} editing={editing} />
          </div>
        </li>
      ))}
      {shown.length < entries.length && (
        <li>
          <button type="button" className="text-accent hover:underline" onClick={() => setWhole(true)}>
            Show {countOf(entries.length - shown.length, 'more entry', 'more entries')}
          </button>
        </li>
      )}
    </ul>
  )
}

function Leaf({ path, value, editing }: { path: string; value: JsonValue; editing: Editing }) {
  const text = wordsOf(value)
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > SHOWN_CHARS && !isWhole
  const words = (
    <span className={plain(value) ? '' : 'text-muted'}>
      {isLong ? `${text.slice(0, SHOWN_CHARS)}…` : text}
    </span>
  )
  return (
    <>
      {/* A part whose name can't be in a path is edited with the whole value. */}
      {path === '' ? (
        words
      ) : (
        <button
          type="button"
          title="Edit"
          className="-mx-1 max-w-full rounded px-1 text-left whitespace-pre-wrap wrap-anywhere tabular-nums hover:bg-sunk"
          onClick={() => editing.open(path, value)}
        >
          {words}
          <span className="sr-only"> (edit {path})</span>
        </button>
      )}
      {isLong && (
        <button type="button" className="ml-1 text-accent hover:underline" onClick={() => setWhole(true)}>
          Show all
        </button>
      )}
    </>
  )
}

/** Whether it has parts to show. */
export const isNested = (value: JsonValue) =>
  (Array.isArray(value) || isObject(value)) && Object.keys(value).length > 0

const plain = (value: JsonValue) => value !== null && value !== ''

function wordsOf(value: JsonValue): string {
  if (value === null) return 'null'
  return value === '' ? 'empty text' : String(value)
}

/** Empty if there can be no path: below a name with a dot or a bracket. */
function pathTo(path: string, name: string): string {
  return path === '' || name === '' || /[.[\]]/.test(name) ? '' : `${path}.${name}`
}
