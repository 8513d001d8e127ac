import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barcodeSvg, modulesOf as drawn } from './barcode.ts'
import { code128Bars, symbolsOf } from './code-128.ts'

const modulesOf = (digits: string): string => drawn(code128Bars(digits))

test.each([
  ['00', '11010011100' + '11011001100' + '11001100110' + '1100011101011'],
  ['123456', '11010011100' + '10110011100' + '10001011000' + '11100010110' + '10001101110' + '1100011101011'],
])('%s as other encoders draw it', (digits, modules) => {
  expect(modulesOf(digits)).toBe(modules)
})

test.each([
  ['1234567890', 85],
  ['123456', 44],
  ['00', 2],
  ['000000000000000000', 2],
  // 105 + 99 * (1 + ... + 9) = 4560, and 4560 = 44 * 103 + 28
  ['999999999999999999', 28],
])('the check symbol of %s is %i', (digits, check) => {
  expect(symbolsOf(digits).at(-2)).toBe(check)
})

test.each([
  ['98', 100, '10111101110'],
  ['99', 101, '11101011110'],
  ['0050', 102, '11110101110'],
])('%s has the check symbol %i, which no pair of digits is', (digits, check, modules) => {
  expect(symbolsOf(digits).at(-2)).toBe(check)
  expect(modulesOf(digits).slice(-24, -13)).toBe(modules)
})

test.each(['', '1', '123', '12a4', '１２', '12\n'])('%j cannot be drawn', (digits) => {
  expect(() => modulesOf(digits)).toThrow(RangeError)
})

const pairs = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
const symbolOf = (digits: string): string => modulesOf(digits).slice(11, 22)
const bars = (modules: string): string[] => modules.match(/1+/g)!

test('a hundred different symbols, each three bars and three spaces on eleven modules, an even number of them black', () => {
  const symbols = pairs.map(symbolOf)
  expect(new Set(symbols).size).toBe(100)
  for (const symbol of symbols) {
    expect(symbol).toMatch(/^(1{1,4}0{1,4}){3}$/)
    expect([...symbol].filter((module) => module === '1').length % 2).toBe(0)
  }
})

/** A scanner of its own: modules to digits, checking the sum. */
function scanned(modules: string): string {
  const known = new Map(pairs.map((pair) => [symbolOf(pair), pair]))
  const symbols = modules.match(/.{11}/g)!
  const data = symbols.slice(1, -2).map((symbol) => known.get(symbol)!)
  const sum = data.reduce((total, pair, at) => total + Number(pair) * (at + 1), 105) % 103
  if (sum < 100) expect(known.get(symbols.at(-2)!)).toBe(String(sum).padStart(2, '0'))
  expect(modules.endsWith('1100011101011')).toBe(true)
  return data.join('')
}

/** Reads the modules from the picture. */
function drawnModules(svg: string): string {
  const width = Number(/viewBox="0 0 (\d+) /.exec(svg)![1])
  const row = Array.from({ length: width }, () => '0')
  for (const [, x, bar] of svg.matchAll(/M(\d+) 0h(\d+)v/g)) row.fill('1', Number(x), Number(x) + Number(bar))
  return row.join('')
}

const digits = fc.stringMatching(/^([0-9]{2}){1,12}$/)

test('a drawn code is read back', () => {
  fc.assert(
    fc.property(digits, (text) => {
      expect(scanned(modulesOf(text))).toBe(text)
      expect(drawnModules(barcodeSvg(code128Bars(text), text, 14))).toBe(
        `${'0'.repeat(10)}${modulesOf(text)}${'0'.repeat(10)}`,
      )
      expect(bars(modulesOf(text)).every((bar) => bar.length <= 4)).toBe(true)
    }),
  )
})
