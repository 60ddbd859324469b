/** API keys and tokens: by the format of their service, or by a name and a random value. */
import type { Secret } from './find-secret.ts'
import { isPlaceholder } from './placeholders.ts'

const API_KEY: Secret = { kind: 'api_key', what: 'an API key' }
const TOKEN: Secret = { kind: 'api_key', what: 'an access token' }
const PRIVATE_KEY: Secret = { kind: 'private_key', what: 'a private key' }

const A = '[A-Za-z0-9]'
const W = '[A-Za-z0-9_-]'
const HEX = '[0-9a-f]'

/** A match takes the shortest length a service uses: counts are fixed, so nothing backtracks. */
const SHAPES = [
  // OpenAI, Anthropic, OpenRouter, and those that copy the form
  `sk-(?:proj|svcacct|admin|ant|or)-${W}{20}`,
  `sk-${A}{20}`,
  // GitHub, GitLab, npm, PyPI, Docker
  `gh[pousr]_${A}{36}`,
  `github_pat_\\w{22}`,
  `gl(?:pat|dt|rt|cbt|ptt|ft|soat)-${W}{20}`,
  `npm_${A}{36}`,
  `pypi-AgE${W}{30}`,
  `dckr_pat_${W}{20}`,
  // Slack
  `xox[abeprs]-[A-Za-z0-9-]{10}`,
  `xapp-\\d-[A-Za-z0-9-]{20}`,
  `hooks\\.slack\\.com/services/T${A}{6,12}/B${A}{6,12}/${A}{20}`,
  // AWS, Google, Azure
  `A[KS]IA[A-Z0-9]{16}(?!${A})`,
  `AIza${W}{35}`,
  `GOCSPX-${W}{20}`,
  `ya29\\.${W}{20}`,
  `(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40}`,
  `[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31}`,
  // Stripe, Twilio, SendGrid, Mailgun, Shopify
  `[sr]k_(?:live|test)_${A}{16}`,
  `whsec_${A}{24}`,
  `SK${HEX}{32}(?!${A})`,
  `SG\\.${W}{16,40}\\.${W}{16}`,
  `key-${HEX}{32}(?!${A})`,
  `shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}`,
  // Telegram bots
  `\\d{8,10}:[A-Za-z0-9_-]{35}(?!${W})`,
  // Hugging Face, Groq, xAI, Perplexity, Replicate, DigitalOcean, Linear, Notion, Databricks
  `hf_${A}{30}`,
  `gsk_${A}{40}`,
  `xai-${A}{40}`,
  `pplx-${A}{40}`,
  `r8_${A}{30}`,
  `do[por]_v1_${HEX}{60}`,
  `lin_api_${A}{32}`,
  `ntn_${A}{40}`,
  `dapi${HEX}{32}`,
]
const SHAPED = new RegExp(`(?<!${A})(?:${SHAPES.join('|')})`, 'g')
const JWT = new RegExp(`(?<!${A})eyJ${W}{8,600}\\.eyJ${W}{8}`)
const PEM = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|AGE-SECRET-KEY-1[A-Z0-9]{20}/

const NAME =
  'api[ _-]?key|(?:access|account|secret|signing|encryption|private|master|auth|subscription)[ _-]?key(?:[ _-]?id)?|secret|token'
const ASSIGNED = new RegExp(
  `(?:(?:${NAME})["'\`*)]{0,2}\\s{0,3}(?::=|=>|->|→|[:=]|(?<=\\s)(?:is|ist)(?=\\s))\\s{0,3}|bearer\\s{1,3})["'\`]?([A-Za-z0-9_+/=.~-]{16,256})`,
  'gi',
)

const BESIDE = new RegExp(`(?:${NAME})\\s{1,3}([A-Za-z0-9_+/=.~-]{20,256})`, 'gi')
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.?$/i

export function findKey(text: string): Secret | null {
  if (PEM.test(text)) return PRIVATE_KEY
  for (const [shaped] of text.matchAll(SHAPED)) {
    if (!/x{8}/i.test(shaped)) return API_KEY
  }
  if (JWT.test(text)) return TOKEN
  for (const [, value = ''] of text.matchAll(ASSIGNED)) {
    if (!isPlaceholder(value) && isRandom(value)) return API_KEY
  }
  // A UUID right beside the name identifies a key and isn’t one.
  for (const [, value = ''] of text.matchAll(BESIDE)) if (!UUID.test(value) && isRandom(value)) return API_KEY
  return null
}

/** Letters and digits that alternate more than once, unlike words, dates and versions. */
export function isRandom(text: string): boolean {
  return text
    .split(/[-_./+=~]/)
    .some((piece) => piece.length >= 8 && [...piece.matchAll(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g)].length >= 2)
}
