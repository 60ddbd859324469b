/** Keys of JSON values that say that their value is a secret. */
import type { Secret } from './find-secret.ts'
import { isOrdinary, isPlaceholder } from './placeholders.ts'

/** With a `sure` name, any value is a secret; otherwise the value must look like one. */
type Named = { readonly secret: Secret; readonly sure: boolean }

const NAMES: readonly [RegExp, Named][] = [
  [
    /(?:^|\W|\p{L})(?:pass ?(?:word|wd|phrase|code)|passwort|kennwort|mot de passe|contraseña|wachtwoord)s?$/u,
    { secret: { kind: 'password', what: 'a password' }, sure: true },
  ],
  [/(?:^|\s)(?:pwd|pw)$/u, { secret: { kind: 'password', what: 'a password' }, sure: true }],
  [/(?:^|\s)private key$/u, { secret: { kind: 'private_key', what: 'a private key' }, sure: true }],
  [
    /(?:^|\s)(?:api ?key|(?:secret|access|signing|encryption|account|master) key|client secret|(?:access|auth|api|bearer|refresh|bot|personal access|id) ?token)s?$/u,
    { secret: { kind: 'api_key', what: 'an API key' }, sure: true },
  ],
  [/^secret$/u, { secret: { kind: 'api_key', what: 'a secret' }, sure: true }],
  [/^token$/u, { secret: { kind: 'api_key', what: 'an access token' }, sure: true }],
  [/(?:^|\s)(?:secret|token)s?$/u, { secret: { kind: 'api_key', what: 'an access token' }, sure: false }],
]

export function namesSecret(key: string): Named | null {
  const name = key
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLocaleLowerCase('en')
    .replace(/[\s_\-.]+/g, ' ')
    .trim()
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** Whether the value is a secret, not words about one: “stored in Bitwarden”, “required”, “<hidden>”. */
export function isKept({ sure }: Named, value: string): boolean {
  const text = value.trim()
  if (isPlaceholder(text) || isOrdinary(text) || isRemark(text)) return false
  return sure || (text.length >= 8 && /\d/.test(text) && !/\s/.test(text))
}

const REMARK =
  /^(?:n\/?a|tbd|yes|no|see|stored|kept|ask|in|on|at|saved|managed|use|not|none|is|was|to be|same as)(?![\p{L}\p{N}])/iu

function isRemark(text: string): boolean {
  return REMARK.test(text) && (!/\d/.test(text) || text.split(/\s+/).length > 2)
}
