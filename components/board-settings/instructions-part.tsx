'use client'

import { clsx } from 'clsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { LIMITS } from '#lib/limits.ts'
import { Part } from './part.tsx'
import { useInstructions } from './use-instructions.ts'

/** The agent’s instructions on this board, with a preview of the filled-in state. */
export function InstructionsPart() {
  const { text, preview, isLoaded, isOwn, isChanged, isSaving, write, save, reset } = useInstructions()
  const chars = [...text].length
  const isTooLong = chars > LIMITS.instructionsChars
  const standing = isChanged ? ' · Unsaved' : isLoaded && !isOwn ? ' · Default' : ''
  return (
    <Part
      title="Instructions"
      hint={
        <>
          Tell the agent how to work on this board. Insert <Key>user.name</Key>, <Key>shopping_list</Key>,{' '}
          <Key>today</Key> or any state key. Type <code>{'{{'}</code> for a brace.
        </>
      }
    >
      <textarea
        aria-label="Instructions"
        rows={4}
        value={text}
        readOnly={!isLoaded}
        aria-invalid={isTooLong}
        aria-describedby="instructions-length"
        onChange={(event) => write(event.target.value)}
        className="field-sizing-content max-h-60 min-h-24 w-full rounded border border-line-strong bg-paper px-2 py-1.5 text-14"
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <p
          id="instructions-length"
          className={clsx('flex-1 text-12 tabular-nums', isTooLong ? 'text-danger' : 'text-muted')}
        >
          {chars} of {LIMITS.instructionsChars} characters{standing}
        </p>
        <TextButton disabled={!isOwn || isSaving} onClick={() => void reset()}>
          Reset
        </TextButton>
        <TextButton tone="accent" disabled={!isChanged || isTooLong || isSaving} onClick={() => void save()}>
          Save
        </TextButton>
      </div>
      {preview && text.includes('{') && (
        <div className="mt-2.5 rounded-md bg-sunk px-3 py-2 text-13">
          <h4 className="text-12 font-medium text-muted">Preview</h4>
          <p role="note" aria-label="Preview" className="mt-1 whitespace-pre-wrap wrap-anywhere">
            {preview.filled}
          </p>
          {preview.unknown.length > 0 && (
            <p className="mt-1.5 text-danger">
              No value for{' '}
              {preview.unknown.map((path, i) => (
                <span key={path}>
                  {i > 0 && ', '}
                  <Key>{path}</Key>
                </span>
              ))}
              . It’s left as typed.
            </p>
          )}
        </div>
      )}
    </Part>
  )
}

function Key({ children }: { children: string }) {
  return <code className="font-mono text-12">{`{${children}}`}</code>
}
