import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type BackupMark, noBackups } from '../backup-mark.ts'
import type { Floor } from '../floor/floor.ts'
import type { Reply } from '../floor/reply.ts'
import { addFloorMetrics, addGauge, addGauges, addTotal } from './floor-metrics.ts'

/**
 * Figures of one node of a cluster. `leaseAgeMs`: the time since its leases were last renewed; null if it holds none.
 */
export type NodeFigures = {
  ownerChanges: number
  takeovers: number
  leasesLost: number
  appendsFenced: number
  forwarded: number
  behind: number
  leaseAgeMs: number | null
  links: { framesSent: number; bytesSent: number; ms: number }
  linkStates: readonly { node: string; isUp: boolean }[]
  clockMs: number
}

/**
 * `figures`: of a node of a cluster. `commits`: the histogram of appends. `backups`: the times of the last backup and
 * drill.
 */
export type MetricSources = {
  figures?: (() => NodeFigures | null) | null
  commits?: CommitHistogram
  backups?: () => BackupMark
}

export type Metrics = ReturnType<typeof metricsOf>

/** From half a millisecond, the time of a good disk, to the ten seconds after which a node gives up on another one. */
const LATENCY_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Measures appends to the journal. It is created before the journal is opened, and registered with the other metrics.
 */
export const commitHistogram = () =>
  new Histogram({
    name: 'croupier_journal_commit_seconds',
    help: 'From the moment that entries are given to the journal until they are durable, or have failed',
    labelNames: ['outcome'],
    buckets: LATENCY_BUCKETS,
    registers: [],
  })

export type CommitHistogram = ReturnType<typeof commitHistogram>

/** Collects all metrics of the service. */
export function metricsOf(floor: Floor, { figures = null, commits, backups = () => noBackups }: MetricSources = {}) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Totals that duplicate the labelled gauges. `promtool check metrics` objects to their names.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`)
  addFloorMetrics(registry, floor)
  if (figures) addNodeMetrics(registry, figures)
  if (commits) registry.registerMetric(commits)
  addBackupMetrics(registry, backups)
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name, help, registers })
  return {
    registry,
    commanded: commandMetrics(registry),
    connections: new Gauge({ name: 'croupier_connections', help: 'WebSocket connections', registers }),
    resyncs: counter('croupier_resyncs_total', 'Clients dropped because they read too slowly'),
    limited: counter('croupier_requests_limited_total', 'Requests refused because their caller was over its limit'),
    held: counter(
      'croupier_sockets_held_total',
      'Times that a socket was not read for a while, because it was over its rate limit',
    ),
    shownOut: counter(
      'croupier_sockets_shown_out_total',
      'Sockets closed because they kept sending above the limit, or were too many',
    ),
  }
}

const outcomes = ['accepted', 'refused', 'fault'] as const
export type CommandOutcome = (typeof outcomes)[number]

/** The outcome that a reply is counted as. A fault: the request was valid, but the service could not decide it. */
export function outcomeOfReply(reply: Reply): CommandOutcome {
  if ('done' in reply) return 'accepted'
  const isFault = 'problem' in reply && (reply.problem === 'unavailable' || reply.problem === 'failed')
  return isFault ? 'fault' : 'refused'
}

/** Adds metrics of commands by outcome. Returns the function that counts one. */
function commandMetrics(registry: Registry): (outcome: CommandOutcome, ms: number) => void {
  const labelled = { labelNames: ['outcome' as const], registers: [registry] }
  const commands = new Counter({ name: 'croupier_commands_total', help: 'Commands by outcome', ...labelled })
  const latency = new Histogram({
    name: 'croupier_command_seconds',
    help: 'From the arrival of a command until its answer is durable and leaves, by outcome',
    buckets: LATENCY_BUCKETS,
    ...labelled,
  })
  const counted = outcomes.map((outcome) => {
    const [counter, times] = [commands.labels({ outcome }), latency.labels({ outcome })]
    // Every outcome exists from the start: a rate cannot be computed for a counter that appears with its first fault.
    counter.inc(0)
    latency.zero({ outcome })
    const count = (ms: number): void => {
      counter.inc()
      times.observe(ms / 1_000)
    }
    return [outcome, count] as const
  })
  const byOutcome = Object.fromEntries(counted) as Record<CommandOutcome, (ms: number) => void>
  return (outcome, ms) => byOutcome[outcome](ms)
}

/** A house without a backup of its own has no samples here: alert on their absence too. */
function addBackupMetrics(registry: Registry, backups: () => BackupMark): void {
  const age = (at: string): number => Math.max(0, Date.now() - Date.parse(at)) / 1_000
  const ageOf = (what: keyof BackupMark) => () => {
    const done = backups()[what]
    return done ? [[{}, age(done.at)] as const] : []
  }
  const backupHelp = 'Time since croupier backup last wrote a sound backup with this data folder'
  addGauges(registry, 'croupier_backup_age_seconds', backupHelp, [], ageOf('backup'))
  const drillHelp = 'Time since croupier drill last restored a backup with this data folder'
  addGauges(registry, 'croupier_drill_age_seconds', drillHelp, [], ageOf('drill'))
  const soundHelp = '1 when the last drill found its backup sound'
  addGauges(registry, 'croupier_drill_sound', soundHelp, [], () => {
    const { drill } = backups()
    return drill ? [[{}, drill.isSound ? 1 : 0] as const] : []
  })
}

function addNodeMetrics(registry: Registry, figures: () => NodeFigures | null): void {
  const total = (name: string, help: string, count: (node: NodeFigures) => number) =>
    addTotal(registry, name, help, () => valueAt(figures(), count))
  const gauge = (name: string, help: string, value: (node: NodeFigures) => number) =>
    addGauge(registry, name, help, () => valueAt(figures(), value))
  const fenced = 'Tables lost because the store took an append no more'
  const linkTime = 'Time spent on writing and reading messages between nodes'
  const leaseAge = 'Since the leases of this node were renewed; 0 if it has none'
  const takeovers = 'Tables that this node took because the lease of another one had run out'
  total('croupier_owner_changes_total', 'Tables that this node took over', (node) => node.ownerChanges)
  total('croupier_takeovers_total', takeovers, (node) => node.takeovers)
  total('croupier_leases_lost_total', 'Leases that ran out at this node', (node) => node.leasesLost)
  total('croupier_appends_fenced_total', fenced, (node) => node.appendsFenced)
  total('croupier_forwarded_commands_total', 'What was passed on to the owner of a table', (node) => node.forwarded)
  total('croupier_link_frames_sent_total', 'Frames sent to other nodes', ({ links }) => links.framesSent)
  total('croupier_link_bytes_sent_total', 'Bytes sent to other nodes', ({ links }) => links.bytesSent)
  total('croupier_link_seconds_total', linkTime, ({ links }) => links.ms / 1000)
  gauge('croupier_follower_lag_entries', 'Entries heard of and not read yet', (node) => node.behind)
  gauge('croupier_lease_age_seconds', leaseAge, (node) => (node.leaseAgeMs ?? 0) / 1000)
  const clockAhead = 'By how much the wall clock of this machine is ahead of the clock of the database'
  gauge('croupier_clock_ahead_seconds', clockAhead, (node) => node.clockMs / 1000)
  const linkHelp = '1 when there is a link to a living node, 0 when there is none'
  addGauges(registry, 'croupier_link_up', linkHelp, ['node'], () =>
    (figures()?.linkStates ?? []).map(({ node, isUp }) => [{ node }, isUp ? 1 : 0]),
  )
}

const valueAt = (node: NodeFigures | null, value: (node: NodeFigures) => number): number => (node ? value(node) : 0)
