'use client'

import Link from 'next/link'
import { useEffect, useState } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import type { SearchHit } from '#lib/board/wire/board-actions.ts'
import { LIMITS } from '#lib/limits.ts'

const DEBOUNCE_MS = 200
const WHERE = { name: 'Names', task: 'Tasks', message: 'Messages' } as const

type Search = { query: string; setQuery(query: string): void; hits: readonly SearchHit[] | null }

export function useSearch(): Search {
  const { actions } = useFeed()
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<{ for: string; hits: readonly SearchHit[] } | null>(null)
  const wanted = query.trim()
  useEffect(() => {
    if (wanted === '') return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const answer = await actions.searchSessions(wanted).catch(() => null)
      if (isCurrent) setFound({ for: wanted, hits: answer?.ok ? answer.hits : [] })
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [actions, wanted])
  // Keeps the last results until the next ones arrive, so that the list doesn’t flicker.
  return { query, setQuery, hits: wanted === '' ? null : (found?.hits ?? null) }
}

export function SearchField({ search }: { search: Search }) {
  return (
    <div className="px-2 pb-2">
      <input
        type="search"
        aria-label="Search all boards"
        placeholder="Search"
        maxLength={LIMITS.searchChars}
        value={search.query}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && search.setQuery('')}
        className="h-7 w-full rounded border border-line-strong bg-paper px-2 text-13"
      />
    </div>
  )
}

export function SearchHits({ hits, onOpen }: { hits: readonly SearchHit[]; onOpen(): void }) {
  if (hits.length === 0) return <p className="px-2 py-1 text-13 text-muted">Nothing found.</p>
  const places = (['name', 'task', 'message'] as const).filter((where) =>
    hits.some((hit) => hit.where === where),
  )
  return places.map((where) => (
    <div key={where} className="pb-2">
      <h2 className="px-2 py-1 text-12 font-medium text-muted">{WHERE[where]}</h2>
      <ul>
        {hits
          .filter((hit) => hit.where === where)
          .map((hit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hits have no identity, and the list is replaced whole
            <li key={index}>
              <Link
                href={`/boards/${hit.sessionId}`}
                prefetch={false}
                onClick={onOpen}
                className="block rounded px-2 py-1 text-13 hover:bg-line"
              >
                <span className="line-clamp-2 wrap-anywhere">{hit.excerpt}</span>
                {where !== 'name' && <span className="block truncate text-12 text-muted">{hit.name}</span>}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  ))
}
