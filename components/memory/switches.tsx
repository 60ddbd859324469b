'use client'

import { useId, useState } from 'react'
import { Section } from '#components/settings/section.tsx'
import { useCall } from '#components/settings/use-call.ts'
import { showToast } from '#components/ui/notices.ts'
import type { MemoryActions, MemoryPage } from '#lib/board/memory.ts'

/** What the agent may do with facts about the user. */
export function Switches({ page, actions }: { page: MemoryPage; actions: MemoryActions }) {
  return (
    <Section title="How it is used">
      <Switch
        label="Remember and use facts about me"
        hint="Off: nothing new is remembered and no reply knows what is listed here. What is listed stays."
        isOn={page.isOn}
        set={(memory) => actions.setMemory({ memory })}
      />
      {page.proposes !== null && (
        <Switch
          label="Propose facts after a reply"
          hint="The language model reads the message once more and proposes what may be worth remembering. You keep it or drop it; it costs some tokens each time."
          isOn={page.proposes && page.isOn}
          isOff={!page.isOn}
          set={(proposeMemories) => actions.setMemory({ proposeMemories })}
        />
      )}
    </Section>
  )
}

function Switch({
  label,
  hint,
  isOn,
  isOff = false,
  set,
}: {
  label: string
  hint: string
  isOn: boolean
  /** It cannot be chosen now. */
  isOff?: boolean
  set(isOn: boolean): ReturnType<MemoryActions['setMemory']>
}) {
  const id = useId()
  const [isBusy, call] = useCall()
  // The choice shows at once; where it was refused, what the server holds comes back.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const choose = async (wanted: boolean) => {
    setChosen(wanted)
    const outcome = await call(() => set(wanted))
    setChosen(null)
    if (!outcome.ok) showToast({ text: outcome.message, tone: 'error' })
  }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        disabled={isOff || isBusy}
        checked={chosen ?? isOn}
        onChange={(event) => void choose(event.target.checked)}
        className="mt-0.5 size-4"
      />
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="col-start-2 mt-0.5 max-w-[60ch] text-13 text-muted">
        {hint}
      </p>
    </div>
  )
}
