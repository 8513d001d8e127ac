import { HOUSE } from '../house/state.ts'
import type { Anchor } from './anchors.ts'
import type { JournalReader } from './journal-reader.ts'
import { type Sha256, sha256 } from './leaf-hash.ts'
import { mustBeReadable } from './readable.ts'
import { unsignedCheckpoint } from './signed-checkpoints.ts'
import { reportOn, type StreamReport } from './stream-report.ts'
import type { OnProgress } from './stream-walk.ts'
import { type VerifiedHouse, verifyHouse } from './verify-house.ts'
import { type VerifiedTable, verifyTable } from './verify-table.ts'

/** `anchors`: what was kept outside the house. `onProgress`: called after each page. */
type VerifyOptions = { anchors?: readonly Anchor[]; onProgress?: OnProgress }

/**
 * Replays a journal and believes no one: the store, the hashes, the order, every decision of every table by the
 * book of then and every decision of the house, who did what, times, postings, every balance against the meters, every
 * ticket against the credits, the streams that name one another, the snapshots, and the house's
 * signatures by its keys on record. The first entry of each stream that
 * is wrong is named.
 */
export async function verify(
  reader: JournalReader,
  hash: Sha256 = sha256,
  { anchors = [], onProgress = () => {} }: VerifyOptions = {},
): Promise<StreamReport[]> {
  const damage = await reader.damage()
  if (damage) return [reportOn('', damage)]
  const ofStore = [
    ...(await reader.strangers()).map((stranger) =>
      reportOn('', `the store holds what is not Croupier's: ${stranger}`),
    ),
    ...(await reader.missing()).map((what) => reportOn('', what)),
  ]
  await mustBeReadable(reader)
  const streams = await reader.streams()
  const evidence = { reader, sha256: hash, anchors, onProgress }
  const house = streams.includes(HOUSE) ? await verifyHouse(evidence) : null
  const named = streams.filter((stream) => stream !== HOUSE)
  const tables: VerifiedTable[] = []
  for (const stream of named) tables.push(await verifyTable(evidence, stream, house))
  const reports = goneOf(streams, anchors)
  for (const { report } of tables.toReversed()) reports.unshift(await withSignatures(reader, report, house))
  if (house) return [...ofStore, await withSignatures(reader, withGaps(house, reports, streams), house), ...reports]
  return [...ofStore, ...missingHouse(reader, tables), ...reports]
}

/** A stream that was signed, and is not there at all. */
const goneOf = (streams: readonly string[], anchors: readonly Anchor[]): StreamReport[] =>
  [...new Set(anchors.map(({ stream }) => stream))]
    .filter((stream) => !streams.includes(stream))
    .map((stream) => reportOn(stream, 'its stream is missing, and was signed by a checkpoint from outside the house'))

/** Whoever is signed in or enrolled is so in the house: a store whose tables name them has its stream. */
function missingHouse({ isWhole }: JournalReader, tables: readonly VerifiedTable[]): StreamReport[] {
  if (!isWhole || !tables.some(({ namesHouse }) => namesHouse)) return []
  return [reportOn(HOUSE, 'its stream is missing, and people or terminals act at the tables')]
}

/** By the keys that the house has on record; without its stream nobody knows them. */
async function withSignatures(
  reader: JournalReader,
  report: StreamReport,
  house: VerifiedHouse | null,
): Promise<StreamReport> {
  if (!house || report.finding || house.report.finding) return report
  const keys = house.state.signingKeys.map(({ key }) => key)
  return { ...report, finding: await unsignedCheckpoint(reader, report.stream, keys) }
}

/** What only shows when every stream was followed to its end. */
function withGaps(house: VerifiedHouse, tables: readonly StreamReport[], streams: readonly string[]): StreamReport {
  const { report } = house
  if (report.finding) return report
  const problem = missingTable(house, streams) ?? lostTicket(house, tables)
  return problem ? { ...report, finding: { stream: HOUSE, ...problem } } : report
}

type StreamProblem = { seq: number | null; problem: string }

/** A terminal that stood at a table and a ticket that was sold there name the table's stream. */
function missingTable({ state, places }: VerifiedHouse, streams: readonly string[]): StreamProblem | null {
  const standing = state.terminals.values().filter(({ credential }) => credential !== null)
  const named = [...standing.map(({ table }) => table), ...places]
  const missing = named.find((table) => !streams.includes(table))
  return missing === undefined ? null : { seq: null, problem: `the stream of table ${missing} is missing` }
}

/** What is left is a ticket whose credits never moved. */
function lostTicket({ tickets }: VerifiedHouse, tables: readonly StreamReport[]): StreamProblem | null {
  const [lost] = tickets
  if (!lost || tables.some(({ finding }) => finding)) return null
  const [at, { seq, did, amount }] = lost
  return { seq, problem: `its ticket stands for a ${did} of ${amount} cents at ${at}, and there is none` }
}

/** What no journal can prove by itself, in so many words. `reports`: of a journal that was held against anchors. */
export function unknowable({ isWhole }: JournalReader, reports: readonly StreamReport[] = []): string[] {
  const anchored = reports.filter((report) => report.anchored > 0)
  const loose = reports.filter((report) => report.anchored === 0 && report.stream !== '').map(({ stream }) => stream)
  return [
    ...(anchored.length === 0
      ? [
          'That nobody forged the history as a whole, with every hash made anew, no journal proves by itself: hold it against a checkpoint that was kept outside the house (--checkpoint).',
        ]
      : anchored.map(afterAnchor)),
    ...(anchored.length > 0 && loose.length > 0
      ? [`Of ${loose.join(', ')} there is no checkpoint: that nobody forged that history as a whole is not excluded.`]
      : []),
    ...(isWhole
      ? ['A table that no terminal and no ticket names could be missing as a whole.']
      : [
          'This is one stream alone: who was signed in and held which position, and the tickets, are for the whole journal to prove.',
        ]),
  ]
}

function afterAnchor({ stream, anchored, entries }: StreamReport): string {
  if (anchored === entries) return `Of ${stream} every entry is what the house had signed when the checkpoint was kept.`
  return `Of ${stream} the entries to ${anchored} are what the house had signed when the checkpoint was kept; those after it could have been written anew.`
}
