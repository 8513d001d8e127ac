import { digitGroups, dollarsAndCents } from '../plain-text.ts'

const numerals = [...'零壹贰叁肆伍陆柒捌玖']
const digitPlaces = ['', '拾', '佰', '仟']

/** Simplified Chinese financial numerals: 壹佰贰拾叁元肆角伍分. */
export function amountInChinese(cents: number): string {
  const { dollars, rest } = dollarsAndCents(cents)
  const [jiao, fen] = [Math.floor(rest / 10), rest % 10]
  const whole = dollars > 0 || rest === 0 ? `${numberInChinese(dollars)}元` : ''
  if (rest === 0) return `${whole}整`
  const tenths = jiao > 0 ? `${numerals[jiao]}角` : whole && '零'
  return `${whole}${tenths}${fen > 0 ? `${numerals[fen]}分` : ''}`
}

function numberInChinese(value: number): string {
  if (value === 0) return numerals[0]!
  const groups = digitGroups(value, 10_000)
  return groups
    .map((group, at) => (group === 0 ? '' : zeroBefore(groups, at) + thousandsInChinese(group) + sectionOf(groups, at)))
    .reverse()
    .join('')
}

/** Ten thousand hundred-millions say 亿 once. */
const sectionOf = (groups: readonly number[], at: number): string =>
  at === 3 && groups[2] === 0 ? '万亿' : ['', '万', '亿', '万'][at]!

/** A zero is spoken where thousands are missing below something greater. */
const zeroBefore = (groups: readonly number[], at: number): string =>
  at < groups.length - 1 && (groups[at]! < 1_000 || groups[at + 1] === 0) ? numerals[0]! : ''

function thousandsInChinese(value: number): string {
  const digits = [...String(value)].map(Number)
  const said = digits.map((digit, at) => (digit === 0 ? '零' : numerals[digit]! + digitPlaces[digits.length - 1 - at]))
  return said.join('').replace(/零+/g, '零').replace(/零$/, '')
}
