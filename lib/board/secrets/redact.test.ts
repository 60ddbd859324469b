/** Secrets are removed from texts, and the words around them stay. Examples are assembled at run time. */
import { expect, test } from 'vitest'
import { ORDINARY_SENTENCES } from './find-secret.test.data.ts'
import { findSecret, findSecretIn } from './find-secret.ts'
import { redactText, redactValue, secretsIn } from './redact.ts'

const PASSWORD = ['hunter', '2'].join('')
const KEY = `sk-${'q7Wm2Xc9VbN4zLkT8sJhG1fDpR6yUe3AoI5tE0'.repeat(1)}`
const CARD = ['4111', '1111', '1111', '1111'].join(' ')
const PIN = ['47', '11'].join('')

test.each([
  [`my password is ${PASSWORD}`, 'my password is [removed: password]'],
  [
    `Remember that my wifi password is ${PASSWORD}, and buy milk.`,
    'Remember that my wifi password is [removed: password], and buy milk.',
  ],
  [`password=${PASSWORD} user=anna`, 'password=[removed: password] user=anna'],
  [`Password: "${PASSWORD}"`, 'Password: "[removed: password]"'],
  [`the api key is ${KEY}.`, 'the api key is [removed: API key].'],
  [`${KEY} goes to the server`, '[removed: API key] goes to the server'],
  [`my pin is ${PIN}, my name is Ana`, 'my pin is [removed: PIN], my name is Ana'],
])('%s', (text, redacted) => {
  expect(redactText(text)).toBe(redacted)
})

test.each([
  `pay with ${CARD} please`,
  `postgres://anna:${PASSWORD}@db.example.com/app`,
  `-----BEGIN PRIVATE ${'KEY'}-----\nMIIbattery\n-----END PRIVATE ${'KEY'}-----`,
  `my password is ${PASSWORD} and my old password was ${PASSWORD}x, api key ${KEY}`,
  `Password: "correct horse battery staple"`,
])('nothing of it is left: %s', (text) => {
  const redacted = redactText(text)
  expect(findSecret(redacted)).toBeNull()
  expect(redacted).toContain('[removed: ')
  for (const secret of [PASSWORD, KEY, CARD, 'battery']) expect(redacted).not.toContain(secret)
})

test('an ordinary sentence stays as it is', () => {
  for (const sentence of ORDINARY_SENTENCES) expect(redactText(sentence)).toBe(sentence)
})

test('a text of only secrets is redacted fast enough for a transaction', () => {
  const text = Array.from({ length: 400 }, (_, i) => `password: ${PASSWORD}${i}`).join(' ')
  expect(findSecret(redactText(text))).toBeNull()
})

test.each([
  [{ user: { password: PASSWORD } }, PASSWORD],
  [{ user: { wifi: { pwd: PASSWORD } } }, PASSWORD],
  [{ 'door code': Number(PIN) }, PIN],
  [{ note: `the password is ${PASSWORD}` }, PASSWORD],
  [{ fact: `The api key is ${KEY}` }, KEY],
])('the secret in %j is found, and taken out of it and of the message', (value, secret) => {
  const found = secretsIn(value)
  expect(found.map(({ text }) => text)).toEqual([secret])
  expect(redactText(`keep ${secret} for me`, found)).not.toContain(secret)
  const redacted = redactValue(value, found)
  expect(findSecretIn(redacted)).toBeNull()
  expect(JSON.stringify(redacted)).not.toContain(secret)
})
