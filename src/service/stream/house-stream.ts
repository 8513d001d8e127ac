import { actorOf, type HouseCaller } from '../../house/caller.ts'
import { decideHouse } from '../../house/decide-house.ts'
import { stillHere, type Watch } from '../../house/find-caller.ts'
import type { HouseWish, PeopleCommand, PeopleWish } from '../../house/house-commands.ts'
import type { HouseDecision, HouseEvent } from '../../house/house-events.ts'
import { type HouseRefusal, refuse } from '../../house/house-refusals.ts'
import { HOUSE } from '../../house/state.ts'
import { isSame } from '../../record/canonical.ts'
import { type HouseEntry, houseEntry, readHouseEntry, writeHouseEntry } from '../../record/house-entry.ts'
import {
  freshHouseMemory,
  type HouseMemory,
  houseSnapshot,
  readHouseSnapshot,
  rememberHouse,
} from '../../record/house-memory.ts'
import { Stream } from './stream.ts'
import type { CommandOutcome, Known, PermissionCheck, StreamKind } from './stream-kind.ts'
import type { StreamOptions } from './stream-options.ts'

/** A wish to the house; the stream adds the time. */
export type TimedWish = PeopleWish & { at?: string }
export type HouseStream = Stream<HouseMemory, TimedWish, HouseEvent, HouseDecision, HouseEntry>

/**
 * The number of entries between two snapshots. Each snapshot has every terminal, so a large house writes fewer, at the same
 * cost for an entry.
 */
export const houseSnapshotAfter = (terminals: number): number => Math.max(2_000, terminals / 10)

export const openHouse = (options: StreamOptions): Promise<HouseStream> => Stream.open(HOUSE, houseKind(), options)

/** Submits a wish to the house for the caller that it names. Resolves when the answer is durable. */
export const askHouse = (house: HouseStream, wish: PeopleWish, check?: HouseCheck): Promise<HouseDecision> =>
  house.submit(wish, actorOf(wish.by), check)

type HouseCheck = PermissionCheck<HouseMemory, TimedWish, HouseEvent, HouseDecision>

/** The outcome where a caller is not signed in any more. */
export const sessionIsOver: CommandOutcome<never, HouseDecision<never>> = {
  events: [],
  answer: { events: [], refused: refuse('session-is-over') },
  isRefused: true,
  record: 'never',
}

/** Checks that a caller is still signed in, or still enrolled. The permission itself is a part of `decideHouse`. */
export const checkSession =
  (who: HouseCaller, watch: Watch): HouseCheck =>
  (command, { state }) =>
    stillHere(state, who, watch) ? { command } : { command, refused: sessionIsOver }

const houseKind = (): StreamKind<HouseMemory, TimedWish, HouseEvent, HouseDecision, HouseEntry> => ({
  fresh: freshHouseMemory(),
  snapshotAfter: ({ state }) => houseSnapshotAfter(state.terminals.size),
  decide: ({ state }, command) => outcomeOf(decideHouse(state, command as PeopleCommand)),
  entryOf: (_, { salt, command }, { answer }) => houseEntry(salt, command as PeopleCommand, answer),
  remember: (memory, entry) => rememberHouse(memory!, entry),
  write: writeHouseEntry,
  read: readHouseEntry,
  answerOf: knownAnswer,
  isSameRequest: ({ command }, again) => isSame(withoutTime(command), withoutTime(again)),
  idTaken: (id) => ({ events: [], refused: refuse('id-used-for-another', { id }) }),
  writeSnapshot: houseSnapshot,
  readSnapshot: async (snapshot, entryAt) => readHouseSnapshot(snapshot, await entryAt(snapshot.seq)),
  isGoodMoment: () => true,
  prepare: () => null,
})

/** Decides what is recorded. A refusal that is only noted is left out where one caller has too many. */
export function outcomeOf<Event extends { type: string }>(
  answer: HouseDecision<Event>,
): CommandOutcome<Event, HouseDecision<Event>> {
  const { events, refused } = answer
  const isNote = refused !== undefined && events.every(({ type }) => type === 'refusal-recorded')
  const record = events.length === 0 ? 'never' : isNote ? 'noted' : 'always'
  return { events, answer, isRefused: refused !== undefined, record }
}

type Answering<Event> = { command: HouseWish; events: readonly Event[]; refused?: HouseRefusal }

/** The answer that an entry gave; null: its request had no id. */
export function knownAnswer<Event>({
  command: { by, id },
  events,
  refused,
}: Answering<Event>): Known<HouseDecision<Event>> | null {
  return id === undefined ? null : { actor: actorOf(by), id, answer: { events, ...(refused ? { refused } : {}) } }
}

function withoutTime(wish: HouseWish & { at?: string }): object {
  const { at: _, ...asked } = wish
  return asked
}
