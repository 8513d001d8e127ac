import { EventEmitter, once } from 'node:events'
import type { VerifierKey } from '../../proof/keys.ts'
import { isCosigned } from '../../proof/notes.ts'
import type { KeptCheckpoint } from '../../record/stored-entry.ts'
import type { Journal } from '../journal/journal.ts'

/** How long a receipt waits for witnesses to sign a checkpoint that was just made. */
const COSIGNED_WITHIN_MS = 2_000
/** The number of recent checkpoints that are searched for one with enough cosignatures. */
const LOOKED_BACK = 200

export type CosignedOptions = {
  journal: Pick<Journal, 'latestCheckpoint'>
  witnesses: readonly VerifierKey[]
  /** How many of the witnesses must have signed. */
  quorum: number
  withinMs?: number
}

/** Checkpoints that have the cosignatures which the house requires of its receipts. */
export class CosignedCheckpoints {
  readonly #options: CosignedOptions
  /** The newest one found of each stream. Its size never decreases. */
  readonly #newest = new Map<string, KeptCheckpoint>()
  readonly #cosigned = new EventEmitter().setMaxListeners(0)

  constructor(options: CosignedOptions) {
    this.#options = options
  }

  /** Notes that the store has another cosigned checkpoint of this stream. */
  heard(stream: string): void {
    this.#cosigned.emit(stream)
  }

  /** The newest one of a stream; null if there is none yet. */
  async newest(stream: string): Promise<KeptCheckpoint | null> {
    const { journal } = this.#options
    const known = this.#newest.get(stream) ?? null
    let found = await journal.latestCheckpoint(stream)
    for (let looked = 1; found && !this.#isCosigned(found); looked++) {
      if (looked === LOOKED_BACK || (known && found.size <= known.size)) return known
      found = await journal.latestCheckpoint(stream, found.size)
    }
    if (found) this.#newest.set(stream, found)
    return found
  }

  /** The newest one, as soon as it covers this number of entries. After some time, the newest there is. */
  async covering(stream: string, size: number): Promise<KeptCheckpoint | null> {
    const patience = AbortSignal.timeout(this.#options.withinMs ?? COSIGNED_WITHIN_MS)
    for (;;) {
      const heard = once(this.#cosigned, stream, { signal: patience }).then(
        () => true,
        () => false,
      )
      const found = await this.newest(stream)
      if ((found && found.size >= size) || this.#options.quorum === 0 || !(await heard)) return found
    }
  }

  #isCosigned({ note }: KeptCheckpoint): boolean {
    const { witnesses, quorum } = this.#options
    return isCosigned(note, witnesses, quorum)
  }
}
