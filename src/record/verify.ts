import { HOUSE } from '../house/state.ts'
import { isTableStream, TICKETS } from '../house/ticket-state.ts'
import type { Anchor } from './anchors.ts'
import { type JournalSource, type LineOptions, readerOf } from './journal-input.ts'
import type { JournalReader } from './journal-reader.ts'
import { mustBeReadable } from './readable.ts'
import { type Sha256, sha256 } from './sha256.ts'
import { checkSignatures, latestTime, unsignedRemark } from './signed-checkpoints.ts'
import { sealedWith } from './snapshot-binding.ts'
import { reportOn, type StreamReport } from './stream-report.ts'
import type { Evidence, IsSealed, OnProgress } from './stream-walk.ts'
import { type VerifiedHouse, verifyHouse } from './verify-house.ts'
import { type VerifiedTable, verifyTable } from './verify-table.ts'
import { noTickets, type VerifiedTickets, verifyTickets } from './verify-tickets.ts'

/**
 * `anchors`: checkpoints that were kept outside the house. `onProgress`: called after each page. `isSealed`: checks seals of
 * snapshots where the house key is known.
 */
export type VerifyOptions = LineOptions & { anchors?: readonly Anchor[]; onProgress?: OnProgress; isSealed?: IsSealed }

const hasSeal: IsSealed = (_, { body }) => sealedWith(body) !== null

/**
 * Replays a journal and believes no one: the store, the hashes, the order, every decision of every table by the
 * book of then and every decision of the house, who did what, times, postings, every balance against the meters, every
 * ticket against the credits, the streams that name one another, the snapshots, and the house's
 * signatures by its keys on record. The first entry of each stream that
 * is wrong is named.
 *
 * @example
 * for (const { stream, finding } of await verify(entries)) console.log(stream, finding?.problem ?? 'sound')
 */
export async function verify(
  journal: JournalSource,
  hash: Sha256 = sha256,
  { anchors = [], onProgress = () => {}, isSealed = hasSeal, ...ofLines }: VerifyOptions = {},
): Promise<StreamReport[]> {
  const reader = await readerOf(journal, ofLines)
  const damage = await reader.damage()
  if (damage) return [reportOn('', damage)]
  const ofStore = [
    ...(await reader.strangers()).map((stranger) =>
      reportOn('', `the store holds content that is not Croupier's: ${stranger}`),
    ),
    ...(await reader.missing()).map((what) => reportOn('', what)),
  ]
  await mustBeReadable(reader)
  const streams = await reader.streams()
  const evidence = { reader, sha256: hash, anchors, onProgress, isSealed }
  const house = streams.includes(HOUSE) ? await verifyHouse(evidence) : null
  const tickets = await ticketsOf(evidence, streams, house)
  const tables: VerifiedTable[] = []
  for (const stream of streams.filter(isTableStream)) tables.push(await verifyTable(evidence, stream, house, tickets))
  const reports = goneOf(streams, anchors)
  const walked = tables.map(({ report }) => report)
  const ofTickets = tickets?.report ? [withLostTicket(tickets, tickets.report, [...walked, ...reports])] : []
  if (!house || !tickets) return [...ofStore, ...missingHouse(reader, tables), ...ofTickets, ...walked, ...reports]
  const known = [withMissingTable(house, tickets.places, streams), ...ofTickets, ...walked]
  return [...ofStore, ...(await withSignatures(reader, known, house, tickets.places)), ...reports]
}

/** Null: one stream alone is at hand, and what was done with tickets is not known. */
async function ticketsOf(
  evidence: Evidence,
  streams: readonly string[],
  house: VerifiedHouse | null,
): Promise<VerifiedTickets | null> {
  if (streams.includes(TICKETS)) return verifyTickets(evidence, house)
  return house ? noTickets() : null
}

/** A stream that was signed, and is not there at all. */
const goneOf = (streams: readonly string[], anchors: readonly Anchor[]): StreamReport[] =>
  [...new Set(anchors.map(({ stream }) => stream))]
    .filter((stream) => !streams.includes(stream))
    .map((stream) => reportOn(stream, 'its stream is missing, and was signed by a checkpoint from outside the house'))

/** Sessions and enrolments are in the house's stream: a store whose tables name them must have it. */
function missingHouse({ isWhole }: JournalReader, tables: readonly VerifiedTable[]): StreamReport[] {
  if (!isWhole || !tables.some(({ namesHouse }) => namesHouse)) return []
  return [reportOn(HOUSE, 'its stream is missing, and people or terminals act at the tables')]
}

