import { toBase64 } from '../../proof/bytes.ts'
import { readSignedHead } from '../../proof/checkpoints.ts'
import type { VerifierKey } from '../../proof/keys.ts'
import { type NoteSignature, readNote, readSignatures, verifyNote } from '../../proof/notes.ts'
import type { KeptCheckpoint } from '../../record/stored-entry.ts'
import type { Journal } from '../journal/journal.ts'

/** A witness to which the house sends its checkpoints; `name`: for people. */
export type WitnessPlan = { name: string; key: VerifierKey; url: string }

/** News of one witness. `since`: the time of its last answer, or of the first request. */
export type WitnessNews =
  | { news: 'refused'; stream: string; why: string }
  | { news: 'silent'; why: string }
  | { news: 'heard' }

export type WitnessLinkOptions = {
  plan: WitnessPlan
  journal: Journal
  /** A valid cosignature. */
  onSigned: (stream: string, size: number, signatures: readonly NoteSignature[]) => void
  onNews: (news: WitnessNews) => void
  timeoutMs?: number
  retryMs?: number
  /** The time without an answer after which operators are notified. */
  silentAfterMs?: number
}

const TIMEOUT_MS = 10_000
const RETRY_MS = 5_000
const SILENT_AFTER_MS = 60_000
/** The most bytes of a witness's answer, which is short. */
const ANSWER_MAX = 100_000

type Answer = { signatures: readonly NoteSignature[] } | { size: number } | { refused: string }

/**
 * Sends checkpoints to one witness (C2SP tlog-witness): the newest of each stream, one at a time. A refusal is reported
 * once, and the next checkpoint is sent nevertheless. Failed deliveries are retried. No command waits for it.
 */
export class WitnessLink {
  readonly #options: WitnessLinkOptions
  /** The newest checkpoint of each stream that it has not signed yet. */
  readonly #waiting = new Map<string, KeptCheckpoint>()
  /** The size of each stream at the witness, by its answers. */
  readonly #sizes = new Map<string, number>()
  readonly #refused = new Set<string>()
  readonly #end = new AbortController()
  #isSending = false
  #failingSince: number | null = null
  /** The time since when the witness has been behind with its signatures. */
  #behindSince: number | null = null
  #isSilent = false
  #retry: NodeJS.Timeout | null = null

  constructor(options: WitnessLinkOptions) {
    this.#options = options
  }

  send(stream: string, checkpoint: KeptCheckpoint): void {
    this.#waiting.set(stream, checkpoint)
    this.#behindSince ??= performance.now()
    if (!this.#isSending && !this.#retry) void this.#drain()
  }

  get name(): string {
    return this.#options.plan.name
  }

  /** Milliseconds for which the witness has been behind with its signatures; 0 if it has signed everything. */
  get behindMs(): number {
    return this.#behindSince === null ? 0 : performance.now() - this.#behindSince
  }

  close(): void {
    this.#end.abort()
    if (this.#retry) clearTimeout(this.#retry)
    this.#waiting.clear()
  }

  async #drain(): Promise<void> {
    this.#isSending = true
    for (const [stream, checkpoint] of this.#waiting) {
      if (!(await this.#sent(stream, checkpoint))) break
      if (this.#waiting.get(stream) === checkpoint) this.#waiting.delete(stream)
    }
    this.#isSending = false
    if (this.#waiting.size === 0 && this.#refused.size === 0) this.#behindSince = null
    if (this.#waiting.size > 0 && !this.#end.signal.aborted) this.#tryLater()
  }

  #tryLater(): void {
    const wait = this.#failingSince === null ? 0 : (this.#options.retryMs ?? RETRY_MS)
    this.#retry = setTimeout(() => {
      this.#retry = null
      void this.#drain()
    }, wait).unref()
  }

  /** Returns false if the checkpoint did not arrive and should be sent again. */
  async #sent(stream: string, checkpoint: KeptCheckpoint): Promise<boolean> {
    try {
      let answer = await this.#ask(stream, checkpoint)
      // The witness knows another size, so the proof is made from that one.
      if ('size' in answer) {
        this.#sizes.set(stream, answer.size)
        answer = await this.#ask(stream, checkpoint)
      }
      this.#heard()
      this.#take(stream, checkpoint, answer)
      return true
    } catch (error) {
      if (!this.#end.signal.aborted) this.#missed(error as Error)
      return false
    }
  }

  async #ask(stream: string, { size, note }: KeptCheckpoint): Promise<Answer> {
    const old = this.#sizes.get(stream) ?? 0
    if (old > size) return { refused: `it has signed ${old} entries, and there are ${size}` }
    const proof = await this.#options.journal.consistency(stream, old, size)
    const body = `${[`old ${old}`, ...proof.map(toBase64), '', ''].join('\n')}${note}`
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS)
    const response = await fetch(new URL('add-checkpoint', withSlash(this.#options.plan.url)), {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.any([timeout, this.#end.signal]),
    })
    const text = (await response.text()).slice(0, ANSWER_MAX)
    // An error of the witness itself is not a refusal.
    if (response.status >= 500 || response.status === 429) throw new Error(`it answers ${response.status}`)
    return this.#read(response.status, text, note)
  }

  #read(status: number, text: string, note: string): Answer {
    if (status === 409 && /^\d{1,15}\n?$/.test(text)) return { size: Number(text) }
    if (status !== 200) return { refused: `${status}: ${oneLine(text)}` }
    const signatures = readSignatures(text)
    const checkpoint = readNote(note)
    if ('problem' in signatures || 'problem' in checkpoint) return { refused: 'it answers with no signature' }
    const own = verifyNote({ text: checkpoint.text, signatures }, [this.#options.plan.key])
    if ('problem' in own || own.length === 0) return { refused: 'its signature is not that of its key' }
    const { name } = this.#options.plan.key
    return { signatures: signatures.filter((one) => one.name === name) }
  }

  #take(stream: string, { size, note }: KeptCheckpoint, answer: Answer): void {
    if ('signatures' in answer) {
      this.#sizes.set(stream, size)
      this.#options.onSigned(stream, size, answer.signatures)
      if (this.#refused.delete(stream) && this.#refused.size === 0) this.#options.onNews({ news: 'heard' })
      return
    }
    const why = 'refused' in answer ? answer.refused : conflictText(size, answer.size)
    const head = readSignedHead(note)
    if (!this.#refused.has(stream) && !('problem' in head)) this.#options.onNews({ news: 'refused', stream, why })
    this.#refused.add(stream)
  }

  #heard(): void {
    this.#failingSince = null
    if (this.#isSilent) this.#options.onNews({ news: 'heard' })
    this.#isSilent = false
  }

  #missed(error: Error): void {
    this.#failingSince ??= performance.now()
    const { silentAfterMs = SILENT_AFTER_MS } = this.#options
    if (this.#isSilent || performance.now() - this.#failingSince < silentAfterMs) return
    this.#isSilent = true
    this.#options.onNews({ news: 'silent', why: causeOf(error) })
  }
}

/** The reason why a witness still disagrees after the proof was made from the size that it named. */
const conflictText = (size: number, held: number): string =>
  held === size ? `it has signed another history of ${held} entries` : `it says that it has signed ${held} entries`

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)
const oneLine = (text: string): string => text.split('\n')[0]!.slice(0, 200)
const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message)
