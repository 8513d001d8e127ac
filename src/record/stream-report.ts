/** A fault and its place: the stream, and the number of the entry at fault, if any. */
export type Finding = { stream: string; seq: number | null; problem: string }

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
