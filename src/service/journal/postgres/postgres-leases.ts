import {
  HANDOVER_MS,
  LEASE_MS,
  type Lease,
  type Leases,
  type NodeFacts,
  type NodeReport,
  noReport,
  type Roster,
  type Standby,
  type Standbys,
} from '../leases.ts'
import type { Client } from './driver.ts'
import type { Line } from './line.ts'

/**
 * Leases in the database, by its clock. A node renews its sign of life every second, in one row. A lease runs as long
 * as the sign of life of the node that took it, in the same life: a node that was started again under its name has no
 * leases. The clock may be set back, and a promoted standby's may be behind. So a time counts only while it is near: an
 * end further ahead than one lease is over, and a time that was noted further ahead than one lease is long ago.
 */

const timeAfter = (nth: number): string => `clock_timestamp() + $${nth} * interval '1 millisecond'`

/** The report of a node is a row of `about`, under its name. It is written only when it changes. */
const reportOf = (id: string): string => `'node ' || ${id}`

/** A request to a node holds for its present life: after a restart it takes its share. */
const beat = {
  name: 'beat',
  text: `
    WITH reported AS (
      INSERT INTO about (name, value) VALUES (${reportOf('$1::text')}, $9)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE about.value <> excluded.value
    )
    INSERT INTO nodes (id, address, link, version, started_at, is_draining, is_to_drain, behind, beat_at, until)
    VALUES ($1, $2, $3, $4, $5, $6, false, $8, clock_timestamp(), ${timeAfter(7)})
    ON CONFLICT (id) DO UPDATE SET address = excluded.address, link = excluded.link, version = excluded.version,
      started_at = excluded.started_at, is_draining = excluded.is_draining,
      is_to_drain = nodes.is_to_drain AND nodes.started_at = excluded.started_at, behind = excluded.behind, beat_at = excluded.beat_at, until = excluded.until`,
}

/** Whether a time is in the future, and at most `nth` milliseconds ahead. */
const isAhead = (time: string, nth: number): string => `${time} > clock_timestamp() AND ${time} <= ${timeAfter(nth)}`

/** Leases that a node took at least one lease ago and does not report as held: it has dropped them. */
const free = {
  name: 'free',
  text: `
    UPDATE leases SET node = NULL, heir = NULL WHERE node = $1
      AND taken_at NOT BETWEEN clock_timestamp() - $3 * interval '1 millisecond' AND ${timeAfter(3)}
      AND NOT EXISTS (SELECT FROM json_to_recordset($2) AS h(stream text, epoch bigint) WHERE (h.stream, h.epoch) = (leases.stream, leases.epoch))`,
}

const FORGOTTEN_AFTER_MS = 3_600_000

const forget = {
  name: 'forget',
  text: `
    WITH gone AS (DELETE FROM nodes WHERE until < clock_timestamp() - interval '${FORGOTTEN_AFTER_MS} milliseconds' RETURNING id)
    DELETE FROM about USING gone WHERE name = ${reportOf('gone.id')}`,
}

const inMs = (since: string): string => `(extract(epoch FROM ${since}) * 1000)::float8`

/** `leftMs`: the time that the leases of a node still run. */
const selectNodes = {
  name: 'nodes',
  text: `
    SELECT id, address, link, version, started_at AS "startedAt", is_draining OR is_to_drain AS "isDraining", behind,
      abs(${inMs('clock_timestamp() - beat_at')}) AS "ageMs", about.value AS report,
      CASE WHEN ${isAhead('until', 1)} THEN ${inMs('until - clock_timestamp()')} ELSE 0 END AS "leftMs"
    FROM nodes LEFT JOIN about ON about.name = ${reportOf('nodes.id')} ORDER BY id`,
}

/**
 * A mark that changes whenever a lease is taken, released or freed: epochs only grow, and every new owner has a new
 * one. The time distinguishes two such changes if a promoted standby had lost the first.
 */
const markOfLeases = `SELECT count(node) || ' ' || coalesce(sum(epoch), 0) || ' ' || coalesce(max(taken_at)::text, '') FROM leases`

/** Selects all leases, unless none has changed since this mark. */
const selectLeases = {
  name: 'leases',
  text: `
    SELECT stream, coalesce(node, '') AS node, epoch, started_at AS "startedAt", ${inMs('taken_at')} AS "takenAt"
    FROM leases WHERE (${markOfLeases}) <> $1 ORDER BY stream`,
}

const selectNow = { name: 'now', text: `SELECT ${inMs('clock_timestamp()')} AS now, (${markOfLeases}) AS mark` }

/** The second node waits for the first, and then finds the lease running. */
const take = {
  name: 'take',
  text: `
    INSERT INTO leases AS l (stream, node, started_at, epoch, taken_at)
    SELECT $1, id, started_at, 1, clock_timestamp() FROM nodes WHERE id = $2 AND ${isAhead('until', 3)}
    ON CONFLICT (stream) DO UPDATE SET node = excluded.node, started_at = excluded.started_at, epoch = l.epoch + 1,
      taken_at = clock_timestamp(), heir = NULL, heir_until = NULL
    WHERE NOT EXISTS (SELECT FROM nodes n WHERE (n.id, n.started_at) = (l.node, l.started_at) AND ${isAhead('n.until', 3)})
      AND (l.heir IS NULL OR l.heir = $2 OR NOT (${isAhead('l.heir_until', 4)}))
    RETURNING epoch`,
}

const release = {
  name: 'release',
  text: `
    UPDATE leases SET node = NULL, heir = $4, heir_until = ${timeAfter(5)} WHERE (stream, node, epoch) = ($1, $2, $3)`,
}

