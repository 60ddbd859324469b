'use client'

/** Markdown without raw HTML or images (their text stays), and with links only to the web, email and the library. */
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { PASSAGE_PATH } from '#lib/board/wire/documents.ts'
import { placeOf } from './link-place.ts'
import { ReplyLink } from './reply-link.tsx'

const PLUGINS = [remarkGfm]

const COMPONENTS: Components = {
  a: ({ href = '', children, node }) => {
    if (isOwn(href)) return <a href={href}>{children}</a>
    const place = placeOf(href)
    if (!place) return <span>{children}</span>
    return (
      <ReplyLink href={href} place={place} words={wordsOf(node)}>
        {children}
      </ReplyLink>
    )
  },
  img: ({ alt }) => <span>{alt}</span>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields
    <div className="wide" role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // Dates and percents don’t wrap in a narrow cell.
  td: ({ children }) => (
    <td className={typeof children === 'string' && children.length <= 12 ? 'whitespace-nowrap' : ''}>
      {children}
    </td>
  ),
  input: ({ checked }) => <input type="checkbox" checked={checked ?? false} disabled aria-label="Item" />,
}

/** A passage of the library, or an address of this server. */
function isOwn(href: string): boolean {
  if (PASSAGE_PATH.test(href)) return true
  return placeOf(href) !== null && new URL(href).origin === globalThis.location?.origin
}

type Marked = { value?: unknown; children?: Marked[] }

function wordsOf({ value = '', children = [] }: Marked = {}): string {
  return String(value) + children.map(wordsOf).join('')
}

const safeUrl = (url: string) => (placeOf(url) || PASSAGE_PATH.test(url) ? url : '')

/** Only for texts that `isBoundedMarkdown`, and only in the browser: see `ReplyText`. */
export default memo(function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={safeUrl}>
      {text}
    </ReactMarkdown>
  )
})
