import type { TableEvent } from '../../engine/events.ts'
import { sum } from '../../engine/money.ts'
import { eventsIn, isStaked, receiptsFrom, SETUP, stakedIn, tableEntryIn } from '../../receipts/make-receipt.ts'
import { longEntry, roundEntryIn } from '../../receipts/round-entries.ts'
import { bookOfRound } from '../../record/book-of-then.ts'
import { entriesOfPlace } from '../../record/round-index.ts'
import type { Stored } from '../../record/stored-entry.ts'
import type { RoundReceipts } from '../../wire/floor-shapes.ts'
import type { HouseProof } from '../checkpoints/house-proof.ts'
import type { Journal } from '../journal/journal.ts'
import type { TableStream } from '../stream/table-stream.ts'
import type { Floor } from './floor.ts'

type OwnReceipt = RoundReceipts['receipts'][number]

/** More of one player and round are not made at once. */
const RECEIPTS_MAX = 100

/** An entry of one player is shorter than this. Longer ones are not read: they hold the lines of everybody. */
const ENTRY_BYTES_MAX = 200_000
/** So many entries are searched at once, so that the journal records others in between. */
const SEARCHED_AT_ONCE = 10_000

/** Receipts for what a player staked in a round or took back. */
export async function ownReceipts(
  { journal, proof }: Pick<Floor, 'journal'> & { proof: Pick<HouseProof, 'covering'> | null },
  table: Pick<TableStream, 'id' | 'durable' | 'settled'>,
  round: number,
  player: string,
): Promise<RoundReceipts['receipts']> {
  const place = (await journal.place(table.id, round))!
  const marked = entriesOfPlace(place)
  const [found, short] = await Promise.all([
    entriesNaming(journal, table.id, player, place.opened, place.concluded ?? table.durable),
    journal.short(table.id, marked, ENTRY_BYTES_MAX),
  ])
  if (found.length === 0) return []
  const setup = [...new Set([SETUP, bookOfRound(table.settled, round).seq])]
  const checkpoint = (await proof?.covering(table.id, Math.max(...found, ...marked))) ?? null
  const seqs = [...new Set([...found, ...setup, ...short])]
  const proven = { checkpoint, entries: await journal.proven(table.id, seqs, checkpoint?.size ?? 0) }
  const events = new Map(proven.entries.map(({ stored }) => [stored.seq, eventsIn(stored)]))
  const own = found.filter((seq) => events.get(seq)!.some((event) => isStakeOf(event, round, player)))
  const entries = marked.flatMap((seq) => {
    const isSettlement = seq === place.concluded && place.isSettled
    return events.has(seq) ? (roundEntryIn(round, seq, events.get(seq)!) ?? []) : longEntry(seq, isSettlement)
  })
  return receiptsFrom(proven, own.slice(0, RECEIPTS_MAX), entries, setup, player).map(({ stored, receipt, code }) => ({
    ...stakeIn(stored, player),
    receipt,
    code,
  }))
}

/** Entries between two numbers that name a player, at most twice as many as receipts are made of. */
async function entriesNaming(
  journal: Journal,
  table: string,
  player: string,
  first: number,
  last: number,
): Promise<number[]> {
  const found: number[] = []
  for (let from = first; from <= last && found.length < 2 * RECEIPTS_MAX; from += SEARCHED_AT_ONCE) {
    const to = Math.min(last, from + SEARCHED_AT_ONCE - 1)
    found.push(...(await journal.search(table, from, to, `"player":${JSON.stringify(player)}`, ENTRY_BYTES_MAX)))
  }
  return found.slice(0, 2 * RECEIPTS_MAX)
}

const isStakeOf = (event: TableEvent, round: number, player: string): boolean =>
  isStaked(event) && event.round === round && event.player === player

function stakeIn(stored: Stored, player: string): Omit<OwnReceipt, 'receipt' | 'code'> {
  const staked = stakedIn(tableEntryIn(stored)!).filter((event) => event.player === player)
  return {
    seq: stored.seq,
    did: staked[0]!.type === 'wager-placed' ? 'wager' : 'withdraw',
    spots: staked.map(({ spot }) => spot),
    stake: sum(staked.map(({ stake }) => stake)),
  }
}
