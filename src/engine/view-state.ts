import { clauseOf } from './clauses.ts'
import { noFacts } from './facts.ts'
import { noHistory } from './history.ts'
import { type Holding, noWagers, type Wagers, wagersOfPlayer } from './holdings.ts'
import { freshLedger, type Ledger, type Purse } from './ledger.ts'
import { memoByIdentity } from './memo.ts'
import { add, type Cents, negative, subtract, sum, times, zero } from './money.ts'
import { PersistentMap } from './persistent-map.ts'
import type { Prisoner } from './prison.ts'
import type { Rulings } from './rulings.ts'
import { freshTable, type Round, type TableState } from './table.ts'
import type { DealerView, DisplayView, PlayerView, SeatView, WagersShown } from './views.ts'

/**
 * The table state as far as a view shows it, so that a client that has only a view can run the engine on it, and
 * refusals, payouts and voids are computed by the same code. The state lacks earlier rounds and the house's win. From a
 * player's view it has only that player.
 */

/** Many parts of a screen use one view, so it is converted once. */
export const stateFromView = memoByIdentity((view: DealerView): TableState => stateFrom(view, view.seats, view))

/**
 * Makes a state of a player's view, so that a screen can preview commands.
 *
 * @example
 * const foreseen = foresee(roulette3, stateFromPlayerView(playersView), command)
 */
export function stateFromPlayerView(view: PlayerView): TableState {
  const { player, funds, wagers, setAside, imprisoned } = view
  const seats = { [player]: { funds, wagers, setAside, imprisoned, warned: false, colour: null } }
  return stateFrom(view, seats, {
    spun: view.phase !== 'betting-open',
    leave: null,
    saidBy: null,
    differs: null,
    referred: null,
    phaseIfContinued: null,
    facts: noFacts,
    rulings: null,
  })
}

type Room = DisplayView & Pick<DealerView, 'terminal' | 'wheelOrder'>
type Seats = Readonly<Record<string, SeatView>>
type Conduct = Pick<
  DealerView,
  'spun' | 'leave' | 'saidBy' | 'differs' | 'referred' | 'phaseIfContinued' | 'facts' | 'rulings'
>

function stateFrom(view: Room, seats: Seats, conduct: Conduct): TableState {
  const { book, layout, terminal, limits, wheelOrder } = view
  const players = Object.entries(seats)
  return {
    ...freshTable({ book, layout, terminal, limits, wheelOrder }),
    round: roundFrom(view, seats, conduct),
    roundsOpened: view.round ?? 0,
    isClosing: view.isClosing,
    powerOut: view.powerOut ? (view.pocket === null ? 'not-at-rest' : 'at-rest') : null,
    ledger: ledgerFrom(seats),
    colours: PersistentMap.of(
      players.flatMap(([player, { funds }]) =>
        funds.colourChips ? [[player, { colour: funds.colourChips.colour, value: funds.colourChips.value }]] : [],
      ),
    ),
    seatColours: PersistentMap.of(
      players.flatMap(([player, { colour }]) => (colour === null ? [] : [[player, colour]])),
    ),
    underMinimum: PersistentMap.of(players.flatMap(([player, { warned }]) => (warned ? [[player, [0]]] : []))),
    prison: players.flatMap(([player, seat]) => prisonersFrom(player, seat)),
    history: noHistory(),
  }
}

function roundFrom(view: Room, seats: Seats, conduct: Conduct): Round {
  const { spun, leave, saidBy, differs, referred, phaseIfContinued, facts } = conduct
  const { phase, round, book, openedAt, closesAt, draw, pocket } = view
  if (round === null || phase === 'closed') return { phase: 'closed' }
  const base = { round, book, openedAt, closesAt, wagers: wagersFrom(seats, ({ wagers }) => wagers), facts }
  const ruled = { setAside: wagersFrom(seats, (seat) => seat.setAside), ...rulingsFrom(seats, conduct) }
  // A view does not show the directions of the spin, and no decision on it depends on them.
  const spin = { ball: 'clockwise', wheel: 'anticlockwise' }
  const said = saidBy && { source: saidBy, differs }
  switch (phase) {
    case 'betting-open':
      return { phase, ...base, ...(leave ? { leave } : {}) }
    case 'ball-spinning':
      return { phase, ...base, spin }
    case 'betting-closed':
      return { phase, ...base, spin: spun ? spin : null, draw }
    case 'outcome-determined':
      return { phase, ...base, spin: spun ? spin : null, draw, pocket: pocket!, said, ...ruled }
    case 'referred':
      return {
        phase,
        ...base,
        spin: spun ? spin : null,
        draw,
        pocket,
        said,
        ...ruled,
        reason: referred!,
        from: phaseIfContinued!,
      }
    case 'settled':
      return { phase, round, book, pocket: pocket!, draw }
    case 'void':
      return { phase, round, book, code: view.void!.code, clause: clauseOf(view.void) }
  }
}

/** The wagers of players without rulings lie where they were placed. */
function rulingsFrom(seats: Seats, { rulings }: Conduct): { rulings?: Rulings } {
  if (!rulings) return {}
  const { list, lay } = rulings
  return { rulings: { list, lay: wagersFrom(seats, ({ wagers }, player) => lay[player] ?? wagers) } }
}

function wagersFrom(seats: Seats, of: (seat: SeatView, player: string) => WagersShown): Wagers {
  const held = Object.entries(seats).flatMap(([player, seat]) => {
    const spots = Object.entries(of(seat, player)).map(
      ([spot, { stake, chips }]) => [spot, holding(seat, stake, chips)] as const,
    )
    return spots.length === 0 ? [] : [[player, wagersOfPlayer(spots)] as const]
  })
  return held.length === 0 ? noWagers() : PersistentMap.of(held)
}

const prisonersFrom = (player: string, seat: SeatView): Prisoner[] =>
  seat.imprisoned.map(({ spot, stake, chips, rounds }) => ({ player, spot, rounds, ...holding(seat, stake, chips) }))

const holding = ({ funds }: SeatView, stake: Cents, chips: number): Holding => ({
  cash: subtract(stake, times(funds.colourChips?.value ?? zero, chips)),
  chips,
})

function ledgerFrom(seats: Seats): Ledger {
  const funds = Object.entries(seats).map(([player, seat]) => [player, seat.funds] as const)
  const purses = funds.map(([player, { balance, cash, owed }]): [string, Purse] => [
    player,
    { cash, chips: subtract(balance, cash), owed: negative(owed) },
  ])
  const layout = sum(funds.map(([, { staked }]) => staked))
  const inHand = sum(purses.flatMap(([, { cash, chips, owed }]) => [cash, chips, owed]))
  return { ...freshLedger(), layout, outside: negative(add(layout, inHand)), players: PersistentMap.of(purses) }
}
