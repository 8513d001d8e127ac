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
  /** A stream cannot be signed: why; null: it can again. */
  onProblem?: (stream: string, why: string | null) => void
  /** Why this key signs no more; null: it does. */
  whyNot?: (key: string) => string | null
}

/**
 * Signs what the streams of the journal are. Nothing is signed that does not go on from what was signed before, so that
 * the house never contradicts itself; nobody's play waits for it.
 */
export class Checkpointer {
  readonly #journal: Journal
  readonly #whyNot: (key: string) => string | null
  readonly #onProblem: (stream: string, why: string | null) => void
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #listeners = new Set<(stream: string, checkpoint: KeptCheckpoint) => void>()
  readonly #broken = new Set<string>()
  /** When each stream was last found signed to its end. */
  readonly #signedAt = new Map<string, number>()
  #signer: Signer

  constructor({ journal, signer, onProblem = () => {}, whyNot = () => null }: CheckpointerOptions) {
    this.#journal = journal
    this.#signer = signer
    this.#onProblem = onProblem
    this.#whyNot = whyNot
  }

  /** The name that the house signs by. */
  get house(): string {
    return this.#signer.verifier.name
  }

  /** The public half of its key, as a stream's checkpoints are signed by it. */
  keyOf(stream: string): string {
    return writeKey(signerOf(this.#signer, stream).verifier)
  }

  /** The same as it is on record, for all streams. */
  get houseKey(): string {
    return writeKey(this.#signer.verifier)
  }

  /** Called with every checkpoint that is new. */
  watch(heard: (stream: string, checkpoint: KeptCheckpoint) => void): void {
    this.#listeners.add(heard)
  }

  /** When a stream was last found signed to its end, by the clock that only grows; undefined: not by this process. */
  signedAt(stream: string): number | undefined {
    return this.#signedAt.get(stream)
  }

  /** Signs a stream as it is on disk now; where nothing came since, the last checkpoint is the newest. */
  make(stream: string): Promise<KeptCheckpoint | null> {
    return this.#inTurn(stream, () => this.#made(stream, [this.#signer]))
  }

  /** From now on by this key. What the streams are now is signed by both: so whoever trusts the old one learns of the new. */
  async change(signer: Signer, streams: readonly string[]): Promise<void> {
    const before = this.#signer
    this.#signer = signer
    for (const stream of streams) await this.#inTurn(stream, () => this.#made(stream, [before, signer], true))
  }

  /** Somebody else has signed one of the checkpoints. */
  addSignatures(stream: string, size: number, more: readonly NoteSignature[]): Promise<void> {
    return this.#inTurn(stream, async () => {
      await this.#keep(stream, size, (kept) => (kept === null ? null : withSignatures(kept, more)))
    })
  }

  /** What a checkpoint becomes by `change`, where nobody else has changed it meanwhile; else once more, from theirs. */
  async #keep(stream: string, size: number, change: (kept: string | null) => string | null): Promise<string | null> {
    for (;;) {
      const [found] = await firstItems(this.#journal.checkpoints(stream, size), 1)
      const kept = found?.size === size ? found.note : null
      const note = change(kept)
      if (note === kept || note === null) return note
      if (await this.#journal.saveCheckpoint(stream, { size, note }, kept)) return note
    }
  }

  /** One after the other for each stream; among nodes what another has added meanwhile is kept too. */
  #inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(stream) ?? Promise.resolve()).then(work)
    this.#turns.set(
      stream,
      // The caller has the failure; the next turn goes on.
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
    // A house that took another name begins another log.
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

/** Of the same text, with the signatures of both; of another, the second. */
function joinedNotes(first: string, second: string): string {
  const [a, b] = [readNote(first), readNote(second)]
  return 'problem' in a || 'problem' in b || a.text !== b.text ? second : withSignatures(first, b.signatures)
}

/** Of each key one signature, the newest. */
function withSignatures(note: string, more: readonly NoteSignature[]): string {
  const read = readNote(note)
  if ('problem' in read) return note
  const kept = read.signatures.filter((one) => !more.some((other) => isSameKey(one, other)))
  return writeNote({ text: read.text, signatures: [...kept, ...more] })
}
