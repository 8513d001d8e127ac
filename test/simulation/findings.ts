import { isDeepStrictEqual } from 'node:util'
import { isTableStream, TICKETS } from '../../src/house/ticket-state.ts'
import { MINUTE } from '../../src/house/time.ts'
import { allOf, entriesReader } from '../../src/record/journal-reader.ts'
import type { Stored } from '../../src/record/stored-entry.ts'
import { readTableEntry } from '../../src/record/table-entry.ts'
import { readTicketEntry } from '../../src/record/ticket-entry.ts'
import { verify } from '../../src/record/verify.ts'
import { streamsOf } from '../../src/service/cluster/node-desk.ts'
import { type Journal, nodeSha256 } from '../../src/service/journal/journal.ts'
import { readTable } from '../../src/service/stream/table-stream.ts'
import { asJson } from '../support/stream.ts'
import type { Night } from './night.ts'
import type { Told } from './night-clients.ts'

/** The faults found after a simulated night; empty if all is well. */
export async function findingsOf(night: Night): Promise<string[]> {
  const entries = await allEntries(night.world.store.plain)
  return [
    ...night.problems,
    ...night.world.store.trespasses.map(
      ({ stream, seq, epoch, owner }) => `${stream} ${seq} written by ${epoch} under ${owner}`,
    ),
    ...(await recordProblems(entries)),
    ...timeProblems(entries, night.world.time.now),
    ...toldProblems(night.told, entries),
    ...(await memoryProblems(night)),
  ]
}

/** The clock of the store may be wrong by some seconds in a night, that of a node by days. */
function timeProblems(entries: Entries, now: number): string[] {
  return [...entries].flatMap(([stream, list]) => {
    const late = list.find(({ body }) => Date.parse((JSON.parse(body) as { at: string }).at) > now + MINUTE)
    return late ? [`${stream} ${late.seq} is of a time far ahead`] : []
  })
}

type Entries = ReadonlyMap<string, readonly Stored[]>

export async function allEntries(journal: Journal): Promise<Entries> {
  const streams = await journal.streams()
  const read = streams.map(async (stream) => [stream, await allOf(journal.pages(stream))] as const)
  return new Map(await Promise.all(read))
}

export async function recordProblems(entries: Entries): Promise<string[]> {
  const reports = await verify({ ...entriesReader(entries), isWhole: true }, nodeSha256)
  return reports.flatMap(({ finding }) => (finding ? [`${finding.stream} ${finding.seq}: ${finding.problem}`] : []))
}

/** Every acknowledgement is in the record exactly once, with the acknowledged content. */
function toldProblems(told: readonly Told[], entries: Entries): string[] {
  return told.flatMap((one) => {
    const found = (entries.get(one.isTicket ? TICKETS : one.table) ?? []).filter(({ body }) => isOf(one, body))
    const name = `${one.table} ${one.id ?? one.amount}`
    if (found.length > 1) return [`${name} is there ${found.length} times`]
    if (!('done' in one.reply)) return []
    if (found.length === 0) return [`${name} was acknowledged and is lost`]
    if (one.visible !== null && one.visible < found[0]!.seq)
      return [`${name} was acknowledged by a node that had not yet seen it`]
    const { events } = JSON.parse(found[0]!.body) as { events: unknown }
    const said = one.reply.done as { events?: unknown }
    return one.isTicket || isDeepStrictEqual(asJson(said.events), events) ? [] : [`${name} was told otherwise`]
  })
}

function isOf({ id, amount, isTicket }: Told, body: string): boolean {
  if (isTicket) return readTicketEntry(body).command.id === id
  const entry = readTableEntry(body)
  if (!('command' in entry) || !('events' in entry)) return false
  const { command } = entry
  return id === null ? 'amount' in command && command.amount === amount && command.id === undefined : command.id === id
}

/** Every node that follows a stream has the same memory as a reader of the journal. */
async function memoryProblems({ world }: Night): Promise<string[]> {
  const { hall, store } = world
  const problems: string[] = []
  for (const { id, floor } of hall.nodes.values()) {
    problems.push(...[...floor.unavailable].map(([table, why]) => `${id} keeps ${table} unavailable: ${why}`))
    for (const stream of streamsOf(floor)) {
      await world.finish(Promise.resolve(stream.upToDate()))
      const { seq } = await store.plain.last(stream.id)
      if (stream.durable !== seq) problems.push(`${id} has ${stream.id} up to ${stream.durable} of ${seq}`)
      if (!isTableStream(stream.id) || stream.durable !== seq) continue
      const fresh = await readTable(stream.id, store.plain, () => '')
      const room = floor.rooms.get(stream.id)!
      if (!isDeepStrictEqual(asJson(room.table.settled.state), asJson(fresh!.settled.state)))
        problems.push(`${id} sees ${stream.id} otherwise than it is`)
    }
  }
  return problems
}
