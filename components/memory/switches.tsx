'use client'

import { useOptimistic, useTransition } from 'react'
import { CheckBox, Section } from '#components/settings/section.tsx'
import { callOrToast } from '#components/ui/call-action.ts'
import type { MemoryActions, MemoryPage } from '#lib/board/wire/memory.ts'

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
  const [isBusy, start] = useTransition()
  // Shown until the page has the server’s answer; after a refusal that is the old value.
  const [shown, show] = useOptimistic(isOn)
  const choose = (wanted: boolean) =>
    start(async () => {
      show(wanted)
      await callOrToast(() => set(wanted))
    })
  return <CheckBox label={label} hint={hint} isOn={shown} isOff={isOff || isBusy} onChoose={choose} />
}
