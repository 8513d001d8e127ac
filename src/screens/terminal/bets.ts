import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Book } from '../../books/rule-book.ts'
import { type CommandAnswer, isAccepted, isProblem, isRefused, type PendingCommand } from '../../client/commands.ts'
import { isRefusal } from '../../engine/decision.ts'
import { placeWager, withdrawWager } from '../../engine/decisions/wagers.ts'
import { evolve } from '../../engine/evolve.ts'
import { noHouseRules } from '../../engine/house-rules.ts'
import type { Command, CommandOf } from '../../engine/language.ts'
import type { Cents } from '../../engine/money.ts'
import type { Refusal } from '../../engine/refusals.ts'
import { type Spot, spotsOf } from '../../engine/spots.ts'
import type { TableState } from '../../engine/table.ts'
import { stateFromPlayerView } from '../../engine/view-state.ts'
import type { PlayerView } from '../../engine/views.ts'
import { overMaximum, refusalOfWagers, roomOn } from '../../engine/wager-offers.ts'
import type { CommandFields } from '../../wire/command.ts'
import type { Refused } from '../../wire/failures.ts'
import { betOffer, piecesIn } from '../kit/bet-offer.ts'
import { chipsOffered } from '../kit/chips.ts'
import type { Connection } from '../kit/connection.ts'
import { houseBook } from '../kit/house-books.ts'
import { type PiecesOf, pendingBySpot } from '../kit/pending.ts'
import { play } from '../kit/sound.ts'
import { stageOf, takesBets } from '../kit/stage.ts'

/**
 * The acts of one player at one table. It holds no money and decides nothing: it sends commands and shows the answers.
 */
export type SpotStake = { spot: string; stake: number }
/** The effect of one answered action: more on a spot, or less. */
type Move = { did: Promise<readonly SpotStake[]> }
/** A failed action and its place: a spot, or none. */
export type BetNotice = { spot: string | null; refused: Refused | null; text: 'lost' | null; key: number }

/** The effect of a press on a spot: place the chip, take all back, or stake the maximum. */
export type Tool = 'chip' | 'eraser' | 'maximum'

export type Bets = {
  chip: Signal<Cents>
  tool: Signal<Tool>
  offered: ReadonlySignal<readonly Cents[]>
  notice: ReadonlySignal<BetNotice | null>
  pending: ReadonlySignal<ReadonlyMap<string, number>>
  /** The stakes to repeat: those of the last round that had any. */
  before: ReadonlySignal<readonly SpotStake[]>
  canUndo: ReadonlySignal<boolean>
  place: (spot: Spot) => void
  takeBack: (spot: Spot) => void
  placeBet: (bet: string) => void
  placeAll: (stakes: readonly SpotStake[]) => void
  undo: () => Promise<void>
  clear: () => void
  double: () => void
  /** The view moved on: forget what was of another round, and what was said in another phase. */
  follow: (view: PlayerView) => void
  hush: () => void
}

/** The table as a player sees it, with pending wagers. */
type SeenByPlayer = { view: PlayerView; book: Book; state: TableState }

const NOTICE_MS = 5_000

/** A failed action is shown for a while. */
function noticeBoard() {
  const notice = signal<BetNotice | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let count = 0
  const hush = (): void => {
    notice.value = null
  }
  function tell(told: Omit<BetNotice, 'key'>): void {
    clearTimeout(timer)
    notice.value = { ...told, key: ++count }
    timer = setTimeout(hush, NOTICE_MS)
    play('refused')
  }
  return { notice, tell, hush }
}

function asking(connection: Connection<PlayerView>, tell: (told: Omit<BetNotice, 'key'>) => void) {
  /** Sends, and tells at the spot what was refused. True: it was accepted. */
  async function ask(draft: CommandFields, spot: string | null): Promise<boolean> {
    const answer: CommandAnswer = await connection.send({ player: connection.view.peek()!.player, ...draft })
    if (isRefused(answer)) tell({ spot: (answer.spot as string | undefined) ?? spot, refused: answer, text: null })
    if (isProblem(answer)) tell({ spot, refused: null, text: 'lost' })
    return isAccepted(answer)
  }
  const isConnected = (spot: string | null): boolean => {
    if (connection.status.peek() === 'live') return true
    tell({ spot, refused: null, text: 'lost' })
    return false
  }
  return { ask, isConnected }
}

