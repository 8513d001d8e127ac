import type { Client } from './driver.ts'

const ROUNDS = 3

/**
 * The reason why sessions are not kept between this client and the server; null if they are. A session that is
 * connected directly has the number that the server gave it at its start. Behind a pooler a second session, held in a
 * transaction, shows whether the first one still has its own server process. `open`: opens the second session.
 */
export async function poolerProblem(client: Client, open: () => Promise<Client>): Promise<string | null> {
  const first = await backendOf(client)
  if (first === (client as unknown as { processID: number }).processID) return null
  const other = await open()
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await other.query('BEGIN')
      if ((await backendOf(other)) === first || (await backendOf(client)) !== first) return sharedSessions
      await other.query('COMMIT')
    }
    return null
  } catch (error) {
    // In statement mode PgBouncer refuses every transaction.
    if (/statement pooling/.test((error as Error).message)) return sharedSessions
    throw error
  } finally {
    // A session that is not used may close as it likes.
    other.end().catch(() => {})
  }
}

const sharedSessions =
  'a pooler that gives each transaction another session, such as PgBouncer in transaction mode, answers there; ' +
  'set pool_mode = session, or connect to PostgreSQL itself'

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]!.pid
}
