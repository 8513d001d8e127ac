import { digitGroups, dollarsAndCents } from '../plain-text.ts'

/** One hundred and twenty-three dollars and forty-five cents. */
export function amountInEnglish(cents: number): string {
  const { dollars, rest } = dollarsAndCents(cents)
  const said = [
    ...(dollars > 0 || rest === 0 ? [countInEnglish(dollars, 'dollar')] : []),
    ...(rest > 0 ? [countInEnglish(rest, 'cent')] : []),
  ].join(' and ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

const countInEnglish = (count: number, unit: string): string =>
  `${numberInEnglish(count)} ${unit}${count === 1 ? '' : 's'}`

const ones = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const teens = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
const small = [...ones, ...teens]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', ' thousand', ' million', ' billion', ' trillion']

function numberInEnglish(value: number): string {
  if (value === 0) return small[0]!
  const groups = digitGroups(value, 1_000)
  const said = groups.flatMap((group, at) => (group > 0 ? [hundredsInEnglish(group) + scales[at]] : [])).reverse()
  // A last group without hundreds is joined by "and": one thousand and one.
  const isJoined = said.length > 1 && groups[0]! > 0 && groups[0]! < 100
  return isJoined ? `${said.slice(0, -1).join(' ')} and ${said.at(-1)}` : said.join(' ')
}

function hundredsInEnglish(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  if (hundreds === 0) return tensInEnglish(rest)
  return `${small[hundreds]} hundred${rest > 0 ? ` and ${tensInEnglish(rest)}` : ''}`
}

function tensInEnglish(value: number): string {
  if (value < 20) return small[value]!
  return `${tens[Math.floor(value / 10)]}${value % 10 > 0 ? `-${small[value % 10]}` : ''}`
}
