import type { Book, Pocket, SpotId } from '../../books/rule-book.ts'
import { below, type NextByte } from '../../engine/below.ts'
import { conduct, openTable, type Table } from '../../engine/conduct.ts'
import { type Decision, isRefusal } from '../../engine/decision.ts'
import { drawBonusNumbers } from '../../engine/draw.ts'
import { type Command, isProblem, readCommand } from '../../engine/language.ts'
import { add, CENTS_MAX, type Cents, sum } from '../../engine/money.ts'
import { prisonersOf } from '../../engine/prison.ts'
import { terminalsOf } from '../../engine/several-piece.ts'
import { fundsOf } from '../../engine/summary.ts'
import { readSetup, type TableState } from '../../engine/table.ts'
import { settingOf } from '../../story/nouns.ts'
import type { Passage } from '../../story/passages.ts'
import { tellEvents } from '../../story/tell-events.ts'
import { tellRefusal } from '../../story/tell-refusals.ts'
import type { StoryWords } from '../../words/vocabulary.ts'
import type { LabLayout } from './layout-link.ts'

type PlayedStep = { command: Command; answer: Decision; before: TableState; after: TableState }

/** A round that was played in the lab. `net`: what it brought; a stake in prison is neither won nor lost yet. */
export type LabRound = { round: number; pocket: Pocket; net: number; steps: readonly PlayedStep[] }

const PLAYER = 'Guest'

/** Opens a table of the lab: without limits, and with one guest as its only player. */
export function labTable(book: Book, layout: string): Table {
  const [terminal] = terminalsOf(book, layout)
  const setup = readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}), limits: {} }, () => book)
  if (isProblem(setup)) throw new Error(setup.problem)
  return openTable(book, setup, { bookById: () => book })
}

/** Plays one round of chips by the engine, as a dealer would at a table. */
export function playRound(
  table: Table,
  stakes: LabLayout['stakes'],
  chance: NextByte,
): { table: Table; round: LabRound } {
  const { book } = table
  const { pockets } = book.wheel
  const pocket = pockets[below(pockets.length, chance)]!
  const lacking = sum([...stakes.values()]) - fundsOf(table.state, PLAYER).balance
  const orders = [
    ...(lacking > 0 ? [{ do: 'buy-in', player: PLAYER, amount: Math.min(lacking, CENTS_MAX) }] : []),
    { do: 'place-your-bets' },
    ...[...stakes].map(([spot, stake]) => ({ do: 'wager', player: PLAYER, spot, stake })),
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    ...(book.rules.bonus ? [{ do: 'bonus-numbers', numbers: drawBonusNumbers(book, chance) }] : []),
    { do: 'ball-at-rest', pocket },
    { do: 'settle' },
  ]
  const steps: PlayedStep[] = []
  let now = table
  for (const order of orders) {
    const command = readCommand(order, book)
    if (isProblem(command)) throw new Error(`${command.field}: ${command.problem}`)
    const done = conduct(now, command)
    steps.push({ command, answer: done.answer, before: now.state, after: done.table.state })
    now = done.table
  }
  const { before } = steps.find(({ command }) => command.do === 'place-your-bets')!
  const net = worthOf(now.state) - worthOf(before)
  return { table: now, round: { round: now.state.roundsOpened, pocket, net, steps } }
}

/** In hand and on the layout. */
function worthOf(state: TableState): Cents {
  const { balance, staked } = fundsOf(state, PLAYER)
  return add(balance, staked)
}

/** The stakes that wait for the next round. */
export const imprisonedIn = ({ state }: Table): { spot: SpotId; amount: Cents }[] =>
  prisonersOf(state.prison, PLAYER).map(({ spot, cash }) => ({ spot, amount: cash }))

/** Commands that the story leaves out, because the felt shows the chips. It tells their refusals. */
const untold: readonly string[] = ['buy-in', 'place-your-bets', 'wager', 'spin', 'no-more-bets']

/** Tells a round in sentences, each with its clauses. */
export function tellRound(book: Book, { steps }: LabRound, words: StoryWords): readonly Passage[] {
  return steps.flatMap(({ command, answer, before, after }) => {
    const scene = { ...settingOf(words, book), command, before, after }
    if (isRefusal(answer)) return tellRefusal(answer, scene)
    return untold.includes(command.do) ? [] : tellEvents(answer.events, scene)
  })
}
