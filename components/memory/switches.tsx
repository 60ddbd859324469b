'use client'

import { useOptimistic, useTransition } from 'react'
import { setMemory } from '#app/memory/actions.ts'
import { CheckBox, Section } from '#components/settings/section.tsx'
import { callOrToast } from '#components/ui/call-action.ts'
import type { MemoryPage } from '#lib/board/wire/memory.ts'

/** What the agent may do with memories. */
export function Switches({ page }: { page: MemoryPage }) {
  return (
    <Section title="Memory settings">
      <Switch
        label="Use memory"
        hint="When off, nothing new is saved and replies don’t use these memories. The list stays."
        isOn={page.isOn}
        set={(memory) => setMemory({ memory })}
      />
      {page.proposes !== null && (
        <Switch
          label="Suggest memories after a reply"
          hint="The model rereads each message and suggests memories for you to save or dismiss. Uses extra tokens."
          isOn={page.proposes && page.isOn}
          isOff={!page.isOn}
          set={(proposeMemories) => setMemory({ proposeMemories })}
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
  /** It is disabled. */
  isOff?: boolean
  set(isOn: boolean): ReturnType<typeof setMemory>
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
