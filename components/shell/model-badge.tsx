'use client'

import { useScreen } from '#components/sync/use-store.ts'
import type { ModelInfo } from '#lib/board/wire/events.ts'

/** The model in use, and how to change it. */
export function ModelBadge() {
  const model = useScreen((screen) => screen.feed.model)
  return (
    <>
      <button
        type="button"
        popoverTarget="model-note"
        className="flex h-7 min-w-0 items-center gap-1.5 rounded px-2 text-12 text-muted hover:bg-sunk hover:text-ink"
      >
        <span
          aria-hidden
          className={`size-2 shrink-0 rounded-full border border-current ${model.kind === 'offline' ? '' : 'bg-current'}`}
        />
        <span className="truncate">{model.name}</span>
      </button>
      <div
        id="model-note"
        popover="auto"
        className="fixed inset-auto top-12 right-3 max-w-80 rounded-md border border-line-strong bg-raised p-4 text-13 text-ink shadow-pop"
      >
        <Note model={model} />
      </div>
    </>
  )
}

function Note({ model }: { model: ModelInfo }) {
  if (model.kind !== 'offline') {
    return (
      <p>
        Answers come from <strong>{model.name}</strong>
        {model.kind === 'compatible' ? ' via OPENAI_BASE_URL.' : '.'}
      </p>
    )
  }
  return (
    <>
      <p className="font-semibold">No language model connected</p>
      <p className="mt-1 text-muted">
        The offline model is answering. It understands commands about tasks and lists. Nothing leaves this
        computer.
      </p>
      <p className="mt-3">
        To connect a model, add one of these to <code className="font-mono text-12">.env.local</code> and
        restart:
      </p>
      <ul className="mt-1 font-mono text-12 leading-5">
        <li>OPENAI_API_KEY=…</li>
        <li>OPENAI_BASE_URL=… (Ollama, LM Studio)</li>
      </ul>
    </>
  )
}
