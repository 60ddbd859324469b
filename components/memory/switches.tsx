'use client'

import { useState } from 'react'
import { CheckBox, Section } from '#components/settings/section.tsx'
import { useAttempt } from '#components/ui/use-call.ts'
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
  const [isBusy, run] = useAttempt()
  // The choice shows at once; where it was refused, what the server holds comes back.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const choose = async (wanted: boolean) => {
    setChosen(wanted)
    await run(() => set(wanted))
    setChosen(null)
  }
  return (
    <CheckBox
      label={label}
      hint={hint}
      isOn={chosen ?? isOn}
      isOff={isOff || isBusy}
      onChoose={(wanted) => void choose(wanted)}
    />
  )
}
