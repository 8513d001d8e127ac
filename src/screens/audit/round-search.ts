import type { Pocket } from '../../books/rule-book.ts'
import type { EventType, TableEvent } from '../../engine/events.ts'
import { MINUTE } from '../../house/time.ts'
import { isConclusion, type RoundMark, roundMarks } from '../../record/round-index.ts'
import type { TableEntry } from '../../record/table-entry.ts'
import { houseMoment } from '../kit/time-text.ts'

/** A round as it is found in a journal. `from`, `to`: its entries in play; `later`: what was done about it afterwards. */
export type RoundFound = {
  round: number
  openedAt: string
  concludedAt: string | null
  pocket: Pocket | null
  void: string | null
  from: number
  to: number
  later: number[]
  /** The bonus numbers, once they are drawn. */
  drawn: readonly Pocket[]
  marks: Set<Mark>
  players: Set<string>
  wagers: number
}
/** The marks of rounds worth a look. */
export type Mark =
  | 'refused'
  | 'referred'
  | 'differed'
  | 'ruled'
  | 'corrected'
  | 'voided-later'
  | 'void-after-draw'
  | 'power-failed'

/** Every round of a journal, the oldest first, as entries are added one after the other. */
export type RoundIndex = { rounds: RoundFound[]; under: RoundFound | null }

export const noRounds = (): RoundIndex => ({ rounds: [], under: null })

export function addEntry(index: RoundIndex, seq: number, entry: TableEntry): void {
  if ('opened' in entry) return
  if (index.under) index.under.to = seq
  if ('refused' in entry) return addRefusal(index.under, entry)
  const { under: before } = index
  for (const { round, mark } of roundMarks(entry)) addMark(index, round, mark, seq, entry.at)
  for (const event of entry.events) {
    const found = 'round' in event ? roundIn(index, event.round) : (before ?? index.under)
    if (found) note(found, event, found.later.at(-1) === seq)
  }
}

function addRefusal(under: RoundFound | null, entry: Extract<TableEntry, { refused: unknown }>): void {
  under?.marks.add('refused')
  const command = 'command' in entry ? entry.command : null
  if (command && 'player' in command) under?.players.add(command.player)
}

function addMark(index: RoundIndex, round: number, mark: RoundMark['mark'], seq: number, at: string): void {
  if (mark === 'opened') {
    index.under = openedRound(round, seq, at)
    index.rounds.push(index.under)
    return
  }
  const found = roundIn(index, round)
  if (!found) return
  if (found.concludedAt !== null) {
    if (found.to !== seq && found.later.at(-1) !== seq) found.later.push(seq)
  } else if (isConclusion(mark)) {
    found.concludedAt = at
    index.under = null
  }
}

const openedRound = (round: number, seq: number, openedAt: string): RoundFound => ({
  round,
  openedAt,
  concludedAt: null,
  pocket: null,
  void: null,
  from: seq,
  to: seq,
  later: [],
  drawn: [],
  marks: new Set(),
  players: new Set(),
  wagers: 0,
})

/** Rounds are numbered from one without a gap, so a round's place is its number. */
export const roundIn = ({ rounds }: RoundIndex, round: number): RoundFound | undefined => rounds[round - 1]

/** Events that mark their round, apart from their other effects. */
const markBy: { readonly [Type in EventType]?: Mark } = {
  'results-differed': 'differed',
  'wager-ruled': 'ruled',
  'round-referred': 'referred',
  'power-failed': 'power-failed',
  'outcome-corrected': 'corrected',
}

/** Events that mark a round which was concluded before. */
const laterMarkBy: { readonly [Type in EventType]?: Mark } = {
  'round-settled': 'corrected',
  'round-voided': 'voided-later',
}

function note(found: RoundFound, event: TableEvent, isLater: boolean): void {
  if ('player' in event) found.players.add(event.player)
  const mark = markBy[event.type] ?? (isLater ? laterMarkBy[event.type] : undefined)
  if (mark) found.marks.add(mark)
  if (event.type === 'wager-placed') found.wagers++
  if (event.type === 'outcome-determined' || event.type === 'round-settled') found.pocket = event.pocket
  if (event.type === 'bonus-numbers-drawn') found.drawn = event.numbers
  if (event.type === 'outcome-corrected') {
    found.pocket = event.to
    found.void = null
  }
  if (event.type === 'round-voided') {
    found.pocket = null
    found.void = event.code
    if (event.afterDraw) found.marks.add('void-after-draw')
  }
}

/** The filter of a search; absent fields match everything. Times are milliseconds since 1970. */
type Wanted = { round?: number; from?: number; until?: number; player?: string; marks?: readonly Mark[] }

/** The newest first. */
export const search = ({ rounds }: RoundIndex, wanted: Wanted): RoundFound[] =>
  rounds.filter((found) => fits(found, wanted)).reverse()

function fits(found: RoundFound, { round, from, until, player, marks }: Wanted): boolean {
  if (round !== undefined && found.round !== round) return false
  if (from !== undefined && Date.parse(found.concludedAt ?? found.openedAt) < from) return false
  if (until !== undefined && Date.parse(found.openedAt) > until) return false
  if (player && ![...found.players].some((one) => one.toLowerCase().includes(player.toLowerCase()))) return false
  return !marks?.length || marks.some((mark) => found.marks.has(mark))
}

/** What was typed. */
export type SearchFields = { round: string; from: string; until: string; player: string; marks: readonly Mark[] }
export const noFields: SearchFields = { round: '', from: '', until: '', player: '', marks: [] }

/** Times as they were typed, by the clock of the house as all that is shown, in whole minutes: the last one counts in full. */
export function timesOf({ from, until }: Pick<SearchFields, 'from' | 'until'>): Pick<Wanted, 'from' | 'until'> {
  const [after, before] = [houseMoment(from), houseMoment(until)]
  return {
    ...(Number.isNaN(after) ? {} : { from: after }),
    ...(Number.isNaN(before) ? {} : { until: before + MINUTE - 1 }),
  }
}

/** The typed fields as a filter. */
export function wantedOf({ round, player, marks, ...times }: SearchFields): Wanted {
  const number = /^\s*\d+\s*$/.test(round) ? Number(round) : undefined
  return {
    ...(number === undefined ? {} : { round: number }),
    ...timesOf(times),
    ...(player.trim() === '' ? {} : { player: player.trim() }),
    marks,
  }
}
