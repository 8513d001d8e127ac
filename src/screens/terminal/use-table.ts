import { useMemo, useRef } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { add, type Cents, subtract, sum, zero } from '../../engine/money.ts'
import { roundsBefore } from '../../engine/prison.ts'
import { imprisonedBy, type Line } from '../../engine/settlement.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import type { TerminalView } from '../../wire/audiences.ts'
import type { Connection } from '../kit/connection.ts'
import type { FeltStack } from '../kit/felt-stacks.tsx'
import { isOnShow, roomBefore, useLanding, useNear } from '../kit/landing.ts'
import { isLighting, useLighting } from '../kit/lighting.ts'
import { stageOf } from '../kit/stage.ts'
import type { Bets } from './bets.ts'
import { winTier } from './outcome.ts'
import { fundsDuring, type PayoutProgress, usePayout } from './payout.ts'
import { sceneOf, useScene, useSeen } from './scene.ts'
import type { Seat } from './seat.ts'
import { useTableSounds } from './table-sounds.ts'

/** The state that the parts of a terminal share. */
export type TableProps = {
  book: Book
  view: TerminalView
  connection: Connection<TerminalView>
  bets: Bets
  seat: Seat
}

/** The state of the table that this screen shows: no result before its ball is down, and no money before it is paid. */
export function useTable({ book, view: known, bets, connection }: TableProps) {
  const landing = useLanding(known)
  const toldBefore = useRef(known.last)
  if (known.last?.round !== landing) toldBefore.current = known.last
  const before = useMemo(() => beforeResult(known, landing, toldBefore.current), [known, landing])
  const stage = stageOf(before)
  const draw = useLighting(before.draw)
  const pending = bets.pending.value
  const hasChips = Object.keys(before.wagers).length > 0 || pending.size > 0
  const atFirst = useRef(lastOf(known)?.round ?? null)
  const last = useMemo(() => lastOf(before), [before.last, before.results])
  // However late it is settled: it stands from then on, until the next stake or no more bets.
  const result = last && !hasChips && isOnShow(last, before) ? last : null
  const shown = result?.round === atFirst.current ? null : result
  const payout = usePayout(shown)
  const outcome = before.pocket !== null ? before.round : (shown?.round ?? null)
  const isSeen = useSeen(stage === 'settled' ? outcome : null)
  const { scene, hold } = useScene(sceneOf(stage, outcome !== null && outcome !== atFirst.current, isSeen))
  const stacks = useMemo(
    () => (shown ? resultStacks(shown, payout) : ownStacks(before, pending)),
    [shown, payout.paid, payout.sent, before.wagers, before.setAside, before.imprisoned, pending],
  )
  const view = useMemo(
    () => (shown ? { ...before, funds: fundsDuring(before.funds, payout) } : before),
    [before, shown, payout.arrived],
  )
  const pocket = before.pocket ?? shown?.pocket ?? null
  // First the ball in its pocket, then the number and the money.
  const isNear = useNear(landing) && scene !== 'betting'
  const told = isNear ? null : shown
  useTableSounds({ book, view, stage, landing, shown: told, localTime: connection.localTime })
  const tier = scene === 'number' && told ? winTier(told) : null
  const facts = { view, stage, scene, draw, stacks, pocket, last, result, told, isNear, tier, payout, hasChips }
  const isDrawing = isLighting(before.draw, draw)
  return { ...facts, isDrawing, isLanding: landing !== null, holdScene: hold }
}

/** The service tells a player of a round only where they had a part in it; a round without one has no lines. */
function lastOf({ last, results }: TerminalView): PlayerRound | null {
  const result = results[0]
  if (!result || last?.round === result.round) return last
  return { ...result, lines: [], net: zero, adjusted: zero, balance: null }
}

function ownStacks({ wagers, setAside, imprisoned }: TerminalView, pending: ReadonlyMap<string, number>): FeltStack[] {
  const spots = new Set([...Object.keys(wagers), ...pending.keys()])
  const aside = Object.entries(setAside).map(([spot, { stake }]) => ({ spot, amount: stake, isAside: true }))
  const inPrison = imprisoned.map(({ spot, stake }) => ({ spot, amount: stake, isImprisoned: true }))
  const inPlay = [...spots].map((spot) => {
    const wager = wagers[spot]
    return { spot, amount: wager?.stake ?? 0, pending: pending.get(spot) ?? 0, isOutside: Boolean(wager?.outside) }
  })
  return [...inPlay, ...aside, ...inPrison]
}

/** Losing stacks fade. The counts are those of winning stacks already paid, and moving to the balance. */
function resultStacks({ lines }: PlayerRound, payout: PayoutProgress): FeltStack[] {
  return lines.map((line) => {
    const at = payout.lines.indexOf(line)
    const isPaid = line.result === 'won' && at < payout.paid
    const isGone = at >= 0 && at < payout.sent
    const amount = line.imprisoned ?? line.stake
    return { spot: line.spot, amount, result: line.result, isGone, ...(isPaid ? { paid: line.paid } : {}) }
  })
}

/**
 * The view as it stood before a result that is not shown yet: the ball runs, chips lie where they lay, and balances are
 * unchanged. The next round may be open by then: its fields are left unchanged.
 */
export function beforeResult(view: PlayerView, landing: number | null, last: PlayerRound | null): PlayerView {
  if (landing === null) return view
  const room = roomBefore(view, landing)
  const mine = view.last?.round === landing ? view.last : null
  const lines = mine?.lines ?? []
  const staked = sum(lines.filter(isOfRound).map(({ stake }) => stake))
  const funds = { ...view.funds, balance: subtract(view.funds.balance, add(gainOf(mine), staked)) }
  const imprisoned = mine?.void === null ? prisonBefore(lines) : view.imprisoned
  if (view.round !== landing) return { ...room, last, imprisoned, funds }
  return {
    ...room,
    last,
    imprisoned,
    wagers: lines.some(isOfRound) ? wagersOfLines(lines) : view.wagers,
    funds: { ...funds, staked: subtract(add(view.funds.staked, staked), sum(lines.map(imprisonedBy))) },
  }
}

const gainOf = (round: PlayerRound | null): Cents =>
  round?.balance ? subtract(round.balance.after, round.balance.before) : (0 as Cents)

const isOfRound = ({ imprisonedIn }: Line): boolean => imprisonedIn === undefined

/** The stakes in prison before a settled round: each has a line in it. */
const prisonBefore = (lines: readonly Line[]): PlayerView['imprisoned'] =>
  lines
    .filter((line) => !isOfRound(line))
    .map((line) => ({ spot: line.spot, stake: line.stake, chips: 0, rounds: roundsBefore(line) }))

const wagersOfLines = (lines: readonly Line[]): PlayerView['wagers'] =>
  Object.fromEntries(lines.filter(isOfRound).map(({ spot, stake }) => [spot, { stake, chips: 0, outside: null }]))
