import { CircleAlert } from 'lucide-react'
import { TextButton } from '#components/ui/text-button.tsx'

/** A corrupted value, shown as it is. */
export function Damaged({
  name,
  text,
  onSet,
  onRemove,
}: {
  name: string
  text: string
  onSet(): void
  onRemove(): void
}) {
  return (
    <>
      <p className="flex items-center gap-1.5 text-danger">
        <CircleAlert size={14} aria-hidden />
        Corrupted value
      </p>
      <textarea
        readOnly
        aria-label={`Stored text of ${name}`}
        value={text}
        className="field-sizing-content my-1 max-h-40 w-full resize-none rounded bg-sunk px-2 py-1.5 font-mono text-12"
      />
      <div className="flex gap-1.5 pb-1">
        <TextButton onClick={onSet} aria-label={`Replace ${name}`}>
          Replace
        </TextButton>
        <TextButton onClick={onRemove} aria-label={`Delete ${name}`}>
          Delete
        </TextButton>
      </div>
    </>
  )
}
