/** Passwords and PINs as people write them, and in URLs. */
import type { Secret } from './find-secret.ts'
import { isOrdinary, isPlaceholder } from './placeholders.ts'

const PASSWORD: Secret = { kind: 'password', what: 'a password' }
const PIN: Secret = { kind: 'password', what: 'a PIN' }
const IN_ADDRESS: Secret = { kind: 'password', what: 'a password in an address' }

const ADDRESS = /(?<=[a-z0-9]):\/\/([^\s/?#@:]{0,100}):([^\s/?#@]{1,200})@[\p{L}\p{N}[]/giu

const WORD =
  '(?<!\\d)(?:pass(?:word|wd|phrase|code)s?|(?:pass|kenn)wort|mot de passe|contraseña|wachtwoord|lösenord|пароль)|(?<![\\p{L}\\p{N}])(?:pwd|pw)'
const PIN_WORD =
  '(?<![\\p{L}\\p{N}])(?:pin(?:[ -]?(?:code|number|nummer))?|puk|geheimzahl|passcode|(?:door|gate|alarm|safe|lock|unlock|entry|access|security|garage)[ -](?:code|pin|combination)|code(?=\\s(?:for|of|to)\\s(?:(?:the|my|our|front|back)\\s){0,2}(?:door|gate|alarm|safe|lock|garage|house|building|bike)(?!\\p{L})))'

/** “… for the router in the hall”, at most six words */
const GAP =
  "(?:\\s(?:for|of|to|on|at|from|für|zum|zur|vom|von|am|pour|de)(?:\\s[\\p{L}\\p{N}'’&./_-]{1,40}){1,6}?)?"
const SEPARATOR =
  "(?:[\"'`*_)\\]]{0,3}\\s{0,3}(:=|=>|->|→|[:=>]|(?<=\\s)(?:(?:(?:is|was|has been)\\s)?(?:changed|set|reset|updated) to|is|are|was|ist|lautet|war|est)(?=[\\s:]))[*_]{0,2}\\s{0,3}|(['’]s|\\s[-–—])\\s)"
const FILLER = '(?:(?:now|still|again|currently|jetzt|noch|:)\\s{1,3})?'
const VALUE =
  '(?:"([^"\\n]{1,100})"|\'([^\'\\n]{1,100})\'|`([^`\\n]{1,100})`|[“„]([^”“\\n]{1,100})[”“]|(\\S{1,200}))'
const REST = `${SEPARATOR}${FILLER}${VALUE}`

const SAID = new RegExp(`(${WORD})(${GAP})${REST}`, 'giu')
const SAID_PIN = new RegExp(`(${PIN_WORD})(${GAP})${REST}`, 'giu')
/** “change the password to …” */
const SET_TO = new RegExp(
  `(?<!\\p{L})(?:set|chang(?:e|ed)|reset|updated?|ändere|setze)\\s(?:[\\p{L}'’-]{1,20}\\s){0,4}?(?:${WORD}|pin)(?:\\s(?:for|of|on|from|für|vom)(?:\\s[\\p{L}\\p{N}'’&./_-]{1,40}){1,6}?)?\\s(?:to|auf)\\s${VALUE}`,
  'giu',
)
/** “with password …”, “password "…"”, “user=… pass=…” */
const BESIDE = new RegExp(
  `(?:(?:${WORD})["'*_]{0,2}\\s{1,3}|(?:(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}]\\s)pass\\s?[:=]|(?<!\\p{L})pass=)\\s{0,3})${VALUE}`,
  'giu',
)
const NAMED_PIN =
  /(?<!\p{L})(?:(?:my|our|his|her|bank|card|sim|phone|meine?|unsere?) (?:\p{L}{1,20} ){0,2}(?:pin|puk)(?: code)?|passcode|geheimzahl) \d{4,8}(?![\p{L}\p{N}]|[-.,:]\d)/iu
/** “Reset password user7”: after such a word comes the password’s owner, not the password. */
const TASK =
  /(?<!\p{L})(?:re-?set|chang|rotat|updat|for[gs]|check|fix|test|renew|remov|delet|ändere?|zurücksetz)\p{L}*\s(?:\S{1,20}\s){0,3}$/iu

const OWN = /(?<!\p{L})(?:my|our|his|her|their|meine?|unsere?)\s(?:[\p{L}\p{N}-]{1,20}\s){0,3}$/iu

export function findPassword(text: string): Secret | null {
  if (inAddress(text)) return IN_ADDRESS
  if (isSaid(text) || isSetTo(text) || isBeside(text)) return PASSWORD
  return isPinSaid(text) || NAMED_PIN.test(text) ? PIN : null
}

function inAddress(text: string): boolean {
  const found = [...text.matchAll(ADDRESS)]
  // `example.com:443@…` is a host with its port.
  return found.some(
    ([, user = '', password = '']) =>
      !isPlaceholder(password) && !(user.includes('.') && /^\d{1,5}$/.test(password)),
  )
}

function isSaid(text: string): boolean {
  for (const match of overlapping(SAID, text)) {
    const [, , gap = '', sign = '', , ...values] = match
    const own = OWN.test(before(match, text))
    if (isPassword(readValue(values, text, endOf(match)), { gap, sign, own })) return true
  }
  return false
}

function isSetTo(text: string): boolean {
  for (const match of overlapping(SET_TO, text)) {
    const value = readValue(match.slice(1), text, endOf(match))
    if ((looksMade(value.text) && !NUMBERED.test(value.text)) || (/pin\s/iu.test(match[0]) && isPin(value)))
      return true
  }
  return false
}

function isBeside(text: string): boolean {
  for (const match of overlapping(BESIDE, text)) {
    const { text: value } = readValue(match.slice(1), text, endOf(match))
    if (value.length > 5 && looksMade(value) && !NUMBERED.test(value) && !TASK.test(before(match, text)))
      return true
  }
  return false
}

function isPinSaid(text: string): boolean {
  for (const match of overlapping(SAID_PIN, text)) {
    if (isPin(readValue(match.slice(5), text, endOf(match)))) return true
  }
  return false
}

const endOf = (match: RegExpExecArray) => match.index + match[0].length
const before = (match: RegExpExecArray, text: string) =>
  text.slice(Math.max(0, match.index - 80), match.index)

/** A value may contain the word before the next password, so a search restarts one character after each match. */
function* overlapping(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  const search = new RegExp(pattern)
  for (let match = search.exec(text); match; match = search.exec(text)) {
    yield match
    search.lastIndex = match.index + 1
  }
}

type Value = { readonly text: string; readonly quoted: boolean; readonly last: boolean }

function readValue(values: readonly (string | undefined)[], text: string, end: number): Value {
  // In a URL, an ampersand begins the next field.
  const bare = values[4]?.replace(/&\w{1,30}=.*$/u, '')
  const quoted = values.slice(0, 4).find((value) => value !== undefined)
  const trimmed = (quoted ?? bare ?? '').replace(/^[*_"'`(]+/u, '').replace(/[.,;:!?)\]}"'`»*]+$/u, '')
  const last =
    /[.,;!?)]$/u.test(bare ?? '') || /^[^\S\n]{0,3}(?:$|[\n.,;!?)])/u.test(text.slice(end, end + 5))
  return { text: trimmed, quoted: quoted !== undefined, last }
}

function isPassword(value: Value, said: { gap: string; sign: string; own: boolean }): boolean {
  const { text, quoted, last } = value
  if (isPlaceholder(text)) return false
  if (looksMade(text)) return !(said.gap && NUMBERED.test(text))
  if (said.gap || text.length < 4) return false
  if (/^\d+$/.test(text)) return text.length >= 6 || last
  const words = text.split(/\s+/)
  if (words.length > 1) return quoted && words.length > 2 && words.filter(isOrdinary).length < 2
  if (isOrdinary(text) || !/^\p{L}+$/u.test(text)) return false
  if (quoted) return true
  if (!last) return false
  return said.sign === '=' || said.own || (said.sign === ':' && text.length > 4 && /^\p{Ll}+$/u.test(text))
}

function isPin({ text, quoted, last }: Value): boolean {
  if (!/^\d{4,8}[#*]?$/.test(text)) return false
  return quoted || last || !/^(?:19|20)\d\d$/.test(text)
}

/** Strings of letters and digits that aren’t passwords: formats, units, code. */
const KNOWN =
  /^(?:[~.]{0,2}\/.*|v?\d+(?:\.\d+)+[\w.-]*|\d{4}-\d{2}.*|\d{1,2}[:.]\d{2}\S*|[#@][\w.-]+|[^@\s]+@[^@\s]+\.\p{L}+|\p{L}+:\/\/.*|[\w.$]+\(.*|[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+|\d+-?(?:days?|weeks?|months?|years?|char(?:acter)?s?|digits?|words?|min|mins|minutes?|h|hrs?|hours?|st|nd|rd|th|fa|factor|step|x|k|px|bit|password|am|pm)|(?:[a-z]|fy|kw|c\+\+)\d{1,4}|(?:q[1-4])?fy\d+|(?:aes|sha|md|rsa|base|oauth|saml|utf|ipv|argon|pbkdf|http|tls|ssl|ios|android|windows|macos|iphone|ipad)-?\d+\w*)$/iu
const TICKET = /^[A-Z]{2,5}-\d{1,6}$/
const NUMBERED =
  /^(?:user|server|host|node|field|form|page|test|item|room|level|step|phase|version|part|web|log)-?\d+\w*$/iu

/** Whether it looks like a password: letters with digits or symbols between them. */
function looksMade(text: string): boolean {
  if (text.length < 4 || text.length > 128 || /\s/u.test(text)) return false
  if (isPlaceholder(text) || isOrdinary(text) || KNOWN.test(text) || TICKET.test(text)) return false
  return /\p{L}/u.test(text) && (/\d/u.test(text) || /[!$%^*+=?~§|@#]/u.test(text))
}
