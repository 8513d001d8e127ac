import type { RuleBook } from '../books/rule-book.ts'
import type { Adjustment } from '../engine/events.ts'
import { recall } from '../engine/history.ts'
import { add, type Cents, negative, subtract, times, zero } from '../engine/money.ts'
import type { Line } from '../engine/settlement.ts'
import type { Round, Said } from '../engine/table.ts'
import { type Passage, say } from './passages.ts'
import type { EventOf, Scene } from './scene.ts'
import { holdsWords, playerOnce } from './settlement.ts'
import { spotNamed, spotWords } from './spots.ts'
import { counted, dollars, listed, quoted } from './text.ts'
import { colourChips, inColour, moneyWord, nameOf, otherThan } from './words.ts'

export function correctionTold(event: EventOf<'outcome-corrected'>, scene: Scene): Passage[] {
  const { round, lines, reason } = event
  const { book, before } = scene
  const first = say(scene, `${changeWords(event, scene)}${quoted(reason)}`, event.clause)
  const old = recall(before.history, round)
  if (!old) return [first, say(scene, 'Nothing had been settled yet, so no money moved.')]
  const later = before.roundsOpened > round
  return [
    first,
    say(scene, 'The round was settled again by where the ball rested.'),
    ...comparison(scene, old.lines, lines),
    ...adjustmentsTold(event.adjustments, scene),
    ...(later ? [say(scene, 'Later rounds stood as they were played.', book.rules.correction.laterRounds)] : []),
  ]
}

function changeWords({ round, from, to, by }: EventOf<'outcome-corrected'>, { book, before }: Scene): string {
  const differed = saidIn(before.round, round)
  if (!differed)
    return `${nameOf(by)} put the outcome of round ${round} right: not ${inColour(book, from)} but ${inColour(book, to)}.`
  const whose = to === from ? differed.source : to === differed.differs ? otherThan(differed.source) : null
  const side = whose === null ? 'neither the wheel nor the dealer' : `the ${whose}`
  return `${nameOf(by)} decided for ${side}: the ball rested in ${inColour(book, to)}.`
}

/** Where the wheel and the dealer named different numbers: whose word came first, and what the other said. */
const saidIn = (current: Round, round: number): Said =>
  'said' in current && current.round === round && current.said?.differs ? current.said : null

/** Only what came out otherwise. */
function comparison(scene: Scene, before: readonly Line[], after: readonly Line[]): Passage[] {
  const now = after.filter((line, index) => lineWords(line) !== lineWords(before[index]!))
  const was = before.filter((line, index) => lineWords(line) !== lineWords(after[index]!))
  const same = after.length - now.length
  const rows = now.map((line, index) => ({
    cells: [
      playerOnce(now, index),
      spotWords(spotNamed(scene, line.spot)!),
      dollars(line.stake),
      lineWords(was[index]!),
      lineWords(line),
    ],
    note: '',
  }))
  const rest = same > 0 ? `${counted(same, now.length > 0 ? 'other wager' : 'wager')} came out as before.` : ''
  return [
    ...(rows.length > 0 ? [{ columns: ['player', 'wager', 'stake', 'before', 'now'], rows, cites: [] }] : []),
    ...(rest === '' ? [] : [say(scene, rest)]),
  ]
}

function lineWords({ result, pays, paid, collected }: Line): string {
  if (result === 'returned') return 'returned'
  return result === 'won' ? `won at ${pays} to 1, ${dollars(paid)} paid` : `lost, ${dollars(collected)} collected`
}

export function adjustmentsTold(adjustments: readonly Adjustment[], scene: Scene): Passage[] {
  if (adjustments.length === 0) return [say(scene, "Nobody's money changed by it.")]
  return adjustments.map((one) => {
    const words = one.amount < 0 ? debitWords(one, scene.book) : creditWords(one, scene.book)
    return say(scene, `${one.player} ${words}. ${one.player} ${holdsWords(scene, one.player)}.`)
  })
}

/** The cash or credits that a player gets; negative: gives. */
const cashIn = ({ amount, owed, chips }: Adjustment): Cents =>
  subtract(add(amount, owed), chips ? times(chips.value, chips.count) : zero)

const cashWords = (cash: Cents, book: RuleBook): string => `${dollars(cash)} in ${moneyWord(book)}`

function creditWords(one: Adjustment, book: RuleBook): string {
  const { amount, owed, chips } = one
  const cash = cashIn(one)
  const back = chips ? colourChips(chips.count, chips.colour) : ''
  const swap = `${back} back for ${cashWords(negative(cash), book)}`
  if (amount === 0) return chips ? `got ${swap}` : 'came out even'
  if (cash < 0) return `was given ${dollars(amount)}: ${swap}`
  const ofIt = chips ? `, ${back} of it back as chips` : ''
  return `was given ${dollars(amount)}${ofIt}${owed < 0 ? `, of which ${dollars(negative(owed))} went to what was owed` : ''}`
}

/** Cash first, then colour chips, the last one changed; what is not there is owed. */
function debitWords(one: Adjustment, book: RuleBook): string {
  const { owed, chips } = one
  const all = dollars(negative(one.amount))
  const given = givenWords(one, book)
  if (owed > 0)
    return `had ${all} to give back: ${given ? `${given} taken` : 'nothing was there'}, ${dollars(owed)} still owed`
  if (chips && chips.count > 0)
    return `gave back ${all}: ${given}, less ${colourChips(chips.count, chips.colour)} that came back`
  return `gave back ${all}${chips ? ` (${given})` : ''}`
}

function givenWords(one: Adjustment, book: RuleBook): string {
  const cash = cashIn(one)
  const { chips } = one
  const change = cash > 0 ? ` with ${dollars(cash)} change` : ''
  return listed([
    ...(cash < 0 ? [cashWords(negative(cash), book)] : []),
    ...(chips && chips.count < 0 ? [`${colourChips(-chips.count, chips.colour)}${change}`] : []),
  ])
}
