import type { Socket } from 'node:net'
import pg from 'pg'

/** Queries of this process to PostgreSQL. `appends`: those that write entries; `bytes`: both ways. */
export type Queries = { statements: number; appends: number; bytes: number }

type Session = { connection: { stream: Socket } }

const sessions = new Set<Session>()
let [statements, appends] = [0, 0]

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const { name = '' } = given[0] as { name?: string }
  sessions.add(this as unknown as Session)
  statements++
  if (name.startsWith('append')) appends++
  return Reflect.apply(query, this, given)
} as typeof query

export function queriesSoFar(): Queries {
  let bytes = 0
  for (const { connection } of sessions) bytes += connection.stream.bytesRead + connection.stream.bytesWritten
  return { statements, appends, bytes }
}
