import { actorOf, type HouseCaller } from '../../house/caller.ts'
import { decideHouse } from '../../house/decide-house.ts'
import { stillHere, type Watch } from '../../house/find-caller.ts'
import type { HouseCommand, HouseWish } from '../../house/house-commands.ts'
import type { HouseDecision, HouseEvent } from '../../house/house-events.ts'
import { refuse } from '../../house/house-refusals.ts'
import { HOUSE } from '../../house/state.ts'
import { readTicketNumber } from '../../house/tickets.ts'
import { dropProblem } from '../../record/accounts.ts'
import { isSame } from '../../record/canonical.ts'
import { type HouseEntry, houseEntry, readHouseEntry, writeHouseEntry } from '../../record/house-entry.ts'
import {
  freshHouseMemory,
  type HouseMemory,
  houseSnapshot,
  readHouseSnapshot,
  rememberHouse,
} from '../../record/house-memory.ts'
import { JournalUnusable } from '../journal/journal.ts'
import { Stream } from './stream.ts'
import type { PermissionCheck, StreamKind } from './stream-kind.ts'
import type { StreamOptions } from './stream-options.ts'

/** A wish of the house; the stream gives it its time. */
export type TimedWish = HouseWish & { at?: string }
export type HouseStream = Stream<HouseMemory, TimedWish, HouseEvent, HouseDecision, HouseEntry>

const SNAPSHOT_EVERY = 2_000

export async function openHouse(options: StreamOptions): Promise<HouseStream> {
  const house = await Stream.open(HOUSE, houseKind(), options)
  const problem = dropProblem(house.settled)
  if (problem) throw new JournalUnusable(`the journal of the house cannot be believed: ${problem}`)
  return house
}

/** Asks something of the house in the name of whoever the wish says; answered when it is on disk. */
export const askHouse = (house: HouseStream, wish: HouseWish, check?: HouseCheck): Promise<HouseDecision> =>
  house.submit(wish, actorOf(wish.by), check)

type HouseCheck = PermissionCheck<HouseMemory, TimedWish, HouseEvent, HouseDecision>

const sessionIsOver: HouseDecision = { events: [], refused: refuse('session-is-over') }

/** Checks that a caller is still signed in, or still enrolled. The permission itself is a part of `decideHouse`. */
export const checkSession =
  (who: HouseCaller, watch: Watch): HouseCheck =>
  (command, { state }) => {
    if (stillHere(state, who, watch)) return { command }
    return { command, refused: { events: [], answer: sessionIsOver, isRefused: true, record: 'never' } }
  }

const houseKind = (): StreamKind<HouseMemory, TimedWish, HouseEvent, HouseDecision, HouseEntry> => ({
  fresh: freshHouseMemory(),
  snapshotEvery: SNAPSHOT_EVERY,
  decide({ state }, command) {
    const answer = decideHouse(state, command as HouseCommand)
    const { events, refused } = answer
    const isNote = refused !== undefined && events.every(({ type }) => type === 'refusal-recorded')
    const record = events.length === 0 ? 'never' : isNote ? 'noted' : 'always'
    return { events, answer, isRefused: refused !== undefined, record }
  },
  entryOf: (_, { salt, command }, { answer }, beside) => houseEntry(salt, command as HouseCommand, answer, beside),
  remember: (memory, entry) => rememberHouse(memory!, entry),
  write: writeHouseEntry,
  read: readHouseEntry,
  answerOf({ command: { by, id }, events, refused, beside }) {
    if (id === undefined) return null
    return {
      actor: actorOf(by),
      id,
      answer: { events, ...(refused ? { refused } : {}) },
      ...(beside ? { beside } : {}),
    }
  },
  isSameRequest: ({ command }, again) => isSameWish(command, again),
  idTaken: (id) => ({ events: [], refused: refuse('id-used-for-another', { id }) }),
  writeSnapshot: houseSnapshot,
  readSnapshot: async (snapshot, entryAt) => readHouseSnapshot(snapshot, await entryAt(snapshot.seq)),
  isGoodMoment: () => true,
  prepare: () => null,
})

/** What was typed is compared, not what the service drew: the number of a new ticket is another each time, and the limit may
 * have been set anew. */
function isSameWish(first: HouseWish, again: HouseWish): boolean {
  return isSame(asTyped(first), asTyped(again))
}

type Drawn = { at?: string; number?: string; closed?: unknown; limit?: unknown }

function asTyped(wish: HouseWish): object {
  const { at: _, closed: __, limit: ___, number = '', ...typed } = wish as HouseWish & Drawn
  return wish.do === 'redeem-ticket' ? { ...typed, number: readTicketNumber(number) ?? number } : typed
}
