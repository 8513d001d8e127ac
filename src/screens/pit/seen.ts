import type { Pocket, RuleBook } from '../../books/rule-book.ts'
import type { TableEvent } from '../../engine/events.ts'
import { figuresOf, handleBySpot, winOf } from '../../engine/figures.ts'
import type { Line } from '../../engine/settlement.ts'
import type { PitRound } from '../../engine/views.ts'

/** A concluded round as this desk knows it. `at`: when it was concluded; null: before the desk was watching. */
export type SeenRound = {
  round: number
  at: number | null
  pocket: Pocket | null
  void: string | null
  handle: number
  win: number
  theory: number
}

/** By number, the oldest first. */
export type Seen = readonly SeenRound[]

const KEPT = 5_000

/**
 * What a view tells of its last rounds, added to what is known. A round that was corrected is replaced and keeps its
 * time. `isFirst`: the desk has only just begun to look, so that it cannot know when these rounds were; nor can it when
 * several come at once, after a break.
 */
export function seenIn(recent: readonly PitRound[], before: Seen, now: number, isFirst: boolean): Seen {
  const known = isAnotherTable(recent, before) ? [] : before
  const rounds = new Map(known.map((one) => [one.round, one]))
  const fresh = recent.filter(({ round }) => !rounds.has(round))
  const at = isFirst || fresh.length > 1 ? null : now
  for (const one of recent)
    rounds.set(one.round, seenRound(one, rounds.has(one.round) ? rounds.get(one.round)!.at : at))
  return [...rounds.values()].sort((a, b) => a.round - b.round).slice(-KEPT)
}

/** Numbers only grow at a table; when they start anew, it is not the table that was remembered. */
const isAnotherTable = (recent: readonly PitRound[], before: Seen): boolean =>
  before.length > 0 && (recent[0]?.round ?? 0) < before.at(-1)!.round

const seenRound = (one: PitRound, at: number | null): SeenRound => ({
  round: one.round,
  at,
  pocket: one.pocket,
  void: one.void,
  handle: one.handle,
  win: one.win,
  theory: one.theoreticalWin,
})

/** The same from a journal, for those who may read it: every round with its time. */
export function seenInJournal(book: RuleBook, layout: string) {
  const rounds = new Map<number, SeenRound>()
  const put = (
    round: number,
    at: number | null,
    pocket: Pocket | null,
    code: string | null,
    lines: readonly Line[],
  ) => {
    const { handle, win, theoreticalWin } = figuresOf(book, layout, handleBySpot({}, lines), winOf(lines))
    rounds.set(round, { round, at, pocket, void: code, handle, win, theory: theoreticalWin })
  }
  return {
    add(event: TableEvent, at: number): void {
      const when = 'round' in event ? (rounds.get(event.round)?.at ?? at) : at
      if (event.type === 'round-settled') put(event.round, when, event.pocket, null, event.lines)
      if (event.type === 'round-voided') put(event.round, when, null, event.code, [])
      if (event.type === 'outcome-corrected' && rounds.has(event.round))
        put(event.round, when, event.to, null, event.lines)
    },
    rounds: (): Seen => [...rounds.values()].sort((a, b) => a.round - b.round),
  }
}

export const resultsIn = (seen: Seen): Pocket[] => seen.flatMap(({ pocket }) => (pocket === null ? [] : [pocket]))

// Sums ----------------------------------------------------------------------------------------------------------------

export type Sum = { rounds: number; handle: number; win: number; theory: number }
export const nothing: Sum = { rounds: 0, handle: 0, win: 0, theory: 0 }

const added = (sum: Sum, { handle, win, theory }: Pick<Sum, 'handle' | 'win' | 'theory'>, rounds = 1): Sum => ({
  rounds: sum.rounds + rounds,
  handle: sum.handle + handle,
  win: sum.win + win,
  theory: sum.theory + theory,
})

export const sumOf = (seen: Seen): Sum => seen.reduce((sum, one) => added(sum, one), nothing)
export const together = (sums: readonly Sum[]): Sum => sums.reduce((all, one) => added(all, one, one.rounds), nothing)

const HOUR = 3_600_000

/** By the hour in which they were concluded, the oldest first; rounds whose time nobody knows are left out. */
export function byHour(seen: Seen): { hour: number; sum: Sum }[] {
  const hours = new Map<number, Sum>()
  for (const one of seen)
    if (one.at !== null) {
      const hour = Math.floor(one.at / HOUR) * HOUR
      hours.set(hour, added(hours.get(hour) ?? nothing, one))
    }
  return [...hours].map(([hour, sum]) => ({ hour, sum })).sort((a, b) => a.hour - b.hour)
}

/** How win and theory grew round by round, up to the table's own totals. */
export function growth(
  seen: Seen,
  totals: { win: number; theory: number },
): { round: number; win: number; theory: number }[] {
  const { win, theory } = sumOf(seen)
  let at = { win: totals.win - win, theory: totals.theory - theory }
  return seen.map((one) => {
    at = { win: at.win + one.win, theory: at.theory + one.theory }
    return { round: one.round, ...at }
  })
}
