import type { Pocket, RuleBook } from '../books/rule-book.ts'
import type { Draw } from './draw.ts'
import type { Adjustment } from './events.ts'
import { type Figures, figuresOf, inPlay, winOf } from './figures.ts'
import { type Concluded, latest } from './history.ts'
import { heldOn } from './holdings.ts'
import { balanceOf, isBalanced, playersOf } from './ledger.ts'
import { type Limits, type Outside, outsideOf } from './limits.ts'
import { type Cents, subtract, sum, zero } from './money.ts'
import { type Line, totalOf } from './settlement.ts'
import { spotsOf } from './spots.ts'
import { fundsOf, type PlayerFunds } from './summary.ts'
import { isUnderWay, type Phase, type TableState } from './table.ts'

/**
 * Who sees what. A view is built from what it lists, never stripped from something larger: a field that is added to the
 * state stays private until somebody lists it here.
 */
export type Result = { round: number; pocket: Pocket | null; void: string | null }

/** What anybody in the room may see. */
export type DisplayView = {
  book: string
  title: string
  layout: string
  limits: Limits
  limitsEnforced: boolean
  phase: Phase
  round: number | null
  pocket: Pocket | null
  draw: Draw | null
  void: { code: string; clause: string } | null
  powerOut: boolean
  results: readonly Result[]
}

export type WagerShown = { spot: string; stake: Cents; chips: number; outside: Outside | null }
export type PlayerRound = Result & { lines: readonly Line[]; net: Cents; adjusted: Cents }

/** The room, and what is the player's own. */
export type PlayerView = DisplayView & {
  terminal: string | null
  wheelOrder: readonly Pocket[]
  player: string
  funds: PlayerFunds
  wagers: readonly WagerShown[]
  rounds: readonly PlayerRound[]
}

export type SeatView = { player: string; funds: PlayerFunds; wagers: readonly WagerShown[]; warned: boolean }

/** The room, every seat, and what is to be paid. */
export type DealerView = DisplayView & {
  terminal: string | null
  wheelOrder: readonly Pocket[]
  seats: readonly SeatView[]
  referred: string | null
  lines: readonly Line[]
}

/** What the dealer sees, and the house's figures and open debts. */
export type PitView = DealerView & {
  figures: Figures
  owed: readonly { player: string; owed: Cents }[]
  recent: readonly PitRound[]
}
export type PitRound = Result & { handle: Cents; win: Cents; adjustments: readonly Adjustment[] }

/** What the pit sees, every line of the rounds that are kept, and the accounts. */
export type AuditorView = PitView & {
  concluded: readonly Concluded[]
  ledger: Readonly<Record<string, Cents>>
  balanced: boolean
}

export const RESULTS_SHOWN = 20

export function displayView(book: RuleBook, state: TableState): DisplayView {
  const { round, limits, setup, powerOut, history } = state
  return {
    book: book.id,
    title: book.title,
    layout: setup.layout,
    limits,
    limitsEnforced: book.rules.limits.policy !== 'none',
    phase: round.phase,
    round: 'round' in round ? round.round : null,
    pocket: 'pocket' in round ? round.pocket : null,
    // A draw is in the state only after no more bets (reading 18), so it is never shown before its time.
    draw: 'draw' in round ? round.draw : null,
    void: round.phase === 'void' ? { code: round.code, clause: round.clause } : null,
    powerOut: powerOut !== null,
    results: latest(history, RESULTS_SHOWN).map(resultOf),
  }
}

export function playerView(book: RuleBook, state: TableState, player: string): PlayerView {
  return {
    ...displayView(book, state),
    terminal: state.setup.terminal,
    wheelOrder: state.setup.wheelOrder,
    player,
    funds: fundsOf(state, player),
    wagers: wagersOf(book, state, player),
    rounds: latest(state.history, RESULTS_SHOWN).map((round) => playerRound(round, player)),
  }
}

export function dealerView(book: RuleBook, state: TableState): DealerView {
  const { round } = state
  return {
    ...displayView(book, state),
    terminal: state.setup.terminal,
    wheelOrder: state.setup.wheelOrder,
    seats: playersOf(state.ledger).map((player) => seatOf(book, state, player)),
    referred: round.phase === 'referred' ? round.reason : null,
    lines: round.phase === 'settled' ? (latest(state.history, 1)[0]?.lines ?? []) : [],
  }
}

export function pitView(book: RuleBook, state: TableState): PitView {
  const seats = dealerView(book, state)
  return {
    ...seats,
    figures: figuresOf(book, state.setup.layout, state.handleBySpot, balanceOf(state.ledger, 'house')),
    owed: seats.seats.filter(({ funds }) => funds.owed > 0).map(({ player, funds }) => ({ player, owed: funds.owed })),
    recent: latest(state.history, RESULTS_SHOWN).map(pitRound),
  }
}

export function auditorView(book: RuleBook, state: TableState): AuditorView {
  return {
    ...pitView(book, state),
    concluded: latest(state.history, Number.POSITIVE_INFINITY),
    ledger: state.ledger.toJSON(),
    balanced: isBalanced(state.ledger),
  }
}

const resultOf = ({ round, pocket, code }: Concluded): Result => ({ round, pocket, void: code })

function playerRound(round: Concluded, player: string): PlayerRound {
  const lines = round.lines.filter((line) => line.player === player)
  const adjustments = round.adjustments.filter((one) => one.player === player)
  return {
    ...resultOf(round),
    lines,
    net: sum(lines.map((line) => subtract(line.paid, line.collected))),
    adjusted: sum(adjustments.map(({ amount }) => amount)),
  }
}

function pitRound(round: Concluded): PitRound {
  const handle = sum(round.lines.map(inPlay))
  return { ...resultOf(round), handle, win: winOf(round.lines), adjustments: round.adjustments }
}

const seatOf = (book: RuleBook, state: TableState, player: string): SeatView => ({
  player,
  funds: fundsOf(state, player),
  wagers: wagersOf(book, state, player),
  warned: state.warned.get(player) !== undefined,
})

function wagersOf(book: RuleBook, state: TableState, player: string): WagerShown[] {
  const { round } = state
  if (!isUnderWay(round)) return []
  const { byId } = spotsOf(book, state.setup.layout)
  const enforced = book.rules.limits.policy !== 'none'
  const chipValue = state.colours.get(player)?.value ?? zero
  const spots = (round.wagers.get(player)?.keys() ?? []).map((id) => byId.get(id)!)
  return spots
    .sort((a, b) => a.index - b.index)
    .map(({ spot, kind }) => {
      const held = heldOn(round.wagers, player, spot)
      const stake = totalOf({ ...held, chipValue })
      return { spot, stake, chips: held.chips, outside: enforced ? outsideOf(state.limits, kind, stake) : null }
    })
}