type Asking = ReturnType<typeof asking>

/** The actions of this round, undone from the last one on. */
function moveList({ ask, isConnected }: Asking, hush: () => void) {
  const moves = signal<readonly Move[]>([])

  async function move(
    stakes: readonly SpotStake[],
    drafts: readonly CommandFields[],
    spot: string | null,
  ): Promise<void> {
    if (drafts.length === 0 || !isConnected(spot)) return
    hush()
    play('chip')
    const answers = Promise.all(drafts.map((draft) => ask(draft, spot)))
    const did = answers.then((done) => stakes.filter((_, index) => done[drafts.length === 1 ? 0 : index]))
    const made = { did }
    moves.value = [...moves.value, made]
    if ((await did).length === 0) moves.value = moves.value.filter((one) => one !== made)
  }

  /** Waits for the answer to what is undone: what was refused needs no undoing. */
  async function undo(): Promise<void> {
    const last = moves.value.at(-1)
    if (!last || !isConnected(null)) return
    moves.value = moves.value.slice(0, -1)
    for (const stake of (await last.did).map(reversed)) void ask(draftOf(stake), stake.spot)
  }

  const forget = (): void => {
    moves.value = []
  }
  return { move, undo, forget, canUndo: computed(() => moves.value.length > 0) }
}

/**
 * The phase and round of the view when it was last followed, and the stakes of the round before, for repeating them.
 */
function roundMemory(onEnd: { round: () => void; phase: () => void }) {
  const before = signal<readonly SpotStake[]>([])
  let round: number | null = null
  let phase: string | null = null
  function follow(view: PlayerView): void {
    const now = ownStakes(view)
    if (view.phase !== phase) onEnd.phase()
    if (view.round !== round) onEnd.round()
    round = view.round
    phase = view.phase
    const lines = view.last?.lines ?? []
    if (lines.length > 0) before.value = lines.map(({ spot, stake }) => ({ spot, stake }))
    else if (now.length > 0 && view.phase === 'betting-closed') before.value = now
  }
  return { before, follow }
}

export function betsOf(connection: Connection<PlayerView>): Bets {
  const chip = signal<Cents>(0 as Cents)
  const { notice, tell, hush } = noticeBoard()
  const { move, undo, forget, canUndo } = moveList(asking(connection, tell), hush)
  const memory = roundMemory({ round: forget, phase: hush })

  const offered = computed(() => chipsOffered(connection.view.value?.limits ?? {}))
  const pending = computed(() => pendingBySpot(connection.pending.value, piecesAt(connection.view.value)))
  const stakesSoon = (): SpotStake[] => stakesAfter(connection.view.peek(), pending.peek())

  const change = (stakes: readonly SpotStake[], spot: string | null) => void move(stakes, stakes.map(draftOf), spot)
  const tool = signal<Tool>('chip')

  const seen = (): SeenByPlayer | null => {
    const view = connection.view.peek()
    const book = view && houseBook(view.book)
    return book ? { view, book, state: tableSoon(book, view, connection.pending.peek()) } : null
  }

  /** A terminal stops a stake over the maximum at the spot. At a felt it is recorded. */
  function place(spot: Spot): void {
    if (tool.peek() === 'eraser') return erase(spot)
    const now = seen()
    const most = now && tool.peek() === 'maximum' ? roomOn(now.state, now.view.player, spot) : 0
    const stake = (most || chip.value) as Cents
    const refused = now && overMaximum(now.book, now.state, now.view.player, [{ spot, stake }])
    if (refused) return tell({ spot: spot.spot, refused, text: null })
    change([{ spot: spot.spot, stake }], spot.spot)
  }

  function erase({ spot }: Spot): void {
    const there = stakesSoon().find((one) => one.spot === spot)?.stake ?? 0
    if (there > 0) change([{ spot, stake: -there }], spot)
  }

  function takeBack({ spot }: Spot): void {
    const there = stakesSoon().find((one) => one.spot === spot)?.stake ?? 0
    if (there > 0) return change([{ spot, stake: -Math.min(chip.value, there) }], spot)
    const refused = prisonRefusal(seen(), spot)
    if (refused) tell({ spot, refused, text: null })
  }

  function placeBet(bet: string): void {
    const pieces = piecesAt(connection.view.peek())(bet)
    const stakes = pieces.map(({ spot, pieces: number }) => ({ spot, stake: number * chip.value }))
    void move(stakes, [{ do: 'wager', bet, unit: chip.value }], null)
  }

  /**
   * All or, where the whole of it would be refused, nothing: half of a pattern is not what was asked for. A late pattern is
   * sent, so that its refusal is on record.
   */
  function placeAll(stakes: readonly SpotStake[]): void {
    const now = seen()
    const refused = now && takesBets(stageOf(now.view)) ? refusalOfStakes(now, stakes) : null
    if (refused) return tell({ spot: (refused.spot as string | undefined) ?? null, refused, text: null })
    change(stakes, null)
  }

  function follow(view: PlayerView): void {
    if (!offered.value.includes(chip.peek())) chip.value = offered.value[0] ?? (100 as Cents)
    memory.follow(view)
  }

  const clear = () => change(stakesSoon().map(reversed), null)
  const double = () => placeAll(stakesSoon())
  const does = { place, takeBack, placeBet, placeAll, undo, clear, double, follow, hush }
  return { chip, tool, offered, notice, pending, before: memory.before, canUndo, ...does }
}

