'use client'

import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '#components/browser/is-composing.ts'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Turn } from '#lib/board/wire/events.ts'
import { LIMITS } from '#lib/limits.ts'
import { COMPLETION_LIST_ID, CompletionList, completionId } from './completion-list.tsx'
import { useCompletion } from './use-completion.ts'
import type { ComposerState } from './use-composer.ts'
import { useRecall } from './use-input-history.ts'

const BOX_ID = 'message'

/** Where the focus goes when the focused element is removed. */
export function focusComposer() {
  document.getElementById(BOX_ID)?.focus({ preventScroll: true })
}

const COUNT_FROM = LIMITS.messageChars - 800

export function Composer({ composer }: { composer: ComposerState }) {
  const { text, change, submit, error } = composer
  const box = useRef<HTMLTextAreaElement>(null)
  const caretWanted = useRef<number | null>(null)
  const completion = useCompletion(text, (next, caret) => {
    caretWanted.current = caret
    change(next)
  })
  const recall = useRecall(text, change)
  const isTooLong = text.trim().length > LIMITS.messageChars

  useLayoutEffect(() => {
    const field = box.current
    if (!field) return
    if (field.value !== text) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
    if (caretWanted.current === null) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(caretWanted.current, caretWanted.current)
    caretWanted.current = null
  }, [text])

  const send = () => {
    void submit(text)
    box.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    if (completion.takeKey(event) || recall(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  const isListed = completion.offered.length > 0
  return (
    <div className="mx-auto w-full max-w-[44rem] shrink-0 px-5 pb-4">
      {error && (
        <p role="alert" className="pb-1.5 text-13 text-danger">
          {error}
        </p>
      )}
      <div className="relative rounded-lg border border-line-strong bg-raised focus-within:border-accent">
        <CompletionList
          offered={completion.offered}
          active={completion.active}
          onAccept={completion.accept}
        />
        <textarea
          ref={box}
          id={BOX_ID}
          aria-label="Message"
          data-kept
          aria-autocomplete="list"
          aria-controls={isListed ? COMPLETION_LIST_ID : undefined}
          aria-activedescendant={isListed ? completionId(completion.active) : undefined}
          aria-invalid={isTooLong || undefined}
          placeholder="Message Taskboard"
          rows={1}
          enterKeyHint="send"
          value={text}
          onChange={(event) => change(event.target.value)}
          onSelect={(event) => completion.moveCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          className="block max-h-48 w-full resize-none bg-transparent px-3.5 pt-2.5 pb-1 text-14 outline-none"
        />
        <div className="flex h-10 items-center gap-2 pr-1.5 pb-1.5 pl-3.5">
          <span className="flex-1 text-12 text-muted">
            {text.length < COUNT_FROM ? (
              <Hint />
            ) : (
              <span className={isTooLong ? 'text-danger' : undefined}>
                {text.trim().length} of {LIMITS.messageChars} characters
              </span>
            )}
          </span>
          <StopButton />
          <TextButton tone="accent" disabled={text.trim() === '' || isTooLong} onClick={send}>
            <ArrowUp size={14} aria-hidden />
            Send
          </TextButton>
        </div>
      </div>
    </div>
  )
}

function Hint() {
  return (
    <span className="pointer-coarse:hidden">
      <kbd className="font-sans font-medium">@</kbd> mentions, <kbd className="font-sans font-medium">/</kbd>{' '}
      commands
    </span>
  )
}

/** Shown while a turn runs; messages sent then are queued. */
function StopButton() {
  const { actions, sessionId } = useFeed()
  const running = useScreen((screen) => runningTurn(screen.feed.turns))
  const [asked, setAsked] = useState<string | null>(null)
  if (!running) return null
  const stop = async () => {
    setAsked(running)
    if (!(await callOrToast(() => actions.stopTurn(sessionId, running)))) setAsked(null)
  }
  return (
    <TextButton disabled={asked === running} onClick={stop}>
      <Square size={10} fill="currentColor" aria-hidden />
      Stop
    </TextButton>
  )
}

/** A turn awaiting approval has nothing to stop: its card has Deny. */
function runningTurn(turns: ReadonlyMap<string, Turn>): string | null {
  return [...turns.values()].find(({ status }) => status === 'running')?.id ?? null
}