const drain = { name: 'drain', text: 'UPDATE nodes SET is_to_drain = $2 WHERE id = $1' }

const leave = {
  name: 'leave',
  text: `
    WITH gone AS (DELETE FROM nodes WHERE id = $1), report AS (DELETE FROM about WHERE name = ${reportOf('$1::text')})
    UPDATE leases SET node = NULL, heir = NULL WHERE node = $1`,
}

/** A user without the right to see more gets one row for each standby, without its state. */
const selectStandbys = {
  name: 'standbys',
  text: `
    SELECT pid, coalesce(application_name, '') AS name, coalesce(sync_state IN ('sync', 'quorum'), false) AS "isSynchronous", state,
      ${inMs('replay_lag')} AS "lagMs", current_setting('synchronous_standby_names') AS names
    FROM (SELECT) AS one LEFT JOIN pg_stat_replication ON true ORDER BY name`,
}

type NodeRow = Omit<Roster['nodes'][number], keyof NodeReport> & { report: string | null; leftMs: number }
type StandbyRow = Omit<Standby, 'state'> & { state: string | null; names: string; pid: number | null }
type LeaseRow = Lease & { startedAt: string; takenAt: number }

export class PostgresLeases implements Leases {
  readonly #line: Line
  readonly #lastMs: number
  /** The leases as they were at this mark. */
  #known: { mark: string; leases: readonly LeaseRow[] } = { mark: '', leases: [] }
  /** A node is due to be removed from the roster. */
  #isLongGone = true

  constructor(line: Line, lastMs = LEASE_MS) {
    this.#line = line
    this.#lastMs = lastMs
  }

  /**
   * The statements are sent without waiting between them and answered in one round trip, unless there is a lease to
   * free.
   */
  beat(me: NodeFacts, held: readonly Lease[], report = noReport): Promise<Roster> {
    const { id, address, link, version, startedAt, isDraining, behind } = me
    return this.#line.use(async (client) => {
      const asked = Promise.all([
        client.query({
          ...beat,
          values: [id, address, link, version, startedAt, isDraining, this.#lastMs, behind, JSON.stringify(report)],
        }),
        this.#isLongGone ? client.query(forget) : null,
      ])
      const [roster] = await Promise.all([this.#rosterBy(client), asked])
      if (!hasDropped(roster, id, held)) return roster
      const mine = JSON.stringify(held.map(({ stream, epoch }) => ({ stream, epoch })))
      await client.query({ ...free, values: [id, mine, this.#lastMs] })
      return this.#rosterBy(client)
    })
  }

  /** The mark is read first: later changes are found by the next beat. */
  async #rosterBy(client: Client): Promise<Roster> {
    const { mark: before } = this.#known
    const [clock, nodes, changed] = await Promise.all([
      client.query<{ now: number; mark: string }>(selectNow),
      client.query<NodeRow>({ ...selectNodes, values: [this.#lastMs] }),
      client.query<LeaseRow>({ ...selectLeases, values: [before] }),
    ])
    const { now, mark } = clock.rows[0]!
    if (mark !== before) this.#known = { mark, leases: changed.rows }
    this.#isLongGone = nodes.rows.some(({ ageMs }) => ageMs > FORGOTTEN_AFTER_MS)
    const left = new Map(nodes.rows.map(({ id, startedAt, leftMs }) => [`${startedAt} ${id}`, leftMs]))
    return {
      now,
      nodes: nodes.rows.map(({ report, leftMs: _, ...node }) => ({
        ...node,
        ...noReport,
        ...JSON.parse(report ?? '{}'),
      })),
      leases: this.#known.leases.map(({ startedAt, ...lease }) => ({
        ...lease,
        leftMs: left.get(`${startedAt} ${lease.node}`) ?? 0,
      })),
    }
  }

  roster(): Promise<Roster> {
    return this.#line.use((client) => this.#rosterBy(client))
  }

  async take(stream: string, me: string): Promise<Lease | null> {
    const { rows } = await this.#line.use((client) =>
      client.query<{ epoch: number }>({ ...take, values: [stream, me, this.#lastMs, HANDOVER_MS] }),
    )
    return rows[0] ? { stream, node: me, epoch: rows[0].epoch } : null
  }

  async release({ stream, node, epoch }: Lease, to?: string): Promise<void> {
    const values = [stream, node, epoch, to ?? null, HANDOVER_MS]
    await this.#line.use((client) => client.query({ ...release, values }))
  }

  async drain(node: string, isToDrain: boolean): Promise<boolean> {
    const { rowCount } = await this.#line.use((client) => client.query({ ...drain, values: [node, isToDrain] }))
    return rowCount === 1
  }

  async leave(me: string): Promise<void> {
    await this.#line.use((client) => client.query({ ...leave, values: [me] }))
  }

  async standbys(): Promise<Standbys> {
    const { rows } = await this.#line.use((client) => client.query<StandbyRow>(selectStandbys))
    const list = rows.filter(({ pid }) => pid !== null).map(({ names: _, pid: __, ...standby }) => standby)
    return { names: rows[0]!.names, list: list.some(({ state }) => state === null) ? null : (list as Standby[]) }
  }
}

/** Whether the database has a lease of this node that the node does not hold. */
function hasDropped({ leases }: Roster, me: string, held: readonly Lease[]): boolean {
  const epochs = new Map(held.map(({ stream, epoch }) => [stream, epoch]))
  return leases.some(({ node, stream, epoch }) => node === me && epochs.get(stream) !== epoch)
}
