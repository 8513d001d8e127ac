import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { TableState } from '../../engine/table.ts'
import { RuleCheck } from '../../record/rule-check.ts'
import { type JournalLine, lineCutter, openJournal, readEntry, readLine } from './audit-journal.ts'
import { type Chain, follow, startOf } from './follow-chain.ts'
import { type Again, decidedAgain, replayEntry, type Step, stepOf } from './replay.ts'
import { addEntry, noRounds, type RoundFound, type RoundIndex } from './round-index.ts'
import { checkSigned, readSignature, type SignedRecord } from './signed-record.ts'

/** How far a journal was read, and whether it holds together. */
export type Progress = {
  status: 'reading' | 'read' | 'failed'
  /** The HTTP status of what failed; 0: the service does not answer. */
  failed: number | null
  entries: number
  /** Null where the browser cannot hash. */
  chain: Chain | null
  /** What the house has signed of it; null: nothing, or it is not known yet. */
  signed: SignedRecord | null
  /** How many decisions the rule book came to again, how many were the house's, and the entries where it did not. */
  rules: { same: number; house: number; differs: readonly number[] }
  /** The first line that is none, or that fits no table: nothing after it is replayed. */
  unreadable: number | null
}

/** A whole journal in the browser: its lines byte for byte, its rounds, and the table's state here and there. */
export type Reading = {
  table: string
  lines: JournalLine[]
  index: RoundIndex
  progress: ReadonlySignal<Progress>
  /** Reads what came since. */
  readOn: () => Promise<void>
  stop: () => void
}

type Kept = Reading & {
  ruleCheck: RuleCheck
  /** Verdict on entry n at n - 1. */
  verdicts: Again[]
  checkpoints: { seq: number; state: TableState | null }[]
  rules: { same: number; house: number; differs: number[] }
  /** The first line that could not be replayed. */
  unreadable: number | null
}

const CHECKPOINT_EVERY = 200
const HASHED_AT_ONCE = 250
/** Longer than this the page is never held up. */
const SLICE_MS = 12

export function openReading(table: string, token: string): Reading {
  const progress = signal<Progress>({
    status: 'reading',
    failed: null,
    entries: 0,
    chain: null,
    signed: null,
    rules: { same: 0, house: 0, differs: [] },
    unreadable: null,
  })
  let isStopped = false
  let isBusy = false
  const lines: JournalLine[] = []
  const reading: Kept = {
    table,
    lines,
    index: noRounds(),
    progress,
    ruleCheck: new RuleCheck(table, async function* (seq) {
      yield lines.slice(seq - 1)
    }),
    verdicts: [],
    checkpoints: [],
    rules: { same: 0, house: 0, differs: [] },
    unreadable: null,
    readOn: async () => {
      if (isBusy) return
      isBusy = true
      await readJournal(reading, progress, token, () => isStopped)
      isBusy = false
    },
    stop: () => {
      isStopped = true
    },
  }
  void reading.readOn()
  return reading
}

async function readJournal(
  reading: Kept,
  progress: Signal<Progress>,
  token: string,
  isStopped: () => boolean,
): Promise<void> {
  const tell = (told: Partial<Progress>) => {
    const { lines, rules, unreadable } = reading
    const now = { entries: lines.length, rules: { ...rules }, unreadable }
    if (!isStopped()) progress.value = { ...progress.peek(), ...now, ...told }
  }
  tell({ status: 'reading', failed: null, chain: progress.peek().chain ?? startOf(reading.table) })
  // Before the entries: then all that was signed is among them.
  const signature = await readSignature(reading.table).catch(() => null)
  const opened = await openJournal(reading.table, reading.lines.length + 1, token)
  if (!opened.ok) return tell({ status: 'failed', failed: opened.status })
  const cut = lineCutter()
  let since = performance.now()
  try {
    for await (const piece of opened.pieces) {
      for (const text of cut(piece)) {
        if (isStopped()) return
        await take(reading, text)
        if (reading.lines.length % HASHED_AT_ONCE === 0) hash(reading, progress)
        if (performance.now() - since < SLICE_MS) continue
        tell({})
        await pause()
        since = performance.now()
      }
    }
    hash(reading, progress)
    const signed = signature && (await checkSigned(signature, reading.lines, pause))
    tell({ status: 'read', signed })
  } catch {
    tell({ status: 'failed', failed: 0 })
  }
}

const pause = (): Promise<void> => new Promise((go) => setTimeout(go))

/** After a gap nothing can be replayed; the chain says what is missing. */
async function take(reading: Kept, text: string): Promise<void> {
  const { lines } = reading
  const line = readLine(text)
  const seq = lines.length + 1
  if (reading.unreadable !== null && lines.at(-1)?.seq !== lines.length) return
  if (line) lines.push(line)
  if (reading.unreadable !== null) return
  if (line?.seq !== seq || !(await replay(reading, line))) reading.unreadable = seq
}

/** False: the entry fits no state of the table. */
async function replay(reading: Kept, line: JournalLine): Promise<boolean> {
  const { checkpoints, rules, ruleCheck, verdicts, index } = reading
  const state = ruleCheck.memory?.state ?? null
  if ((line.seq - 1) % CHECKPOINT_EVERY === 0) checkpoints.push({ seq: line.seq, state })
  try {
    const entry = readEntry(line)
    const again = await decidedAgain(ruleCheck, entry)
    verdicts.push(again)
    if (again === 'differs') rules.differs.push(line.seq)
    else rules[again]++
    ruleCheck.take(entry, line.seq)
    addEntry(index, line, entry)
    return true
  } catch {
    return false
  }
}

function hash(reading: Kept, progress: Signal<Progress>): void {
  const { chain } = progress.peek()
  if (!chain || chain.broken) return
  const followed = follow(chain, reading.lines.slice(chain.checked))
  progress.value = { ...progress.peek(), chain: followed }
}

// Steps ---------------------------------------------------------------------------------------------------------------

/** The table as it was before an entry. */
export function stateBefore(reading: Reading, seq: number): TableState | null {
  const { checkpoints, lines } = reading as Kept
  const from = checkpoints.findLast((one) => one.seq <= seq)
  let state = from?.state ?? null
  for (let at = from?.seq ?? 1; at < seq; at++) state = replayEntry(state, readEntry(lines[at - 1]!))
  return state
}

const STEPS_AT_EITHER_END = 400

/** A round's entries; of a very long one its beginning and its end. `leftOut`: how many are between. */
export function entriesOf({ entries: { from, to }, later }: RoundFound): { seqs: number[]; leftOut: number } {
  const all = to - from + 1
  const leftOut = Math.max(0, all - 2 * STEPS_AT_EITHER_END)
  const played = Array.from(
    { length: all - leftOut },
    (_, index) => from + index + (leftOut > 0 && index >= STEPS_AT_EITHER_END ? leftOut : 0),
  )
  return { seqs: [...played, ...later], leftOut }
}

export function stepsOf(reading: Reading, seqs: readonly number[]): Step[] {
  let [state, at]: [TableState | null, number] = [null, 0]
  return seqs.map((seq) => {
    const before: TableState | null = at === seq ? state : stateBefore(reading, seq)
    const line = reading.lines[seq - 1]!
    const again = (reading as Kept).verdicts[seq - 1]!
    const step = stepOf(before, { ...line, entry: readEntry(line) }, again)
    state = step.after
    at = seq + 1
    return step
  })
}
