'use client'

import { useSyncExternalStore } from 'react'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { Segments } from './section.tsx'
import { clockIn, zoneInWords } from './time-zones.ts'
import { browserZone, useSettings } from './use-settings.ts'
import { ZonePicker } from './zone-picker.tsx'

const noSubscription = () => () => undefined

/** The zone that decides when "tomorrow" begins: the browser's, or a chosen one. */
export function ZoneRow() {
  const { values, save } = useSettings()
  const mine = useSyncExternalStore(noSubscription, browserZone, () => null)
  const now = useMinute()
  const zone = values.timeZone ?? mine
  const isChosen = values.timeZone !== null
  return (
    <div className="grid gap-2">
      <Segments
        legend="Time zone"
        field="timeZone"
        value={isChosen ? 'user' : 'browser'}
        options={[
          { value: 'browser', label: 'Browser default' },
          { value: 'user', label: 'Fixed' },
        ]}
        onChoose={(from) => void save('timeZone', from === 'browser' ? null : (mine ?? 'UTC'))}
      />
      {values.timeZone !== null && (
        <ZonePicker zone={values.timeZone} onChoose={(chosen) => void save('timeZone', chosen)} />
      )}
      <p className="max-w-[60ch] text-13 text-muted">
        {zone === null || now === null
          ? '“Tomorrow” starts at midnight in this time zone.'
          : `${isChosen ? 'Now' : `${zoneInWords(zone)}, now`} ${clockIn(zone, now)}. “Tomorrow” starts at midnight there.`}
      </p>
    </div>
  )
}
