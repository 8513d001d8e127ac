import { readSignedHead, writeCheckpoint } from '../../proof/checkpoints.ts'
import { isSameKey, originOf, type Signer, signerOf, writeKey } from '../../proof/keys.ts'
import { type NoteSignature, readNote, sign, writeNote } from '../../proof/notes.ts'
import { isConsistent, type TreeHead } from '../../proof/tree.ts'
import { firstItems } from '../../record/journal-reader.ts'
import type { KeptCheckpoint } from '../../record/stored-entry.ts'
import type { Journal } from '../journal/journal.ts'

type CheckpointerOptions = {
  journal: Journal
  signer: Signer
  /** Called with the reason when a stream cannot be signed, and with null when it can be signed again. */
  onProblem?: (stream: string, why: string | null) => void
  /** Returns the reason why this key must not sign any more; null if it may. */
  whyNot?: (key: string) => string | null
}

/**
 * Signs the streams of the journal. A checkpoint is made only if it extends the last one, so that the house never
 * contradicts itself. No command waits for it.
 */
export class Checkpointer {
  readonly #journal: Journal
  readonly #whyNot: (key: string) => string | null
  readonly #onProblem: (stream: string, why: string | null) => void
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #listeners = new Set<(stream: string, checkpoint: KeptCheckpoint) => void>()
  readonly #broken = new Set<string>()
  /** The time at which each stream was last found signed to its end. */
  readonly #signedAt = new Map<string, number>()
  #signer: Signer

  constructor({ journal, signer, onProblem = () => {}, whyNot = () => null }: CheckpointerOptions) {
    this.#journal = journal
    this.#signer = signer
    this.#onProblem = onProblem
    this.#whyNot = whyNot
  }

  /** The house's name in its signatures. */
  get house(): string {
    return this.#signer.verifier.name
  }

  /** The public key of a stream's checkpoints. */
  keyOf(stream: string): string {
    return writeKey(signerOf(this.#signer, stream).verifier)
  }

  /** The house's public key as it is on record, for all streams. */
  get houseKey(): string {
    return writeKey(this.#signer.verifier)
  }

  /** Adds a listener for new checkpoints. */
  watch(heard: (stream: string, checkpoint: KeptCheckpoint) => void): void {
    this.#listeners.add(heard)
  }

  /**
   * The time at which a stream was last found signed to its end, by the steady clock; undefined if this process has not
   * checked it.
   */
  signedAt(stream: string): number | undefined {
    return this.#signedAt.get(stream)
  }

  /** Signs a stream as it is on disk now. If no entry was added, the last checkpoint is returned. */
  make(stream: string): Promise<KeptCheckpoint | null> {
    return this.#inTurn(stream, () => this.#made(stream, [this.#signer]))
  }

  /**
   * Changes to this key. The present streams are signed by both, so that clients who trust the old key learn of the new
   * one.
   */
  async change(signer: Signer, streams: readonly string[]): Promise<void> {
    const before = this.#signer
    this.#signer = signer
    for (const stream of streams) await this.#inTurn(stream, () => this.#made(stream, [before, signer], true))
  }

  /** Adds signatures of others to a checkpoint. */
  addSignatures(stream: string, size: number, more: readonly NoteSignature[]): Promise<void> {
    return this.#inTurn(stream, async () => {
      await this.#keep(stream, size, (kept) => (kept === null ? null : withSignatures(kept, more)))
    })
  }

  /**
   * Stores a checkpoint changed by `change`. If another process has changed it meanwhile, it tries again from that
   * version.
   */
  async #keep(stream: string, size: number, change: (kept: string | null) => string | null): Promise<string | null> {
    for (;;) {
      const [found] = await firstItems(this.#journal.checkpoints(stream, size), 1)
      const kept = found?.size === size ? found.note : null
      const note = change(kept)
      if (note === kept || note === null) return note
      if (await this.#journal.saveCheckpoint(stream, { size, note }, kept)) return note
    }
  }

  /** Runs work one after the other for each stream. Signatures that another node has added meanwhile are kept too. */
  #inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(stream) ?? Promise.resolve()).then(work)
    this.#turns.set(
      stream,
      // The caller receives the failure. The next work in the queue starts anyway.
      turn.catch(() => {}),
    )
    return turn
  }

  async #made(stream: string, signers: readonly Signer[], signsAgain = false): Promise<KeptCheckpoint | null> {
    const begun = performance.now()
    try {
      const [last, head] = [await this.#journal.latestCheckpoint(stream), await this.#journal.head(stream)]
      if (head.size === 0 || (last?.size === head.size && !signsAgain)) {
        this.#signedAt.set(stream, begun)
        return last
      }
      const whyNot = this.#whyNot(this.houseKey)
      if (whyNot !== null) throw new Error(whyNot)
      if (last) await this.#mustGoOn(stream, last, head)
      const made = this.#signed(stream, head, signers)
      const note = await this.#keep(stream, head.size, (kept) => (kept === null ? made : joinedNotes(kept, made)))
      const checkpoint = { size: head.size, note: note! }
      this.#signedAt.set(stream, begun)
      if (this.#broken.delete(stream)) this.#onProblem(stream, null)
      for (const heard of this.#listeners) heard(stream, checkpoint)
      return checkpoint
    } catch (error) {
      if (!this.#broken.has(stream)) this.#onProblem(stream, (error as Error).message)
      this.#broken.add(stream)
      return null
    }
  }

  #signed(stream: string, head: TreeHead, signers: readonly Signer[]): string {
    // A house that changes its name begins a new log.
    const own = signers.filter(({ verifier }) => verifier.name === this.#signer.verifier.name)
    const text = writeCheckpoint({ origin: originOf(this.house, stream), ...head })
    return writeNote({ text, signatures: own.map((signer) => sign(text, signerOf(signer, stream))) })
  }

  async #mustGoOn(stream: string, last: KeptCheckpoint, head: TreeHead): Promise<void> {
    const before = readSignedHead(last.note)
    if ('problem' in before) throw new Error(`the last checkpoint cannot be read: ${before.problem}`)
    if (before.size > head.size)
      throw new Error(`there are ${head.size} entries, and ${before.size} were signed before`)
    const proof = await this.#journal.consistency(stream, before.size, head.size)
    if (!isConsistent(before, head, proof)) throw new Error('it does not go on from what was signed before')
  }
}

/** Joins two notes: of the same text, with the signatures of both; of different texts, the second. */
function joinedNotes(first: string, second: string): string {
  const [a, b] = [readNote(first), readNote(second)]
  return 'problem' in a || 'problem' in b || a.text !== b.text ? second : withSignatures(first, b.signatures)
}

/** Keeps one signature for each key, the newest. */
function withSignatures(note: string, more: readonly NoteSignature[]): string {
  const read = readNote(note)
  if ('problem' in read) return note
  const kept = read.signatures.filter((one) => !more.some((other) => isSameKey(one, other)))
  return writeNote({ text: read.text, signatures: [...kept, ...more] })
}
