'use client'

/** The settings page: each choice saves itself. */
import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useMemo } from 'react'
import { LiveRegion, Toaster } from '#components/ui/toaster.tsx'
import { useDateLook } from '#components/ui/use-date-look.ts'
import type { SettingsActions, SettingsPage } from '#lib/board/person.ts'
import { LIMITS } from '#lib/limits.ts'
import { AgentSection } from './agent-section.tsx'
import { CleanUp } from './clean-up.tsx'
import { DatesSection } from './dates-section.tsx'
import { Devices } from './devices.tsx'
import { CONTROL, Row, Section } from './section.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { Tokens } from './tokens.tsx'
import { SettingsContext, useSettings, useSettingsState } from './use-settings.ts'

export function Settings({ page, actions }: { page: SettingsPage; actions: SettingsActions }) {
  const state = useSettingsState(page, actions)
  const { dateLanguage, dateOrder, weekStart, timeZone } = state.values
  const person = useMemo(
    () => ({ locale: page.person.locale, dateLanguage, dateOrder, weekStart, timeZone }),
    [page.person.locale, dateLanguage, dateOrder, weekStart, timeZone],
  )
  const look = useDateLook(person)
  return (
    <SettingsContext value={state}>
      <div className="flex h-dvh flex-col">
        <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-2">
          <Link
            href={page.boardId ? `/boards/${page.boardId}` : '/'}
            prefetch={false}
            className="flex h-7 items-center gap-1.5 rounded px-2 text-13 text-muted hover:bg-sunk hover:text-ink"
          >
            <ArrowLeft size={16} aria-hidden />
            Back to the board
          </Link>
        </header>
        <main className="min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto max-w-[52rem] px-5 pt-8 pb-24 md:px-8">
            <h1 className="pb-3 text-20 font-semibold tracking-tight">Settings</h1>
            <Section title="You" hint="What Taskboard calls you.">
              <DisplayName />
            </Section>
            <DatesSection look={look} />
            <Section title="Look" hint="Kept in this browser.">
              <ThemeChoice />
            </Section>
            <AgentSection page={page} actions={actions} />
            <Section title="Boards" hint="Off unless you turn it on.">
              <CleanUp actions={actions} look={look} />
            </Section>
            <Devices devices={page.devices} actions={actions} look={look} />
            <Tokens tokens={page.tokens} actions={actions} look={look} />
          </div>
        </main>
      </div>
      <Toaster />
      <LiveRegion />
    </SettingsContext>
  )
}

function DisplayName() {
  const { values, save } = useSettings()
  const done = (typed: string) => {
    const name = typed.trim()
    if (name !== values.displayName) void save('displayName', name)
  }
  return (
    <Row label="Name" field="displayName" hint="Leave it empty to go without one.">
      {({ id, describedBy }) => (
        <input
          // What was refused goes back to what is kept.
          key={values.displayName}
          id={id}
          aria-describedby={describedBy}
          autoComplete="nickname"
          maxLength={LIMITS.displayNameChars}
          defaultValue={values.displayName}
          onBlur={(event) => done(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && done(event.currentTarget.value)}
          className={`${CONTROL} w-full max-w-72`}
        />
      )}
    </Row>
  )
}
