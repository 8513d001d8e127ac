import type { Pocket, RuleBook } from '../books/rule-book.ts'
import type { SplitLine } from './splitter.ts'

/** One line of the wheel, read. Strict: what does not have the exact form is unreadable, never guessed at. */

export type WheelState = 1 | 2 | 3 | 4 | 5 | 6
export type SpinDirection = 'clockwise' | 'anticlockwise'
export const opposite = (direction: SpinDirection): SpinDirection =>
  direction === 'clockwise' ? 'anticlockwise' : 'clockwise'

export const states = { start: 1, placeYourBets: 2, ballInRim: 3, noMoreBets: 4, winningNumber: 5, closed: 6 } as const
/** The wheel's own state, in the words of the table's language where they exist. */
export const stateNames = {
  [states.start]: 'start',
  [states.placeYourBets]: 'place-your-bets',
  [states.ballInRim]: 'ball-in-rim',
  [states.noMoreBets]: 'no-more-bets',
  [states.winningNumber]: 'winning-number',
  [states.closed]: 'closed',
} as const
export const flags = { ballRemoved: 1, ballDirection: 2, sensor: 4, launch: 8 } as const

/** `number`: the last winning number, of this game in state 5, of an earlier one before that. `speed`: tenths of rpm. */
export type StatusLine = {
  kind: 'status'
  state: WheelState
  game: number
  number: Pocket | null
  flags: number
  speed: number
  rotor: SpinDirection
}

export type WheelMessage =
  | StatusLine
  | { kind: 'number'; number: Pocket }
  | { kind: 'bonus'; bonus: number; number: string }
  | { kind: 'power'; word: 'on' | 'off' | 'ok' }
  | { kind: 'mode'; mode: string }
  | { kind: 'settings'; text: string }
  | { kind: 'error'; text: string }
  | { kind: 'not-the-wheel'; text: string }
  | { kind: 'too-long'; text: string }
  | { kind: 'unreadable'; text: string }

/** Real wheels write a number in two characters. If a book has a longer pocket, the field of its wheel is that wide. */
const NUMBER_WIDTH = 2

const statusForm = /\*X;([1-6]);(\d{3});([ \dA-Z]{2,});([\dA-Fa-f]);(\d{3});([01])$/
/** Aligned to the right: ` 6`, `17`, `00`. Only a book gives other forms a meaning. */
const numberForm = /^(?: \d|[1-9]\d|00)$/
const bonusForm = /^\*Y;([1-6]);( {2}\d| \d\d|\d{3})$/
const powerForm = /^\*P (0|1|OK)$/
const modeForm = /^\*o (\d{1,4}|OK)$/
const textForm = /^\*([TF])(?: ([\x20-\x7e]*))?$/
const loggerForm = /^\[[\x20-\x5c\x5e-\x7e]*\] ([A-Za-z]+) >>> (.*)$/

/** The only answer that may stand inside another line: its letters cannot be mistaken for a part of it. */
const powerAnswer = '*P OK'

/**
 * A line from the splitter. A line that was cut for its length is never read, because its rest may have changed its
 * meaning.
 */
export const readSplit = ({ text, tooLong }: SplitLine, book?: RuleBook): WheelMessage =>
  tooLong ? { kind: 'too-long', text } : readLine(text, book)

export function readLine(text: string, book?: RuleBook): WheelMessage {
  const line = text.replace(/[\r\n]+$/, '')
  const logged = loggerForm.exec(line)
  if (!logged) return readWords(line, book)
  return logged[1] === 'Receive' ? readWords(logged[2]!, book) : { kind: 'not-the-wheel', text: line }
}

function readWords(line: string, book: RuleBook | undefined): WheelMessage {
  return readStatus(line, book) ?? readNumberLine(line, book) ?? readOther(line) ?? { kind: 'unreadable', text: line }
}

/** A whole status at the end of a line stands, whatever noise or cut line came before it without its line end. */
function readStatus(line: string, book: RuleBook | undefined): StatusLine | null {
  const found = statusForm.exec(line) ?? statusForm.exec(line.replace(powerAnswer, ''))
  // A logger's marks before it: then the line is a logger's, and not in the form that is known.
  if (!found || /[[\]>]/.test(found.input.slice(0, found.index))) return null
  const [, state, game, digits, flag, speed, rotor] = found as unknown as string[]
  const number = readNumber(digits!, book)
  if (number === undefined) return null
  return {
    kind: 'status',
    state: Number(state) as WheelState,
    game: Number(game),
    number,
    flags: Number.parseInt(flag!, 16),
    speed: Number(speed),
    rotor: rotor === '0' ? 'clockwise' : 'anticlockwise',
  }
}

function readNumberLine(line: string, book: RuleBook | undefined): WheelMessage | null {
  const number = isCutOff(line, book) ? null : readNumber(line, book)
  return number ? { kind: 'number', number } : null
}

/** Alone in its line, `00` may be all that came of `000`; a status tells, for there more follows. */
const isCutOff = (line: string, book: RuleBook | undefined): boolean =>
  book?.wheel.pockets.some((pocket) => pocket.length > line.length && pocket.includes(line)) ?? false

/** Null where there is none yet; undefined where no book on hand writes a number so. */
function readNumber(field: string, book: RuleBook | undefined): Pocket | null | undefined {
  const pocket = field.trim()
  if (field.length !== NUMBER_WIDTH && field.length !== numberWidth(book)) return undefined
  if (pocket === '') return null
  if (field !== pocket.padStart(field.length)) return undefined
  return numberForm.test(writeNumber(pocket)) || book?.wheel.pockets.includes(pocket) ? pocket : undefined
}

function readOther(line: string): WheelMessage | null {
  const bonus = bonusForm.exec(line)
  if (bonus) return { kind: 'bonus', bonus: Number(bonus[1]), number: bonus[2]!.trim() }
  const power = powerForm.exec(line)
  if (power) return { kind: 'power', word: ({ 0: 'off', 1: 'on', OK: 'ok' } as const)[power[1] as '0' | '1' | 'OK'] }
  const mode = modeForm.exec(line)
  if (mode) return { kind: 'mode', mode: mode[1]! }
  const text = textForm.exec(line)
  return text ? { kind: text[1] === 'T' ? 'settings' : 'error', text: text[2] ?? '' } : null
}

/** How wide the wheel of a book writes a number. */
export const numberWidth = (book?: RuleBook): number =>
  Math.max(NUMBER_WIDTH, ...(book?.wheel.pockets ?? []).map((pocket) => pocket.length))

/** To the right: ` 6`, `17`, `00`, ` S`; with a book that has three characters, `  6`, ` 17`, `000`, `MBS`. */
export const writeNumber = (pocket: Pocket | null, book?: RuleBook): string =>
  (pocket ?? '').padStart(numberWidth(book))

export function writeStatus(
  { state, game, number, flags, speed, rotor }: Omit<StatusLine, 'kind'>,
  book?: RuleBook,
): string {
  const digits = (value: number) => String(value).padStart(3, '0')
  const direction = rotor === 'clockwise' ? 0 : 1
  const flag = flags.toString(16).toUpperCase()
  return `*X;${state};${digits(game)};${writeNumber(number, book)};${flag};${digits(speed)};${direction}`
}
