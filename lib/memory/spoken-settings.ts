/** Settings as people and models say them: `Honolulu`, `German`, `auto`. */
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import { fold, joinWords } from '#lib/board/text/text.ts'
import { LANGUAGES } from '#lib/board/wire/languages.ts'
import { isLanguage, isTimeZone, type SettingsPatch, settingsPatchSchema } from '#lib/identity/settings.ts'

/** The arguments of `update_settings`. */
export type SpokenSettings = {
  name?: string
  time_zone?: string
  date_language?: string
  date_order?: string
  week_start?: string
}

/** `timeZone: null` and `auto` leave it to the browser. */
export function readSpokenSettings(said: SpokenSettings): { ok: true; patch: SettingsPatch } | Refusal {
  const { name, time_zone: zone, date_language: language } = said
  const timeZone = zone === undefined ? undefined : timeZoneCalled(zone)
  if (zone !== undefined && timeZone === undefined) {
    return refuse(
      'invalid',
      `Unknown time zone “${zone}”. Use a name like Europe/Berlin, or choose one in Settings.`,
    )
  }
  const dateLanguage = language === undefined ? undefined : languageCalled(language)
  if (language !== undefined && dateLanguage === undefined) {
    return refuse(
      'invalid',
      `Unknown language “${language}”. Use a name like German, or choose one in Settings.`,
    )
  }
  const given = {
    displayName: name,
    timeZone,
    dateLanguage,
    dateOrder: said.date_order,
    weekStart: said.week_start,
  }
  const patch = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(patch).length === 0) return refuse('invalid', 'Give at least one setting to change.')
  const parsed = settingsPatchSchema.safeParse(patch)
  return parsed.success
    ? { ok: true, patch: parsed.data }
    : refuse('invalid', messageOfZodError(parsed.error))
}

/** `null` = the browser’s; `undefined` = unknown, or a city of several zones. */
function timeZoneCalled(words: string): string | null | undefined {
  if (fold(words) === 'auto') return null
  const written = words
    .trim()
    .replace(/\s*\/\s*/g, '/')
    .replace(/\s+/g, '_')
  if (isTimeZone(written)) return canonicalZone(written)
  const city = (zone: string) => fold(zone.split('/').at(-1) ?? '')
  const found = Intl.supportedValuesOf('timeZone').filter((zone) => city(zone) === fold(written))
  return found.length === 1 ? found[0] : undefined
}

/** Spelled as the time zone database has it: `pacific/honolulu` is `Pacific/Honolulu`. */
function canonicalZone(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
}

/** A tag, or one of the languages of the settings page by its English or own name. */
function languageCalled(words: string): string | undefined {
  const wanted = fold(words.trim())
  if (wanted === 'auto') return 'auto'
  const named = LANGUAGES.find(({ value, label }) => namesOf(value, label).includes(wanted))
  if (named) return named.value
  return isLanguage(words.trim()) ? Intl.getCanonicalLocales(words.trim())[0] : undefined
}

/** `English (UK)` is also `British English`; without its country a name is that of the first such language. */
function namesOf(tag: string, label: string): string[] {
  const names = [
    tag,
    label,
    englishName(tag),
    label.replace(/ \(.*\)$/, ''),
    englishName(tag.split('-')[0] ?? tag),
  ]
  return names.map(fold)
}

export function englishName(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
}

/** `name (John)`: for what a reply lists. */
export function nameChange(patch: SettingsPatch): string {
  const named = [
    ['name', patch.displayName],
    ['time zone', patch.timeZone === null ? 'auto' : patch.timeZone],
    ['language of dates', patch.dateLanguage],
    ['order of dates', patch.dateOrder],
    ['week starts on', patch.weekStart],
  ] as const
  return joinWords(
    named.flatMap(([name, value]) => (value === undefined ? [] : [`${name} (${value || 'none'})`])),
  )
}

/** `your name is now John and your week now starts on Monday`: for replies. */
export function sayChange(
  { displayName, timeZone, ...dates }: SettingsPatch,
  when: 'now' | 'already' = 'now',
): string {
  const { dateLanguage, dateOrder, weekStart } = dates
  const said: string[] = []
  if (displayName !== undefined) {
    said.push(displayName ? `your name is ${when} ${displayName}` : `your name is ${when} empty`)
  }
  if (timeZone !== undefined) said.push(`your time zone is ${when} ${timeZone ?? 'your browser’s'}`)
  if (dateLanguage !== undefined) {
    said.push(
      `dates are ${when} in ${dateLanguage === 'auto' ? 'your browser’s language' : englishName(dateLanguage)}`,
    )
  }
  if (dateOrder !== undefined)
    said.push(`dates are ${when} ${dateOrder === 'auto' ? 'in the usual order' : dateOrder}`)
  if (weekStart !== undefined) {
    const day = `${weekStart[0]?.toUpperCase()}${weekStart.slice(1)}`
    said.push(
      weekStart === 'auto'
        ? `your week ${when} starts on the usual day`
        : `your week ${when} starts on ${day}`,
    )
  }
  return joinWords(said)
}
