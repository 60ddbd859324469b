'use client'

/** Markdown without raw HTML, without images (their words stay), with links to the web, mail and the library only. */
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { PASSAGE_PATH } from '#lib/board/documents.ts'

const PLUGINS = [remarkGfm]
const SAFE_LINK = /^(https?:\/\/|mailto:)/i

const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href && PASSAGE_PATH.test(href) ? (
      <a href={href}>{children}</a>
    ) : href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <span>{alt}</span>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields
    <div className="wide" role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // A date or a percent in a narrow cell stays in one piece.
  td: ({ children }) => (
    <td className={typeof children === 'string' && children.length <= 12 ? 'whitespace-nowrap' : ''}>
      {children}
    </td>
  ),
  input: ({ checked }) => <input type="checkbox" checked={checked ?? false} disabled aria-label="Item" />,
}

function safeUrl(url: string): string {
  return SAFE_LINK.test(url) || PASSAGE_PATH.test(url) ? url : ''
}

/** Only for texts that `isBoundedMarkdown`, and only in the browser: see `ReplyText`. */
export default memo(function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={safeUrl}>
      {text}
    </ReactMarkdown>
  )
})
