'use client'

import { type DateFormat, dayOf, formatDay } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { LANGUAGES } from '#lib/board/wire/languages.ts'
import { Section, SelectRow } from './section.tsx'
import { useSettings } from './use-settings.ts'
import { ZoneRow } from './zone-row.tsx'

const AS_LANGUAGE = 'Language default'

export function DatesSection({ look }: { look: DateFormat }) {
  const { values } = useSettings()
  const known = LANGUAGES.some(({ value }) => value === values.dateLanguage)
  const other =
    known || values.dateLanguage === 'auto'
      ? []
      : [{ value: values.dateLanguage, label: values.dateLanguage }]
  return (
    <Section title="Dates and times" hint="How dates look, and when your day starts.">
      <ZoneRow />
      <SelectRow
        label="Language of dates"
        field="dateLanguage"
        options={[{ value: 'auto', label: 'Browser default' }, ...LANGUAGES, ...other]}
      />
      <SelectRow
        label="Order of dates"
        field="dateOrder"
        hint={<Example look={look} />}
        options={[
          { value: 'auto', label: AS_LANGUAGE },
          { value: 'day-first', label: 'Day, month, year' },
          { value: 'month-first', label: 'Month, day, year' },
          { value: 'year-first', label: 'Year, month, day' },
        ]}
      />
      <SelectRow
        label="Week starts on"
        field="weekStart"
        hint="In the calendar of a task’s due date."
        options={[
          { value: 'auto', label: AS_LANGUAGE },
          { value: 'monday', label: 'Monday' },
          { value: 'sunday', label: 'Sunday' },
          { value: 'saturday', label: 'Saturday' },
        ]}
      />
    </Section>
  )
}

function Example({ look }: { look: DateFormat }) {
  const now = useMinute()
  // The server doesn’t know this browser's date.
  if (now === null) return <span>Example: …</span>
  return <span>Example: {formatDay(dayOf(now, look.timeZone), look, true)}</span>
}
