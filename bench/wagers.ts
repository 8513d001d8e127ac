import { bookById } from '../src/books/index.ts'
import { conduct, openTable, type Table } from '../src/engine/conduct.ts'
import { isRefusal } from '../src/engine/decision.ts'
import type { CommandOf } from '../src/engine/language.ts'
import type { Cents } from '../src/engine/money.ts'
import { spotsOf } from '../src/engine/spots.ts'
import { readSetup, type TableSetup } from '../src/engine/table.ts'

/** The table that is measured: the terminals' book, limits that let everything through. */
export const book = bookById('rws/roulette-double-zero-etg@4')!
export const plainTable = {
  book: book.id,
  layout: 'A',
  terminal: 'rapid',
  limits: { default: { min: 100, max: 10_000_000_000 } },
}

function setupOf(value: unknown): TableSetup {
  const setup = readSetup(value, bookById)
  if ('problem' in setup) throw new Error(`${setup.field}: ${setup.problem}`)
  return setup
}

export const setup = setupOf(plainTable)
export const spots = spotsOf(book, setup.layout).list.map(({ spot }) => spot)

export const dealer = { role: 'dealer', name: 'bench' } as const
export const player = (number: number): string => `player-${number}`

/** Wagers in turn: each player's next is on the next spot, so a player has many spots before any of them twice. */
export function wagers(count: number, players: number): CommandOf<'wager'>[] {
  return Array.from({ length: count }, (_, at) => ({
    do: 'wager',
    player: player(at % players),
    spot: spots[Math.floor(at / players) % spots.length]!,
    stake: 100 as Cents,
    by: { role: 'player', name: player(at % players) },
  }))
}

export type Given = Parameters<typeof conduct>[1]

/** A refusal here is a mistake in the bench. */
export function give(table: Table, command: Given): Table {
  const { table: after, answer } = conduct(table, command)
  if (isRefusal(answer)) throw new Error(`${command.do} was refused: ${answer.refused}`)
  return after
}

/** Every player with money, and betting open. */
export function openFor(players: number): Table {
  let table = openTable(book, setup)
  for (let number = 0; number < players; number++)
    table = give(table, { do: 'buy-in', player: player(number), amount: 10_000_000 as Cents, by: dealer })
  return give(table, { do: 'place-your-bets', by: dealer })
}

/** From the ball in the rim to the last payment. */
export const conclusion: readonly Given[] = [
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise', by: dealer },
  { do: 'no-more-bets', by: dealer },
  { do: 'ball-at-rest', pocket: '17', revolutions: 8, by: dealer },
  { do: 'settle', by: dealer },
]
