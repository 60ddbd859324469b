import { expect, test } from 'vitest'
import { namesPlace, placeOf } from './link-place.ts'

test.each([
  ['https://evil.test/x?d=1', 'evil.test'],
  ['HTTP://Evil.test:8080', 'evil.test:8080'],
  ['https://bank.example@evil.test/', 'evil.test'],
  ['https://bank.example\\@evil.test/', 'bank.example'],
  ['https://b\u0430nk.example', 'xn--bnk-6cd.example'],
  ['mailto:ana@example.com?body=x', 'ana@example.com'],
  ['mailto:', null],
  ['https://', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['tel:123', null],
  ['//evil.test', null],
  ['/settings', null],
  ['', null],
])('%s leads to %s', (href, place) => {
  expect(placeOf(href)).toBe(place)
})

test.each([
  ['https://evil.test/x', true],
  ['http://EVIL.test', true],
  [' evil.test ', true],
  ['evil.test?x', true],
  ['open it', false],
  ['evil.test.example', false],
  ['https://bank.example/?evil.test', false],
  ['https://bank.example@evil.test', false],
  ['\u202eevil.test', false],
  ['', false],
])('"%s" names evil.test: %s', (words, names) => {
  expect(namesPlace(words, 'evil.test')).toBe(names)
})

test('an email address names itself', () => {
  expect(namesPlace('Ana@example.com', 'ana@example.com')).toBe(true)
  expect(namesPlace('Ana', 'ana@example.com')).toBe(false)
})
