import { MENTIONS } from '#lib/board/model/agents.ts'

/** Plain text as typed, with highlighted mentions. */
export function UserText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {text.split(MENTIONS).map((piece, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
          <span key={index} className="font-medium text-accent">
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
    </p>
  )
}
