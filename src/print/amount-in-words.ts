/** Amounts for paper, where figures alone are easily changed. Whole cents, not negative. */
export function amountInFigures(cents: number): string {
  const { dollars, rest } = parts(cents)
  return `$${String(dollars).replace(/\B(?=(\d{3})+$)/g, ',')}.${String(rest).padStart(2, '0')}`
}

/** One hundred and twenty-three dollars and forty-five cents. */
export function amountInEnglish(cents: number): string {
  const { dollars, rest } = parts(cents)
  const said = [
    ...(dollars > 0 || rest === 0 ? [counted(dollars, 'dollar')] : []),
    ...(rest > 0 ? [counted(rest, 'cent')] : []),
  ].join(' and ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function parts(cents: number): { dollars: number; rest: number } {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`Not an amount of cents: ${cents}`)
  return { dollars: Math.floor(cents / 100), rest: cents % 100 }
}

const counted = (count: number, unit: string): string => `${numberInEnglish(count)} ${unit}${count === 1 ? '' : 's'}`

const ones = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const teens = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
const small = [...ones, ...teens]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', ' thousand', ' million', ' billion', ' trillion']

function numberInEnglish(value: number): string {
  if (value === 0) return small[0]!
  const groups = groupsOf(value, 1_000)
  const said = groups.flatMap((group, at) => (group > 0 ? [hundredsInEnglish(group) + scales[at]] : [])).reverse()
  // A last group without hundreds is joined by "and": one thousand and one.
  const isJoined = said.length > 1 && groups[0]! > 0 && groups[0]! < 100
  return isJoined ? `${said.slice(0, -1).join(' ')} and ${said.at(-1)}` : said.join(' ')
}

/** The smallest group first. */
function groupsOf(value: number, size: number): number[] {
  const groups: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / size)) groups.push(rest % size)
  return groups
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

const numerals = [...'零壹贰叁肆伍陆柒捌玖']
const places = ['', '拾', '佰', '仟']

/** Simplified Chinese financial numerals: 壹佰贰拾叁元肆角伍分. */
export function amountInChinese(cents: number): string {
  const { dollars, rest } = parts(cents)
  const [jiao, fen] = [Math.floor(rest / 10), rest % 10]
  const whole = dollars > 0 || rest === 0 ? `${numberInChinese(dollars)}元` : ''
  if (rest === 0) return `${whole}整`
  const tenths = jiao > 0 ? `${numerals[jiao]}角` : whole && '零'
  return `${whole}${tenths}${fen > 0 ? `${numerals[fen]}分` : ''}`
}

function numberInChinese(value: number): string {
  if (value === 0) return numerals[0]!
  const groups = groupsOf(value, 10_000)
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
  const said = digits.map((digit, at) => (digit === 0 ? '零' : numerals[digit]! + places[digits.length - 1 - at]))
  return said.join('').replace(/零+/g, '零').replace(/零$/, '')
}
