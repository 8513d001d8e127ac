import { type Concluded, latest } from './history.ts'
import { type Holding, wagersOfPlayer } from './holdings.ts'
import { PersistentMap } from './persistent-map.ts'
import type { Line } from './settlement.ts'
import type { Round, TableState } from './table.ts'

/** Number of the journal entry that holds the lines of a long round, by round: a snapshot need not repeat them. */
export type LinesAt = ReadonlyMap<number, number>

/** A round of the history in a snapshot: with its lines, or with the number of the entry that holds them. */
type PlainRound = Omit<Concluded, 'lines'> & { lines: readonly Line[] | number }
export type PlainState = { rounds: readonly PlainRound[]; [field: string]: unknown }

/**
 * Writes a state as text, from which a table restarts without its whole journal. The first step writes everything that
 * can change; the further steps write the concluded rounds one at a time.
 */
export function* writeSnapshot({ history, ...rest }: TableState, linesAt: LinesAt): Generator<void, string> {
  const concluded = latest(history, Number.POSITIVE_INFINITY)
  const { rounds: _, ...span } = history
  const head = JSON.stringify({ ...rest, history: span })
  const rounds: string[] = []
  for (const round of concluded) {
    yield
    rounds.push(JSON.stringify({ ...round, lines: linesAt.get(round.round) ?? round.lines }))
  }
  return `${head.slice(0, -1)},"rounds":[${rounds.join(',')}]}`
}

/** The entries that hold the lines left out of a snapshot, by round. */
export const linesElsewhere = ({ rounds }: PlainState): Map<number, number> =>
  new Map(rounds.flatMap(({ round, lines }) => (typeof lines === 'number' ? [[round, lines] as const] : [])))

export function readSnapshot(snapshot: PlainState, linesOf: ReadonlyMap<number, readonly Line[]>): TableState {
  // biome-ignore lint/suspicious/noExplicitAny: a snapshot is our own writing, read back
  const { rounds, ...plain } = snapshot as any
  const concluded = (snapshot.rounds as readonly Concluded[]).map((round) => {
    const lines = typeof round.lines === 'number' ? linesOf.get(round.round)! : round.lines
    return [String(round.round), { ...round, lines }] as const
  })
  return {
    ...plain,
    round: readRound(plain.round),
    ledger: { ...plain.ledger, players: mapOf(plain.ledger.players) },
    colours: mapOf(plain.colours),
    seatColours: mapOf(plain.seatColours),
    underMinimum: mapOf(plain.underMinimum),
    history: { ...plain.history, rounds: PersistentMap.of(concluded) },
  }
}

function readRound(round: Record<string, unknown>): Round {
  const wagers = 'wagers' in round ? { wagers: wagersOf(round.wagers as PlainWagers) } : {}
  const setAside = 'setAside' in round ? { setAside: wagersOf(round.setAside as PlainWagers) } : {}
  const { rulings } = round as { rulings?: { lay: PlainWagers } }
  const ruled = rulings ? { rulings: { ...rulings, lay: wagersOf(rulings.lay) } } : {}
  return { ...round, ...wagers, ...setAside, ...ruled } as Round
}

const mapOf = <V>(plain: Record<string, V>): PersistentMap<V> => PersistentMap.of(Object.entries(plain))

type PlainWagers = Record<string, { spots: Record<string, Holding> }>

const wagersOf = (plain: PlainWagers) =>
  PersistentMap.of(
    Object.entries(plain).map(([player, { spots }]) => [player, wagersOfPlayer(Object.entries(spots))] as const),
  )