/**
 * Checks signatures with the keys that the house has on record; without its stream they are unknown. `reports`: of the
 * streams that are there.
 */
async function withSignatures(
  reader: JournalReader,
  reports: readonly StreamReport[],
  house: VerifiedHouse,
  places: ReadonlySet<string>,
): Promise<StreamReport[]> {
  if (house.report.finding) return [...reports]
  const keys = house.state.signingKeys.map(({ key }) => key)
  const latest = await latestTime(reader, reports)
  const named = new Set([...places, ...house.state.terminals.values().map(({ table }) => table), HOUSE])
  const withOwn = async (report: StreamReport): Promise<StreamReport> => {
    if (report.finding) return report
    const { stream, remarks } = report
    const { finding, signed } = await checkSignatures(reader, stream, keys)
    if (finding || keys.length === 0 || !reader.isWhole) return { ...report, finding }
    const remark = await unsignedRemark(reader, report, { signed, latest, isNamed: named.has(stream) })
    return { ...report, signed, remarks: remark === null ? remarks : [...remarks, remark] }
  }
  const signed: StreamReport[] = []
  for (const report of reports) signed.push(await withOwn(report))
  return signed
}

/** A terminal that stood at a table and a ticket that was sold there name the table's stream. */
function withMissingTable(
  { report, state }: VerifiedHouse,
  places: ReadonlySet<string>,
  streams: readonly string[],
): StreamReport {
  const standing = state.terminals.values().filter(({ credential }) => credential !== null)
  const named = [...standing.map(({ table }) => table), ...places]
  const missing = named.find((table) => !streams.includes(table))
  if (report.finding || missing === undefined) return report
  return { ...report, finding: { stream: HOUSE, seq: null, problem: `the stream of table ${missing} is missing` } }
}

/** A ticket that is left after all tables were followed has credits that never moved. */
function withLostTicket(
  { credits }: VerifiedTickets,
  report: StreamReport,
  tables: readonly StreamReport[],
): StreamReport {
  const [lost] = credits
  if (report.finding || !lost || tables.some(({ finding }) => finding)) return report
  const [at, { seq, did, amount }] = lost
  const problem = `its ticket stands for a ${did} of ${amount} cents at ${at}, and there is none`
  return { ...report, finding: { stream: TICKETS, seq, problem } }
}

/**
 * The facts that no journal can prove by itself, in words. `reports`: those of a journal that was compared with
 * anchors.
 *
 * @example
 * const reader = entriesReader(new Map([['roulette-3', entries]]))
 * for (const line of unknowable(reader)) console.log(line)
 */
export function unknowable({ isWhole }: JournalReader, reports: readonly StreamReport[] = []): string[] {
  const anchored = reports.filter((report) => report.anchored > 0)
  const loose = reports.filter((report) => report.anchored === 0 && report.stream !== '').map(({ stream }) => stream)
  return [
    ...(anchored.length === 0
      ? [
          'A journal cannot prove that it was not rewritten from scratch. Check it against a checkpoint kept elsewhere (--checkpoint).',
        ]
      : anchored.map(afterAnchor)),
    ...reports.flatMap(afterLastCheckpoint),
    ...(anchored.length > 0 && loose.length > 0
      ? [`No checkpoint was given for ${loose.join(', ')}: that history could have been rewritten from scratch.`]
      : []),
    ...(isWhole
      ? ['A table that no terminal and no ticket mentions could be missing entirely.']
      : ['This is a single stream. Only the whole journal can prove sign-ins, positions and tickets.']),
  ]
}

/** The end of a house that runs, or was killed, is signed with the next checkpoint. */
function afterLastCheckpoint({ stream, entries, signed, anchored }: StreamReport): string[] {
  if (signed === null || Math.max(signed, anchored) >= entries) return []
  const first = Math.max(signed, anchored) + 1
  return [
    `${first === entries ? `Entry ${first}` : `Entries ${first} to ${entries}`} of ${stream} ${first === entries ? 'is' : 'are'} not under a checkpoint yet: the owner of the store could have written anything there.`,
  ]
}

function afterAnchor({ stream, anchored, entries }: StreamReport): string {
  if (anchored === entries) return `Every entry of ${stream} is as the house signed it at the checkpoint.`
  return `Entries 1 to ${anchored} of ${stream} are as the house signed them at the checkpoint. Later ones could have been rewritten.`
}
