import type { TableEvent } from '../../engine/events.ts'
import { sum } from '../../engine/money.ts'
import { eventsIn, isStaked, receiptsFrom, SETUP, stakedIn, tableEntryIn } from '../../receipts/make-receipt.ts'
import { longEntry, roundEntryIn } from '../../receipts/round-entries.ts'
import { bookOfRound } from '../../record/book-of-then.ts'
import { entriesOfPlace } from '../../record/round-index.ts'
import type { ProvenEntries, Stored } from '../../record/stored-entry.ts'
import type { RoundReceipts } from '../../wire/floor-shapes.ts'
import type { HouseProof } from '../checkpoints/house-proof.ts'
import { type Journal, nodeSha256 } from '../journal/journal.ts'
import type { TableStream } from '../stream/table-stream.ts'
import type { Floor } from './floor.ts'

type OwnReceipt = RoundReceipts['receipts'][number]
/** `next`: the entry after which the next page begins; null on the last page. */
type ReceiptPage = Pick<RoundReceipts, 'receipts' | 'next'>

export const RECEIPTS_ON_PAGE = 10
/** The most entries naming the player that are read for one page: some of them are refusals and credits. */
const READ_FOR_PAGE = 4 * RECEIPTS_ON_PAGE

/**
 * The size limit of entries that are read. Entries of one player are shorter. Longer ones hold a thousand lines, and
 * dividing them takes long.
 */
const ENTRY_BYTES_MAX = 200_000
/** The number of entries searched at once, so that the journal serves other requests in between. */
const SEARCHED_AT_ONCE = 10_000

/**
 * Receipts for a player's wagers and withdrawals in a round: a page of them, beginning `after` an entry. A page may be
 * short even if another follows.
 */
export async function ownReceipts(
  { journal, proof }: Pick<Floor, 'journal'> & { proof: Pick<HouseProof, 'covering'> | null },
  table: Pick<TableStream, 'id' | 'durable' | 'settled'>,
  round: number,
  player: string,
  after = 0,
): Promise<ReceiptPage> {
  const place = (await journal.place(table.id, round))!
  const marked = entriesOfPlace(place)
  const last = place.concluded ?? table.durable
  const [found, short] = await Promise.all([
    entriesNaming(journal, table.id, player, Math.max(place.opened, after + 1), last),
    journal.short(table.id, marked, ENTRY_BYTES_MAX),
  ])
  const read = await journal.proven(table.id, found.slice(0, READ_FOR_PAGE), 0)
  const { own, next } = stakesOnPage(read, found[READ_FOR_PAGE] !== undefined, round, player)
  if (own.length === 0) return { receipts: [], next }
  const setup = [...new Set([SETUP, bookOfRound(table.settled, round).seq])]
  const checkpoint = (await proof?.covering(table.id, Math.max(...own, ...marked))) ?? null
  const seqs = [...new Set([...own, ...setup, ...short])]
  const proven = { checkpoint, entries: await journal.proven(table.id, seqs, checkpoint?.size ?? 0) }
  const told = proven.entries.filter(({ stored }) => marked.includes(stored.seq))
  const events = new Map(told.map(({ stored }) => [stored.seq, eventsIn(stored)]))
  const entries = marked.flatMap((seq) => {
    const isSettlement = seq === place.concluded && place.isSettled
    return events.has(seq) ? (roundEntryIn(round, seq, events.get(seq)!) ?? []) : longEntry(seq, isSettlement)
  })
  const receipts = receiptsFrom(proven, own, entries, setup, { player, scope: 'own-player', by: nodeSha256 })
  return { receipts: receipts.map(({ stored, ...made }) => ({ ...stakeIn(stored, player), ...made })), next }
}

/** Finds the entries of a page among those that name the player. `isMore`: further ones follow. */
function stakesOnPage(read: ProvenEntries, isMore: boolean, round: number, player: string) {
  const own: number[] = []
  for (const { stored } of read) {
    if (!eventsIn(stored).some((event) => isStakeOf(event, round, player))) continue
    if (own.length === RECEIPTS_ON_PAGE) return { own, next: own.at(-1)! }
    own.push(stored.seq)
  }
  return { own, next: isMore ? read.at(-1)!.stored.seq : null }
}

/** Entries between two numbers that name a player: enough for a page, and one more if there is one. */
async function entriesNaming(
  journal: Journal,
  table: string,
  player: string,
  first: number,
  last: number,
): Promise<number[]> {
  const found: number[] = []
  for (let from = first; from <= last && found.length <= READ_FOR_PAGE; from += SEARCHED_AT_ONCE) {
    const to = Math.min(last, from + SEARCHED_AT_ONCE - 1)
    found.push(...(await journal.search(table, from, to, `"player":${JSON.stringify(player)}`, ENTRY_BYTES_MAX)))
  }
  return found.slice(0, READ_FOR_PAGE + 1)
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
