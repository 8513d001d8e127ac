import { bookById } from '../src/books/index.ts'
import type { Book } from '../src/books/rule-book.ts'
import { drawFacts, outcomeOf } from '../src/engine/draw.ts'
import type { Cents } from '../src/engine/money.ts'
import { settleStakes } from '../src/engine/settle.ts'
import type { Line, Stake } from '../src/engine/settlement.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { compileTable, lineUp, rowOf, settleEach, settleSpins, settleTogether } from '../src/lab/fast-settlement.ts'
import { type Bench, type Contender, type Result, race } from './measure.ts'

const wagerCount = 100_000

/** The same numbers every run: a linear congruence, since nothing here needs chance. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const anyStake = (next: (below: number) => number): Cents => (100 * (1 + next(50))) as Cents

/** The lab settles wagers by its table; the floor loops over the same arrays, bare constants that the compiler knows. */
function laboratory(book: Book, layout: string): Record<'together' | 'each' | 'spins', Contender[]> {
  const table = compileTable(book, layout)
  const { results } = table
  const next = sequence(2)
  const wagers = lineUp(
    table,
    Array.from({ length: wagerCount }, () => ({ spot: next(table.spots), stake: anyStake(next) })),
  )
  const { spots, stakes } = wagers
  const starts = [...table.rows.values()]
  const rows = Int32Array.from(spots, () => starts[next(starts.length)]!)
  const nets = new Float64Array(wagerCount)

  const onEveryOutcome = (settleOne: (row: number) => number): Contender => {
    return () => ({ done: wagerCount * starts.length, check: starts.reduce((check, row) => check + settleOne(row), 0) })
  }
  const floorTogether = (row: number) => {
    let net = 0
    for (let i = 0; i < wagerCount; i++) net += results[row + spots[i]!]! * stakes[i]!
    return net
  }
  const oursEach = (row: number) => {
    settleEach(table, row, wagers, nets)
    return nets[row]!
  }
  const floorEach = (row: number) => {
    for (let i = 0; i < wagerCount; i++) nets[i] = results[row + spots[i]!]! * stakes[i]!
    return nets[row]!
  }
  const floorSpins = () => {
    let net = 0
    for (let i = 0; i < wagerCount; i++) net += results[rows[i]! + spots[i]!]! * stakes[i]!
    return { done: wagerCount, check: net }
  }
  return {
    together: [onEveryOutcome((row) => settleTogether(table, row, wagers)), onEveryOutcome(floorTogether)],
    each: [onEveryOutcome(oursEach), onEveryOutcome(floorEach)],
    spins: [() => ({ done: wagerCount, check: settleSpins(table, rows, wagers) }), floorSpins],
  }
}

const limits = { default: { min: 500 as Cents, max: 4_000 as Cents } }

/** A hundred thousand wagers of a thousand players, settled line by line by the engine, limits and all. */
function fullLines(book: Book, layout: string, lit: readonly string[]): Contender[] {
  const { list } = spotsOf(book, layout)
  const next = sequence(3)
  const stakes = Array.from({ length: wagerCount }, (_, at): Stake => {
    const spot = list[next(list.length)]!
    return { player: `player-${at % 1000}`, spot, cash: anyStake(next), chips: 0, colour: null, chipValue: 0 as Cents }
  })
  const draw = book.rules.bonus ? drawFacts(book.rules.bonus, lit) : null
  const table = compileTable(book, layout)
  const row = rowOf(table, outcomeOf('17', draw))
  const results = table.results.subarray(row, row + table.spots)
  const round = { book, limits, warned: () => false, pocket: '17', draw }
  return [() => summed(settleStakes(round, stakes)), () => summed(plainLines(stakes, results))]
}

function summed(lines: readonly Line[]): { done: number; check: number } {
  let check = 0
  for (const { paid, collected } of lines) check += paid - collected
  return { done: lines.length, check }
}

/** The floor for lines: it looks the result up and makes the same objects, and asks no rule but the maximum. */
function plainLines(stakes: readonly Stake[], results: Float64Array): Line[] {
  const lines: Line[] = []
  for (const { player, spot, cash } of stakes) {
    const result = results[spot.index]!
    const won = result > 0
    const inPlay = Math.min(cash, limits.default.max)
    lines.push({
      player,
      spot: spot.spot,
      stake: cash,
      result: won ? 'won' : 'lost',
      pays: won ? result : spot.pays,
      paid: (won ? inPlay * result : 0) as Cents,
      collected: (won ? 0 : inPlay) as Cents,
      returned: (won ? cash : cash - inPlay) as Cents,
      clause: won ? spot.clause : spot.loses,
    })
  }
  return lines
}

function measured(work: string, ratioMax: number | null, contenders: Contender[]): Result {
  const [ours, floor] = race(contenders)
  return { work, unit: 'wagers/s', ours: ours!, floor: floor!, ratioMax }
}

function run(): Result[] {
  const singleZero = bookById('mbs/roulette@3')!
  const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
  const lab = laboratory(singleZero, 'table')
  const lit = ['0', '1', '5', '9', '13', '17', '21', '25', '29', '33']
  return [
    measured('lab: what a round of wagers wins', 2, lab.together),
    measured('lab: what each wager of a round wins', 2, lab.each),
    measured('lab: what wagers win, a spin for each', 2, lab.spins),
    measured('engine: full lines, single zero', null, fullLines(singleZero, 'table', [])),
    measured('engine: full lines, fast action', null, fullLines(fastAction, 'table', lit)),
  ]
}

export const settlement: Bench = { name: 'settlement', run }
