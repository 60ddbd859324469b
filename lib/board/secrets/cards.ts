/** Card numbers: a known prefix with a matching length, digits grouped as on cards, and a valid Luhn checksum. */
import type { Secret } from './find-secret.ts'

const CARD: Secret = { kind: 'card_number', what: 'a card number' }
const CARD_CODE: Secret = { kind: 'card_number', what: 'a card’s security code' }

/** Digits in groups, not next to characters that make them part of something longer. */
const RUN = /(?<![\p{L}\p{N}_+./]|\+\d{1,3}[ -])\d+(?:[ ‐-–-]\d+)*(?![\p{L}\p{N}_]|[.,]\d)/gu
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g
const CODE = /(?<!\p{L})cv[vc]2?(?: code| number)?\s{0,2}(?:[:=]|is\s|ist\s)\s{0,2}\d{3,4}(?!\d)/iu

const GROUPS = new Set(['4444', '44443', '4443', '465', '464'])

/** Prefixes of Visa, Mastercard, Amex, Diners, Discover, JCB, UnionPay, Maestro and Mir, with their lengths. */
const ISSUERS: readonly [RegExp, readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-5]|36|38|39)/, [14, 16, 19]],
  [/^(?:6011|65|64[4-9])/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [13, 14, 15, 16, 17, 18, 19]],
  [/^220[0-4]/, [16, 17, 18, 19]],
]

export function findCard(text: string): Secret | null {
  if (CODE.test(text)) return CARD_CODE
  const runs = text.replace(IBAN, ' ').matchAll(RUN)
  for (const [run] of runs) {
    const groups = run.split(/\D/)
    for (const start of groups.keys()) if (cardFrom(groups, start)) return CARD
  }
  return null
}

/** One group, or groups as they are printed on a card, from `start` on. */
function cardFrom(groups: readonly string[], start: number): boolean {
  let digits = ''
  let shape = ''
  for (const group of groups.slice(start, start + 5)) {
    digits += group
    shape += group.length
    if (digits.length > 19) return false
    if ((shape === String(group.length) || GROUPS.has(shape)) && isCard(digits)) return true
  }
  return false
}

function isCard(digits: string): boolean {
  if (!ISSUERS.some(([begins, lengths]) => lengths.includes(digits.length) && begins.test(digits)))
    return false
  return luhn(digits) && !(digits.length === 13 && isPhoneOrBarcode(digits))
}

function luhn(digits: string): boolean {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Thirteen digits that begin with 4: German and Austrian phone numbers without a plus, and barcodes (EAN-13). */
function isPhoneOrBarcode(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  )
  return sum % 10 === 0 || /^4[39]/.test(digits)
}
