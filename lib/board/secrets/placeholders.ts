/** Words in the place of a secret that aren’t one. */

const MASK = /^[*•●.\-_?#x…]+$/iu
const REFERENCE =
  /^(?:[<[{(].*[>\]})]|\$[{(].*|\$[A-Za-z_]+\d?|%.*%|process\.env\b.*|env[.:(].*|os\.environ.*|op:\/\/.*|vault:.*|secrets?\..*|your[\s_-].*|.*[\s_-]here|.*placeholder.*|.*redacted.*|x{3,}.*)$/isu

/** States and schema words that follow “password is” or “password:” in ordinary sentences. */
const ORDINARY = new Set(
  `required optional mandatory missing invalid valid wrong right correct incorrect weak strong short long empty blank
null none unset undefined unknown known default public private secure insecure safe unsafe unique plain plaintext
hidden visible old new stale fresh current same different equal shared personal temporary temp lost gone
away back here there nowhere somewhere everywhere okay fine good bad done ready open closed broken
true false string text number boolean varchar char object array field input label type value reset
change rotate update renew remove delete forgot check test tests todo later soon today tomorrow monday
tuesday wednesday thursday friday saturday sunday never always again only also just still about with without
from into under over after before until policy manager generator page screen form login logout signup
account email e-mail phone mobile wifi wlan router netflix google github gitlab amazon paypal apple bank
office laptop server vault keychain bitwarden 1password lastpass keepass keepassxc dashlane oauth saml bcrypt argon scrypt
password passwort kennwort passphrase username benutzername urgent important high medium normal critical blocker hash salt case
obsolete maybe nothing something anything everything minimum maximum your please what which where when that this
these those their kept ask see auth abgelaufen vergessen falsch richtig leer nötig erforderlich unbekannt geändert
zurücksetzen ändern neu alt weg`.split(/\s+/),
)
const ORDINARY_ENDING =
  /^\p{Ll}{2,}(?:ed|en|ing|able|ible|ive|ary|ory|less|ful|ent|ant|ly|ous|ate|pflichtig)$/u

export function isPlaceholder(text: string): boolean {
  return text.trim() === '' || MASK.test(text) || REFERENCE.test(text)
}

export function isOrdinary(word: string): boolean {
  const lower = word.toLocaleLowerCase('en')
  return ORDINARY.has(lower) || ORDINARY_ENDING.test(lower)
}
