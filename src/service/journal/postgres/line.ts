import { StoreFault } from '../journal.ts'
import type { Client } from './driver.ts'
import { faultOf, inWords, mustReconnect } from './faults.ts'
import type { DatabaseSession, Primary } from './primary.ts'

/** `begin`: the first statements of every new session. `lost`: a session in use was lost, with the reason. */
type LineOptions = { begin?: (client: Client) => Promise<void>; lost?: (why: string) => void }

/** The time within which a server must end a session. A session that is still there after it may still be writing. */
const END_WITHIN_MS = 5_000

/**
 * One session with the writable server, made when it is needed and made again after a loss. The old session is ended at
 * the server before the new one is used, so that no abandoned statement runs later.
 */
export class Line {
  readonly #primary: Primary
  readonly #options: LineOptions
  #session: Promise<DatabaseSession> | null = null
  #current: DatabaseSession | null = null
  #before: DatabaseSession['facts'] | null = null
  #isClosed = false

  constructor(primary: Primary, options: LineOptions = {}) {
    this.#primary = primary
    this.#options = options
  }

  /**
   * Runs statements. Throws the errors of the journal's contract: a fault that may pass, a conflict, or an unusable
   * store.
   */
  async use<T>(ask: (client: Client) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('the journal is closed')
    const opening = this.#session ?? this.#begun()
    const session = await opening.catch((error) => {
      if (this.#session === opening) this.#session = null
      throw faultOf(error)
    })
    try {
      const result = await ask(session.client)
      if (session.doubt !== null) throw new StoreFault(session.doubt, true)
      return result
    } catch (error) {
      if (mustReconnect(error) || session.doubt !== null) this.#drop(session, error)
      throw faultOf(error)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    // A session that did not open, or is broken already, needs no closing.
    const session = await this.#session?.catch(() => null)
    this.#session = null
    await session?.client.end().catch(() => {}) // it is broken already
  }

  #begun(): Promise<DatabaseSession> {
    const opening = this.#open()
    this.#session = opening
    opening.then(
      (session) => {
        this.#current = session
        session.client.once('end', () => this.#drop(session, new Error('Connection terminated')))
      },
      // The caller of `use` receives the failure.
      () => {},
    )
    return opening
  }

  async #open(): Promise<DatabaseSession> {
    const session = await this.#primary.connect()
    try {
      if (this.#before) await endSession(session.client, this.#before)
      this.#before = null
      await this.#options.begin?.(session.client)
      return session
    } catch (error) {
      cut(session.client)
      throw error
    }
  }

  #drop(session: DatabaseSession, error: unknown): void {
    if (this.#current !== session) return
    this.#current = null
    this.#session = null
    this.#before = session.facts
    cut(session.client)
    if (!this.#isClosed) this.#options.lost?.(inWords(error))
  }
}

/** Rejects the requests without an answer. */
const cut = (client: Client): void => {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/**
 * Ends a session at the server, if it is still that very session: another server may have given its number to another
 * one. A pooler may give the process of the old session to the new one; then the old one has ended.
 */
async function endSession(client: Client, { pid, since }: DatabaseSession['facts']): Promise<void> {
  const { rows } = await client.query<{ isGone: boolean }>(
    'SELECT pg_terminate_backend(pid, $3) AS "isGone" FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2 AND pid <> pg_backend_pid()',
    [pid, since, END_WITHIN_MS],
  )
  if (rows.some(({ isGone }) => !isGone)) throw new StoreFault('an earlier session has not ended yet', true)
}
