/** The server's settings that are checked first. */
export type ServerFacts = {
  version: number
  versionName: string
  isStandby: boolean
  isReadOnly: boolean
  fsync: string
  synchronousCommit: string
  fullPageWrites: string
  encoding: string
  timeline: number
  pid: number
  since: string
}

/** The oldest PostgreSQL that its developers still support. */
const OLDEST = 15

/**
 * `$1`: the schema for all later statements, set in one round trip with the questions. Every statement uses an index. A
 * plan that was made while the tables were small, and would read them whole, must not stay in use, so the plan is made
 * once and does not depend on the parameters.
 */
export const askFacts = `
  SELECT set_config('search_path', $1, false),
    set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false),
    set_config('enable_mergejoin', 'off', false), set_config('jit', 'off', false),
    set_config('plan_cache_mode', 'force_generic_plan', false),
    set_config('default_transaction_isolation', 'read committed', false),
    current_setting('server_version_num')::int AS version,
    current_setting('server_version') AS "versionName",
    pg_is_in_recovery() AS "isStandby",
    current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS "synchronousCommit",
    current_setting('full_page_writes') AS "fullPageWrites",
    current_setting('server_encoding') AS encoding,
    CASE WHEN pg_is_in_recovery() THEN 0
      ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int END AS timeline,
    pg_backend_pid() AS pid,
    (SELECT backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS since`

/**
 * The reason why a house must not be kept on such a server; null if it may. An acknowledged entry must survive a power
 * cut.
 */
export function serverProblem(facts: ServerFacts): string | null {
  const { version, versionName, fsync, synchronousCommit, fullPageWrites, encoding } = facts
  if (version < OLDEST * 10_000) return `it is PostgreSQL ${versionName}, and ${OLDEST} is the oldest that will do`
  if (fsync !== 'on') return 'it runs with fsync = off: a power cut would lose what was acknowledged'
  if (synchronousCommit === 'off')
    return 'it runs with synchronous_commit = off: a crash would lose what was acknowledged'
  if (fullPageWrites !== 'on') return 'it runs with full_page_writes = off: a power cut could tear its pages'
  return encoding === 'UTF8' ? null : `its database is encoded in ${encoding}, and must be in UTF8`
}

/**
 * The reason why the server cannot be written now; null if it can. Another server, or the same one later, may be
 * writable.
 */
export function writeProblem({ isStandby, isReadOnly }: ServerFacts): string | null {
  if (isStandby) return 'it is a standby'
  return isReadOnly ? 'it may only be read (default_transaction_read_only)' : null
}