/** The view with pending wagers. Commands take effect in the order in which they were sent. */
function stakesAfter(view: PlayerView | null, pending: ReadonlyMap<string, number>): SpotStake[] {
  const soon = new Map(pending)
  for (const { spot, stake } of ownStakes(view)) soon.set(spot, (soon.get(spot) ?? 0) + stake)
  return [...soon].map(([spot, stake]) => ({ spot, stake })).filter(({ stake }) => stake > 0)
}

const reversed = ({ spot, stake }: SpotStake): SpotStake => ({ spot, stake: -stake })
const draftOf = ({ spot, stake }: SpotStake): CommandFields => ({
  do: stake > 0 ? 'wager' : 'withdraw',
  spot,
  stake: Math.abs(stake),
})

/** Why a stake in prison cannot be taken back; null: there is none on the spot. */
function prisonRefusal(now: SeenByPlayer | null, spot: string): Refusal | null {
  if (!now?.view.imprisoned.some((one) => one.spot === spot)) return null
  const decision = withdrawWager(now.book, now.state, { do: 'withdraw', spot, ...orderOf(now.view) }, noHouseRules)
  return isRefusal(decision) ? decision : null
}

function refusalOfStakes({ view, book, state }: SeenByPlayer, stakes: readonly SpotStake[]): Refusal | null {
  const { byId } = spotsOf(book, view.layout)
  const wagers = stakes.map(({ spot, stake }) => ({ spot: byId.get(spot)!, stake: stake as Cents }))
  return refusalOfWagers(book, state, orderOf(view), wagers)
}

/** The table as it will be after the commands that were sent, by the engine. */
function tableSoon(book: Book, view: PlayerView, pending: readonly PendingCommand[]): TableState {
  const order = orderOf(view)
  return pending.reduce(
    (state, one) => afterOne(book, state, { ...one.command, ...order }, one.events),
    stateFromPlayerView(view),
  )
}

const orderOf = ({ player }: PlayerView) => ({ player, by: { role: 'player' as const, name: player } })

/** A command that will be refused changes nothing. */
function afterOne(book: Book, state: TableState, command: object, events: PendingCommand['events']): TableState {
  if (events) return events.reduce(evolve, state)
  const { do: name } = command as Command
  const decision =
    name === 'wager'
      ? placeWager(book, state, command as CommandOf<'wager'>, noHouseRules)
      : name === 'withdraw'
        ? withdrawWager(book, state, command as CommandOf<'withdraw'>, noHouseRules)
        : null
  return decision && !isRefusal(decision) ? decision.events.reduce(evolve, state) : state
}

export const ownStakes = (view: PlayerView | null): SpotStake[] =>
  Object.entries(view?.wagers ?? {}).map(([spot, { stake }]) => ({ spot, stake }))

const piecesAt =
  (view: PlayerView | null): PiecesOf =>
  (bet) => {
    const book = view && houseBook(view.book)
    return book ? piecesIn(betOffer(book, view), bet) : []
  }
