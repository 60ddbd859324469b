/** Secret detection. Examples are assembled at run time, so that this file contains no secrets. */
import { expect, test } from 'vitest'
import { ORDINARY_SENTENCES } from './find-secret.test.data.ts'
import { findSecret, findSecretIn } from './find-secret.ts'

const LETTERS = 'q7Wm2Xc9VbN4zLkT8sJhG1fDpR6yUe3AoI5tE0'
/** A random-looking string of this length, always the same. */
const random = (length: number, from = LETTERS) =>
  Array.from({ length }, (_, at) => from[(at * 7 + 3 * (at % 5)) % from.length]).join('')
const hex = (length: number) => random(length, '7f3a9c0e1b8d2465')
const upper = (length: number) => random(length, 'Q7WM2XC5VB4ZLKT3SJHG')
const jwt = `eyJ${random(20)}.eyJ${random(40)}.${random(30)}`

test.each([
  `sk-${random(48)}`,
  `sk-proj-${random(30)}_${random(40)}-${random(30)}`,
  `sk-ant-${'api03'}-${random(40)}_${random(40)}-AA`,
  `sk-or-v1-${hex(64)}`,
  `ghp_${random(36)}`,
  `gho_${random(36)}`,
  `github_pat_${random(22)}_${random(59)}`,
  `glpat-${random(20)}`,
  `xoxb-${'123456789012'}-${random(24)}`,
  `xoxp-${'123456789012'}-${'123456789012'}-${hex(32)}`,
  `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${random(24)}`,
  `AKIA${upper(16)}`,
  `aws_secret_access_key = ${random(40)}`,
  `AWS secret access key: ${random(40)}`,
  `AIza${random(35)}`,
  `sk_live_${random(24)}`,
  `rk_live_${random(24)}`,
  `npm_${random(36)}`,
  `SG.${random(22)}.${random(43)}`,
  `SK${hex(32)}`,
  `12345678:AA${random(33)}`,
  `AccountKey=${random(86)}==`,
  `abc8Q~${random(34)}`,
  `hf_${random(34)}`,
  jwt,
  `Authorization: Bearer ${random(40)}`,
  `api_key = ${hex(32)}`,
  `API_KEY="${random(24)}"`,
  `{"apiKey": "${random(32)}"}`,
  `the api key is ${random(32)}`,
  `token: ${hex(40)}`,
  `client_secret=${random(28)}`,
  `my api key ${random(32)}`,
])('%s is an API key', (secret) => {
  for (const text of [secret, `Remember ${secret}, please`, `Deploy\n${secret}\nthen test`]) {
    expect(findSecret(text)?.kind, text).toBe('api_key')
  }
})

test.each(['RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED ', ''])('a PEM block of a %sprivate key', (sort) => {
  const pem = `-----BEGIN ${sort}PRIVATE ${'KEY'}-----\n${random(64)}\n-----END ${sort}PRIVATE ${'KEY'}-----`
  expect(findSecret(`Put this on the server:\n${pem}`)).toEqual({
    kind: 'private_key',
    what: 'a private key',
  })
})

const SAID = ['hunter', '2'].join('')
test.each([
  `password: ${SAID}`,
  `Password is ${SAID}`,
  `the password is ${SAID}.`,
  `The wifi password for guests is ${SAID}`,
  `Router password: "${SAID}"`,
  `pwd=${SAID}`,
  `pw: ${SAID}`,
  `DB_PASSWORD=${SAID}`,
  `{"password": "${SAID}"}`,
  `Passwort: ${SAID}`,
  `Das WLAN-Passwort lautet ${SAID}`,
  `Mein Passwort ist ${SAID}!`,
  `Netflixpasswort = ${SAID}`,
  `**Password:** ${SAID}`,
  `Password：${SAID}`,
  `Password:\n${SAID}`,
  `Log in as anna with password ${SAID}`,
  `Change the router password to ${SAID}`,
  `user=anna pass=${SAID}`,
  `my password is ${'sword'}fish`,
  `password: ${'sword'}fish`,
  `password = '${'sword'}fish'`,
  `passphrase: "${'correct'} horse battery staple"`,
  `password: Tr0ub4dor&${'3'}`,
  `password: ${'1234'}56`,
  `password password: ${SAID}`,
  `password: s3${'cr3'}t`,
  `password: test${'123'}`,
  `my password's ${SAID}`,
  `Password - ${SAID}`,
  `pass: ${SAID}`,
  `The password was changed to ${SAID}`,
  `Remember the wifi password ${SAID}`,
  `--password ${SAID}`,
  `<password>${SAID}</password>`,
  `https://example.com/login?user=anna&password=${SAID}&lang=en`,
  `The code for the front door is ${'47'}11`,
  `passcode ${'47'}1147`,
  `my pin is ${'47'}11`,
  `PIN: ${'47'}11`,
  `The PIN of the card is ${'47'}11`,
  `Meine PIN ist ${'47'}11`,
  `my pin ${'47'}11`,
  `Door code: ${'47'}11#`,
  `Alarm code is ${'19'}84`,
  `Set the PIN to ${'47'}11`,
  `https://user:${'pass'}@host`,
  `Clone https://anna:${SAID}@git.example.com/app.git`,
  `postgres://app:${SAID}@db.example.com:5432/app`,
])('%s holds a password', (text) => {
  expect(findSecret(text)?.kind).toBe('password')
})

