'use client'

/** The settings page: each choice saves itself. */
import { useMemo } from 'react'
import { isComposing } from '#components/browser/is-composing.ts'
import { useDateLook } from '#components/ui/dates/use-date-format.ts'
import { PageFrame } from '#components/ui/page-frame.tsx'
import type { SettingsPage } from '#lib/board/wire/settings.ts'
import { LIMITS } from '#lib/limits.ts'
import { AgentSection } from './agent-section.tsx'
import { Tokens } from './api-tokens.tsx'
import { DatesSection } from './dates-section.tsx'
import { Devices } from './devices.tsx'
import { CONTROL, Row, Section } from './section.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { CleanUp } from './unused-boards.tsx'
import { SettingsContext, useSettings, useSettingsState } from './use-settings.ts'

export function Settings({ page }: { page: SettingsPage }) {
  const state = useSettingsState(page)
  const { dateLanguage, dateOrder, weekStart, timeZone } = state.values
  const person = useMemo(
    () => ({ locale: page.person.locale, dateLanguage, dateOrder, weekStart, timeZone }),
    [page.person.locale, dateLanguage, dateOrder, weekStart, timeZone],
  )
  const look = useDateLook(person)
  return (
    <SettingsContext value={state}>
      <PageFrame title="Settings" boardId={page.boardId}>
        <Section title="Profile" hint="The name Taskboard uses for you.">
          <DisplayName />
        </Section>
        <DatesSection look={look} />
        <Section title="Appearance" hint="Saved in this browser.">
          <ThemeChoice />
        </Section>
        <AgentSection page={page} />
        <Section title="Unused boards" hint="Off by default.">
          <CleanUp look={look} />
        </Section>
        <Devices devices={page.devices} look={look} />
        <Tokens tokens={page.tokens} look={look} />
      </PageFrame>
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
    <Row label="Name" field="displayName" hint="Optional">
      {({ id, describedBy }) => (
        <input
          // A refused value is replaced by the stored one.
          key={values.displayName}
          id={id}
          aria-describedby={describedBy}
          autoComplete="nickname"
          maxLength={LIMITS.displayNameChars}
          defaultValue={values.displayName}
          onBlur={(event) => done(event.target.value)}
          onKeyDown={(event) =>
            event.key === 'Enter' && !isComposing(event) && done(event.currentTarget.value)
          }
          className={`${CONTROL} w-full max-w-72`}
        />
      )}
    </Row>
  )
}
