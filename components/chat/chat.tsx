'use client'

/** The left pane: the conversation and the composer. */
import { Composer } from './composer/composer.tsx'
import { useComposer } from './composer/use-composer.ts'
import { Log } from './log.tsx'

export function Chat() {
  const composer = useComposer()
  return (
    <div className="pane-chat flex min-h-0 min-w-0 flex-col">
      <Log onSend={composer.submit} />
      <Composer composer={composer} />
    </div>
  )
}
