import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CENTS_MAX } from '../engine/money.ts'
import { amountInEnglish } from './en/amount.en.ts'
import { dollars } from './plain-text.ts'
import { amountInChinese } from './zh/amount.zh.ts'

// biome-ignore format: a table is read down its columns
test.each([
  [0, '$0.00', 'Zero dollars', '零元整'],
  [1, '$0.01', 'One cent', '壹分'],
  [5, '$0.05', 'Five cents', '伍分'],
  [50, '$0.50', 'Fifty cents', '伍角'],
  [45, '$0.45', 'Forty-five cents', '肆角伍分'],
  [100, '$1.00', 'One dollar', '壹元整'],
  [101, '$1.01', 'One dollar and one cent', '壹元零壹分'],
  [1_000, '$10.00', 'Ten dollars', '壹拾元整'],
  [1_312, '$13.12', 'Thirteen dollars and twelve cents', '壹拾叁元壹角贰分'],
  [12_345, '$123.45', 'One hundred and twenty-three dollars and forty-five cents', '壹佰贰拾叁元肆角伍分'],
  [10_000, '$100.00', 'One hundred dollars', '壹佰元整'],
  [10_100, '$101.00', 'One hundred and one dollars', '壹佰零壹元整'],
  [100_000, '$1,000.00', 'One thousand dollars', '壹仟元整'],
  [100_100, '$1,001.00', 'One thousand and one dollars', '壹仟零壹元整'],
  [110_000, '$1,100.00', 'One thousand one hundred dollars', '壹仟壹佰元整'],
  [101_000, '$1,010.00', 'One thousand and ten dollars', '壹仟零壹拾元整'],
  [1_000_000, '$10,000.00', 'Ten thousand dollars', '壹万元整'],
  [1_001_000, '$10,010.00', 'Ten thousand and ten dollars', '壹万零壹拾元整'],
  [10_000_000, '$100,000.00', 'One hundred thousand dollars', '壹拾万元整'],
  [100_000_100, '$1,000,001.00', 'One million and one dollars', '壹佰万零壹元整'],
  [123_456_789, '$1,234,567.89', 'One million two hundred and thirty-four thousand five hundred and sixty-seven dollars and eighty-nine cents', '壹佰贰拾叁万肆仟伍佰陆拾柒元捌角玖分'],
  [CENTS_MAX, '$1,000,000,000.00', 'One billion dollars', '壹拾亿元整'],
  [10_000_100_000, '$100,001,000.00', 'One hundred million one thousand dollars', '壹亿零壹仟元整'],
  // Examples of the People's Bank of China for writing amounts.
  [140_950, '$1,409.50', 'One thousand four hundred and nine dollars and fifty cents', '壹仟肆佰零玖元伍角'],
  [600_714, '$6,007.14', 'Six thousand and seven dollars and fourteen cents', '陆仟零柒元壹角肆分'],
  [168_032, '$1,680.32', 'One thousand six hundred and eighty dollars and thirty-two cents', '壹仟陆佰捌拾元叁角贰分'],
  [1_640_902, '$16,409.02', 'Sixteen thousand four hundred and nine dollars and two cents', '壹万陆仟肆佰零玖元零贰分'],
  [32_504, '$325.04', 'Three hundred and twenty-five dollars and four cents', '叁佰贰拾伍元零肆分'],
])('%i cents: %s', (cents, figures, english, chinese) => {
  expect(dollars(cents)).toBe(figures)
  expect(amountInEnglish(cents)).toBe(english)
  expect(amountInChinese(cents)).toBe(chinese)
})

test('the largest amounts there are', () => {
  expect(amountInEnglish(Number.MAX_SAFE_INTEGER)).toMatch(/^Ninety trillion seventy-one billion nine hundred and/)
  expect(amountInChinese(100_000_000_000_000)).toBe('壹万亿元整')
  expect(amountInChinese(100_020_000_000_000)).toBe('壹万零贰亿元整')
})

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is no amount', (value) => {
  for (const said of [amountInEnglish, amountInChinese]) expect(() => said(value)).toThrow(RangeError)
})

const small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ')
const units = [...small, 'sixteen', 'seventeen', 'eighteen', 'nineteen']
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }

/** Reads a number in words, word by word. */
function heardInEnglish(text: string): number {
  let [total, group] = [0, 0]
  for (const word of text.split(/[ -]/)) {
    if (word === 'and') continue
    if (word === 'hundred') group *= 100
    else if (scales[word]) [total, group] = [total + group * scales[word], 0]
    else group += units.includes(word) ? units.indexOf(word) : (tens.indexOf(word) + 2) * 10
  }
  return total + group
}

const places: Record<string, number> = { 拾: 10, 佰: 100, 仟: 1_000 }

function heardInChinese(text: string): number {
  const at = text.lastIndexOf('亿')
  if (at >= 0) return heardInChinese(text.slice(0, at)) * 1e8 + heardInChinese(text.slice(at + 1))
  const [thousands, rest] = text.includes('万') ? (text.split('万') as [string, string]) : ['', text]
  return (thousands ? heardInChinese(thousands) * 1e4 : 0) + belowTenThousand(rest)
}

function belowTenThousand(text: string): number {
  let [total, digit] = [0, 0]
  for (const sign of text) {
    const value = '零壹贰叁肆伍陆柒捌玖'.indexOf(sign)
    if (value >= 0) digit = value
    else [total, digit] = [total + digit * places[sign]!, 0]
  }
  return total + digit
}

const amount = fc.oneof(
  fc.nat({ max: CENTS_MAX }),
  fc.nat({ max: 20_000 }),
  fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 11 }), fc.nat({ max: 101 })).map(([a, zeros, b]) => a * 10 ** zeros + b),
)

test('an amount spoken in English is written down as the same amount', () => {
  fc.assert(
    fc.property(amount, (cents) => {
      const said = amountInEnglish(cents).toLowerCase()
      const dollars = /^(.*?) dollars?/.exec(said)?.[1] ?? 'zero'
      const rest = /(?:^|and )([a-z-]+) cents?$/.exec(said)?.[1] ?? 'zero'
      expect(heardInEnglish(dollars) * 100 + heardInEnglish(rest), said).toBe(cents)
      expect(said).not.toMatch(/undefined| {2}|and$|zero-/)
    }),
    { numRuns: 3_000 },
  )
})

test('an amount spoken in Chinese is written down as the same amount', () => {
  fc.assert(
    fc.property(amount, (cents) => {
      const said = amountInChinese(cents)
      const [, dollars = '', jiao = '', fen = ''] = /^(?:(.+)元)?(?:(.)角)?零?(?:(.)分)?整?$/.exec(said)!
      expect(heardInChinese(dollars) * 100 + heardInChinese(jiao) * 10 + heardInChinese(fen), said).toBe(cents)
      if (cents > 0) expect(said).not.toMatch(/undefined|零零|零[元万亿整]|零$/)
    }),
    { numRuns: 3_000 },
  )
})
