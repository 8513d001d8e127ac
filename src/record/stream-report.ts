/** A fault. `reason`: for faults that people without a journal's program meet, a code with its facts, for other languages. */
export type Fault = { problem: string; reason?: FaultReason }
/** `first`: the entry from which on the history may differ. `receipt`: the entry that is not that of its receipt. */
export type FaultReason =
  | readonly [code: 'history-differs', size: number, first: number, receipt: number | null]
  | readonly [code: 'signed-entries-missing', size: number]
  | readonly [code: 'signed-otherwise', root: string]
  | readonly [code: 'entry-missing', seq: number]
  | readonly [code: 'entry-changed']

/** A fault and its place: the stream, and the number of the entry at fault, if any. */
export type Finding = Fault & { stream: string; seq: number | null }

/** The report on a stream. `remarks`: facts worth knowing that are not faults. */
export type StreamReport = {
  stream: string
  entries: number
  rounds: number
  /** The hash of the last entry. */
  head: string
  /** The root of the tree of all entries, as checkpoints write it. */
  root: string
  /** The number of entries that agree with a checkpoint from outside the house. */
  anchored: number
  /** The entries under the house's own newest checkpoint; null: it signs nothing, or its record is not there. */
  signed: number | null
  finding: Finding | null
  remarks: readonly string[]
}

/** Something wrong that is not of one stream's own making. */
export const reportOn = (stream: string, problem: string): StreamReport => ({
  stream,
  entries: 0,
  rounds: 0,
  head: '',
  root: '',
  anchored: 0,
  signed: null,
  finding: { stream, seq: null, problem },
  remarks: [],
})
