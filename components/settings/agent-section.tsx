'use client'

import { clsx } from 'clsx'
import { useActionState } from 'react'
import { checkModel } from '#app/settings/actions.ts'
import { call } from '#components/ui/call-action.ts'
import { SubmitButton } from '#components/ui/text-form.tsx'
import type { SettingsPage } from '#lib/board/wire/settings.ts'
import { CheckRow, Section } from './section.tsx'

export function AgentSection({ page }: { page: SettingsPage }) {
  const { model, connectHint } = page
  return (
    <Section title="Assistant" hint="Choose how Taskboard answers.">
      <div>
        <p className="text-13 font-medium">Model</p>
        <p className="mt-0.5 text-14">
          {model.name}
          {model.kind === 'compatible' && <span className="text-muted"> via OPENAI_BASE_URL</span>}
        </p>
        {connectHint ? (
          <p className="mt-1 max-w-[60ch] text-13 text-muted">
            Understands commands about tasks and lists. Nothing leaves this computer. {connectHint}
          </p>
        ) : (
          <ModelCheck />
        )}
      </div>
      <CheckRow
        field="agenticState"
        label="Remember details"
        hint="Lets the agent save what you tell it, such as your name, in the board’s state."
      />
      <CheckRow
        field="instantCommands"
        label="Instant commands"
        isOff={!page.mayBeInstant}
        hint={`${
          connectHint ? 'Once a model is connected, commands' : 'Commands'
        } like “mark #3 as done” run without the model and use no tokens.${
          page.mayBeInstant ? '' : ' Turned off for this server by INSTANT_COMMANDS.'
        }`}
      />
    </Section>
  )
}

function ModelCheck() {
  const [answer, check, isBusy] = useActionState(async () => {
    const outcome = await call(checkModel)
    return outcome.ok ? outcome : { works: false, text: outcome.message }
  }, null)
  return (
    <form action={check} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <SubmitButton>{isBusy ? 'Testing…' : 'Test connection'}</SubmitButton>
      <p role="status" className={clsx('max-w-[60ch] text-13', answer && !answer.works && 'text-danger')}>
        {!isBusy && answer?.text}
      </p>
    </form>
  )
}