test.each([
  ['4111', '1111', '1111', '1111'],
  ['5555', '5555', '5555', '4444'],
  ['2223', '0031', '2200', '3222'],
  ['3782', '822463', '10005'],
  ['3056', '930902', '5904'],
  ['6011', '1111', '1111', '1117'],
  ['3530', '1113', '3330', '0000'],
  ['6200', '0000', '0000', '0005'],
  ['4222222', '222222'],
  ['6304', '0000', '0000', '0000'],
])('%s… is a card number, in every way of writing it', (...groups) => {
  const joined = groups.join('')
  const spaced = joined.length === 13 ? joined : groups.join(' ')
  for (const number of [joined, spaced, spaced.replaceAll(' ', '-'), spaced.replaceAll(' ', '\u00a0')]) {
    for (const text of [number, `Pay with ${number}, exp 12/29`, `Order 12 ${number}`, `card=${number}`]) {
      expect(findSecret(text), text).toEqual({ kind: 'card_number', what: 'a card number' })
    }
  }
})

test('a card number with one wrong digit is not a secret, a security code is', () => {
  expect(findSecret(['4111', '1111', '1111', '1112'].join(' '))).toBe(null)
  expect(findSecret(`CVV: ${'12'}3`)?.kind).toBe('card_number')
})

test('ordinary sentences have no secret, in any case and inside a longer text', () => {
  expect(new Set(ORDINARY_SENTENCES).size).toBeGreaterThan(400)
  const flagged = ORDINARY_SENTENCES.flatMap((line) =>
    [line, `- ${line}\n- and then lunch`, `${line}.`, line.toLowerCase()].filter((text) => findSecret(text)),
  )
  expect(flagged).toEqual([])
  expect(findSecret(ORDINARY_SENTENCES.join('\n'))).toBe(null)
})

test.each([
  [{ user: { name: 'Anna', password: SAID } }, 'password'],
  [{ accounts: [{ api_key: 'abc' }] }, 'api_key'],
  [{ openaiApiKey: 'abc' }, 'api_key'],
  [{ secret: 'abc' }, 'api_key'],
  [{ token: 'abc' }, 'api_key'],
  [{ github_token: random(12) }, 'api_key'],
  [{ private_key: 'abc' }, 'private_key'],
  [{ wifiPassword: 'sunflower' }, 'password'],
  [{ passwords: ['sunflower'] }, 'password'],
  [{ pin: '4711' }, 'password'],
  [{ pin: 4711 }, 'password'],
  [{ 'door code': '4711' }, 'password'],
  [{ card: Number(['4111', '1111', '1111', '1111'].join('')) }, 'card_number'],
  [{ [`sk-${random(40)}`]: true }, 'api_key'],
  [['a', ['b', `ghp_${random(36)}`]], 'api_key'],
  [`my pin is ${'47'}11`, 'password'],
])('a value: %j', (value, kind) => {
  expect(findSecretIn(value)?.kind).toBe(kind)
})

test.each([
  [{ password: '' }],
  [{ password: '<hidden>' }],
  [{ password: '********' }],
  [{ password: 'required' }],
  [{ password: 'stored in Bitwarden' }],
  [{ password: 'see vault item 3' }],
  [{ password: true, token: null, secret: 7 }],
  [{ api_key: 'YOUR_API_KEY' }],
  [{ token: '$' + '{TOKEN}' }],
  [{ secret_santa: 'Tom', token_count: '12', password_policy: 'long' }],
  [{ design_token: 'blue' }],
  [{ pin: 'the poster' }],
  [{ key: 'C major', keys: ['flat', 'car'] }],
  [{ order: 4111111111111112, at: 1795219160995 }],
  [{ theme: 'dark', list: [1, 2, 3], nested: { deep: [{ er: 'x' }] } }],
  [null],
  [42],
])('a value without a secret: %j', (value) => {
  expect(findSecretIn(value)).toBe(null)
})

test('a deep value does not overflow', () => {
  let deep: unknown = { password: SAID }
  for (let level = 0; level < 50_000; level++) deep = [deep]
  expect(findSecretIn(deep)?.kind).toBe('password')
})

const LONG = 100_000
test.each([
  ...[
    'a',
    '4',
    '1 ',
    '4111 ',
    'x_',
    '-',
    '"',
    ' ',
    '\n',
    'sk-',
    'eyJ',
    'eyJa.',
    'AKIA',
    'xoxb-',
    'SG.a',
    '://',
    '://a:',
  ],
  ...[
    'a://a:a',
    'password ',
    'password for ',
    'password for a b ',
    'password: ',
    'password is "',
    'pin of my ',
    'set ',
  ],
  ...[
    'change my password ',
    'token ',
    'secret=',
    'api key : ',
    'bearer ',
    '-----BEGIN ',
    '1234567:',
    'GB29 ',
    'with pw ',
  ],
  ...[
    '$',
    '<',
    '..here',
    'my my my ',
    'Q~',
    '+1 ',
    'password=<',
    'cvv ',
    'ＡＢ',
    'é',
    '9.9',
    'aB1',
    'token=aB1',
  ],
])('100 000 characters of %j are searched in linear time', (piece) => {
  const text = piece.repeat(Math.ceil(LONG / piece.length)).slice(0, LONG)
  const began = performance.now()
  findSecret(text)
  findSecretIn({ [text]: text })
  expect(performance.now() - began).toBeLessThan(2_000)
})
