import type { TableEvent } from '../../engine/events.ts'
import { type Concluded, recall } from '../../engine/history.ts'
import { fundsOf } from '../../engine/summary.ts'
import { isUnderWay } from '../../engine/table.ts'
import type { Notice } from '../../house/floor-records.ts'
import type { HouseEvent } from '../../house/house-events.ts'
import { type Addressed, noticesOf } from '../../house/notices.ts'
import { terminalsAt } from '../../house/terminals.ts'
import { allOf } from '../../record/journal-reader.ts'
import { recallRound } from '../../record/recalled-rounds.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import type { TableStream } from '../stream/table-stream.ts'
import type { Floor } from './floor.ts'
import type { NoticesDue } from './table-steps.ts'

type Recorded = { events: readonly TableEvent[]; seq: number; at: string }

/**
 * Notices for players at terminals about changes in an entry of a table. The house records a notice until its player
 * has read it, so it survives a reload and a restart.
 */
export function noticesOfEntry(floor: Floor, table: TableStream, { events, seq, at }: Recorded): NoticesDue | null {
  const addressed = noticesOf(events, { at, book: table.settled.state.setup.book })
  if (addressed.length === 0) return null
  return {
    entry: seq,
    notices: async () => (await Promise.all(addressed.map((one) => told(floor, table, one)))).flat(),
  }
}

/** The notice for each player concerned, by the book of its round. */
async function told(floor: Floor, table: TableStream, addressed: Addressed) {
  const { notice } = addressed
  const round = notice.round === undefined ? undefined : await findRound(floor, table, notice.round)
  const byItsBook = round ? { ...notice, book: round.book } : notice
  return playersFor(floor, table, addressed, round).map((player) => ({ player, notice: byItsBook }))
}

function playersFor(floor: Floor, table: TableStream, addressed: Addressed, round: Concluded | undefined): string[] {
  if ('player' in addressed) return [addressed.player]
  const all = addressed.everybody === 'at-table' ? playersWithFunds(floor, table) : playersInRound(table, round)
  return all.filter((player) => !addressed.except.includes(player))
}

/** The players of a concluded round, or of the one under way. */
function playersInRound({ settled: { state } }: TableStream, round: Concluded | undefined): string[] {
  if (round) return [...new Set(round.lines.map(({ player }) => player))]
  if (!isUnderWay(state.round)) return []
  const { wagers } = state.round
  const setAside = 'setAside' in state.round ? state.round.setAside.keys() : []
  return [...new Set([...wagers.keys(), ...setAside])]
}

/** A concluded round of any age. */
async function findRound({ journal }: Floor, table: TableStream, round: number): Promise<Concluded | undefined> {
  return recall(table.settled.state.history, round) ?? recallRound(journal, table.id, round, table.settled)
}

/** A limit concerns players who have money to stake. An empty terminal gets no notice. */
function playersWithFunds({ house }: Floor, table: TableStream): string[] {
  const { state } = table.settled
  return terminalsAt(house.settled.state, table.id)
    .map(({ player }) => player)
    .filter((player) => {
      const { balance, staked } = fundsOf(state, player)
      return balance > 0 || staked > 0
    })
}

/**
 * Notifies a player whose terminal staff closed or opened, with the reason. When the service itself closes a terminal,
 * the notice was given before.
 */
export function noticeTerminalChange(floor: Floor, event: HouseEvent): void {
  if (event.type !== 'terminal-closed' && event.type !== 'terminal-opened') return
  if ('system' in event.by) return
  const { table, player } = floor.house.settled.state.terminals.get(event.terminal)!
  const room = floor.rooms.get(table)
  if (!room || room.table.role === 'follower') return
  const about = event.type === 'terminal-closed' ? 'closed' : 'opened'
  const notice: Notice = { about, at: event.at, reason: event.reason, clause: null, book: null }
  room.steps.giveNotices({ entry: 0, notices: async () => [{ player, notice }] })
}

/** The most entries that are searched for notices that a stopped process did not record. */
const LOOKED_BACK = 200

/** The notices that were still due when the previous process stopped, or gave the table up. */
export async function noticesOutstanding(floor: Floor, table: TableStream): Promise<NoticesDue[]> {
  const from = floor.house.settled.state.noticed.get(table.id) ?? 0
  const first = Math.max(from + 1, table.durable - LOOKED_BACK + 1)
  const entries = await allOf(floor.journal.pages(table.id, first, table.durable))
  return entries.flatMap(({ seq, body }) => {
    const entry = readTableEntry(body)
    const given = 'events' in entry ? noticesOfEntry(floor, table, { events: entry.events, seq, at: entry.at }) : null
    return given ? [given] : []
  })
}
