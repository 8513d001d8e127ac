import type { ClientConfig } from 'pg'
import { JournalUnusable, StoreFault } from '../journal.ts'
import type { Address, ServerPlace } from './address.ts'
import { type Client, type Driver, typesOf } from './driver.ts'
import { codeOf, faultOf, inWords } from './faults.ts'
import { poolerProblem } from './pooler.ts'
import { askFacts, type ServerFacts, serverProblem, writeProblem } from './server-checks.ts'

/** `doubt`: the server has reported that data of this session may not have reached the standby. */
export type DatabaseSession = { client: Client; facts: ServerFacts; place: string; doubt: string | null }

type Tried = { session: DatabaseSession } | { place: string; why: string; isFinal: boolean }

const CONNECT_WITHIN_MS = 3_000
/** The time in which a server must answer. A slower one is not used. */
const ANSWER_WITHIN_MS = 10_000

/**
 * Finds the writable server among those of an address. If two claim to be it, the one that was promoted later counts.
 * After it was used once, no earlier one is used again.
 */
export class Primary {
  readonly #driver: Driver
  readonly #address: Address
  #timeline = 0

  constructor(driver: Driver, address: Address) {
    this.#driver = driver
    this.#address = address
  }

  /** Connects. Throws a StoreFault if a retry may succeed, otherwise a JournalUnusable. */
  async connect(): Promise<DatabaseSession> {
    const tried = await Promise.all(this.#address.places.map((place) => this.#try(place)))
    const open = tried.flatMap((one) => ('session' in one ? [one.session] : []))
    const [newest, ...others] = open.sort((a, b) => b.facts.timeline - a.facts.timeline)
    // A session that is not used may close as it likes.
    for (const { client } of others) client.end().catch(() => {})
    if (!newest) throw this.#noneOf(tried)
    if (newest.facts.timeline < this.#timeline) {
      // A session that is not used may close as it likes.
      newest.client.end().catch(() => {})
      throw new StoreFault(
        `${this.#address.name}: ${newest.place} is from before a promotion that this house has seen`,
        true,
      )
    }
    this.#timeline = newest.facts.timeline
    return newest
  }

  #noneOf(tried: readonly Tried[]): Error {
    const reasons = tried.flatMap((one) => ('why' in one ? [one] : []))
    const isOne = reasons.length === 1
    const why = reasons.map(({ place, why }) => (isOne ? why : `${place}: ${why}`)).join('; ')
    const text = `the store ${this.#address.name} cannot be used: ${why}`
    return reasons.every(({ isFinal }) => isFinal) ? new JournalUnusable(text) : new StoreFault(text, true)
  }

  async #try({ name, config }: ServerPlace): Promise<Tried> {
    const client = this.#clientFor(config)
    const failed = (why: string, isFinal: boolean): Tried => {
      // A session that is not used may close as it likes.
      client.end().catch(() => {})
      return { place: name, why, isFinal }
    }
    try {
      await client.connect()
      const pooled = await poolerProblem(client, () => this.#openSecond(config))
      if (pooled) return failed(pooled, true)
      const { rows } = await client.query<ServerFacts>(askFacts, [this.#address.schema])
      const facts = rows[0]!
      const problem = serverProblem(facts)
      if (problem) return failed(problem, true)
      const forNow = writeProblem(facts)
      if (forNow) return failed(forNow, false)
      const session: DatabaseSession = { client, facts, place: name, doubt: null }
      client.on('notice', ({ message }) => {
        // The wait for a standby was cancelled: the data is committed here, and perhaps nowhere else.
        if (/synchronous replication/.test(message ?? '')) session.doubt = message!
      })
      return { session }
    } catch (error) {
      // A password or permission that was right before may be in the middle of a change.
      const mayPass = this.#timeline > 0 && /^28/.test(codeOf(error))
      return failed(refusalOf(error, config), !mayPass && isFinal(error))
    }
  }

  #clientFor(config: ClientConfig): Client {
    const client = new this.#driver.Client({
      ...config,
      types: typesOf(this.#driver),
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    // Pending queries report an error. Without any, the next query finds it.
    client.on('error', () => {})
    return client
  }

  async #openSecond(config: ClientConfig): Promise<Client> {
    const client = this.#clientFor(config)
    await client.connect()
    return client
  }
}

/** Faults that a retry cannot cure. */
const isFinal = (error: unknown): boolean =>
  /^(28|3D|42501)/.test(codeOf(error)) || isTlsProblem(error) || !(faultOf(error) as { isPassing?: boolean }).isPassing

const isTlsProblem = (error: unknown): boolean =>
  /SSL|TLS|certificate|CERT_|self-signed|altnames/i.test(`${codeOf(error)} ${(error as Error).message}`)

function refusalOf(error: unknown, { user, database }: ServerPlace['config']): string {
  const code = codeOf(error)
  if (code === '28P01') return `the password of ${user ?? 'its user'} is wrong`
  if (code === '3D000') return `there is no database ${database}; createdb ${database} makes one`
  if (/password must be a string|no password/i.test((error as Error).message))
    return `${user ?? 'its user'} needs a password`
  if (isTlsProblem(error)) return `TLS: ${(error as Error).message.split('\n')[0]}`
  return inWords(error)
}
