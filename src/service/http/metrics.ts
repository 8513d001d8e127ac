import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Floor } from '../floor/floor.ts'
import type { Reply } from '../floor/reply.ts'
import type { TableStream } from '../stream/table-stream.ts'

/** What a node of several counts. `leaseAgeMs`: since its leases were last renewed; null: it holds none. */
export type NodeFigures = {
  ownerChanges: number
  leasesLost: number
  appendsFenced: number
  forwarded: number
  behind: number
  leaseAgeMs: number | null
  links: { framesSent: number; bytesSent: number; ms: number }
  linkStates: readonly { node: string; isUp: boolean }[]
  clockMs: number
}

export type Metrics = ReturnType<typeof metricsOf>

/** What operators collect. */
export function metricsOf(floor: Floor, figures: (() => NodeFigures | null) | null = null) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addFloorMetrics(registry, floor)
  if (figures) addNodeMetrics(registry, figures)
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name, help, registers })
  return {
    registry,
    commanded: commandCounter(registry),
    connections: new Gauge({ name: 'croupier_connections', help: 'WebSocket connections', registers }),
    resyncs: counter('croupier_resyncs_total', 'Clients dropped because they read too slowly'),
    held: counter(
      'croupier_sockets_held_total',
      'Times that a socket was not read for a while, because it was over its allowance',
    ),
    shownOut: counter('croupier_sockets_shown_out_total', 'Sockets closed because they went on, or were too many'),
  }
}

/** Adds a gauge whose value is read when it is collected. */
const addGauge = (registry: Registry, name: string, help: string, value: () => number) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value())
    },
  })

/** Adds a counter whose total is read when it is collected. */
const addTotal = (registry: Registry, name: string, help: string, total: () => number) =>
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(total())
    },
  })

function addFloorMetrics(registry: Registry, { rooms, house, tickets, alarms }: Floor): void {
  const perTable = (name: string, help: string, value: (stream: TableStream) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['table'],
      registers: [registry],
      collect() {
        for (const [id, { table }] of rooms) this.set({ table: id }, value(table))
      },
    })
  perTable('croupier_rounds', 'Rounds opened at a table', ({ settled }) => settled.state.roundsOpened)
  perTable('croupier_journal_sequence', 'The last entry of a table that is on disk', ({ durable }) => durable)
  perTable('croupier_table_stopped', '1 when a table stopped', ({ stopped }) => (stopped ? 1 : 0))
  const houseHelp = '1 when the house itself stopped: people and terminals'
  addGauge(registry, 'croupier_house_stopped', houseHelp, () => (house.stopped ? 1 : 0))
  const ticketsHelp = '1 when the record of the tickets stopped'
  addGauge(registry, 'croupier_tickets_stopped', ticketsHelp, () => (tickets.stopped ? 1 : 0))
  addTotal(registry, 'croupier_alarms_total', 'Alarms raised', () => alarms.raised)
}

/** Adds the counter of commands by outcome. Returns how a reply is counted. */
function commandCounter(registry: Registry): (reply: Reply) => void {
  const commands = new Counter({
    name: 'croupier_commands_total',
    help: 'Commands by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const [accepted, refused, fault] = ['accepted', 'refused', 'fault'].map((outcome) => {
    const counter = commands.labels({ outcome })
    // There from the start: of a counter that appears with its first fault no rate can be told.
    counter.inc(0)
    return counter
  })
  return (reply) => ('done' in reply ? accepted! : isFault(reply) ? fault! : refused!).inc()
}

function addNodeMetrics(registry: Registry, figures: () => NodeFigures | null): void {
  const total = (name: string, help: string, count: (node: NodeFigures) => number) =>
    addTotal(registry, name, help, () => valueAt(figures(), count))
  const gauge = (name: string, help: string, value: (node: NodeFigures) => number) =>
    addGauge(registry, name, help, () => valueAt(figures(), value))
  const fenced = 'Tables lost because the store took an append no more'
  const linkTime = 'Time spent on writing and reading messages between nodes'
  const leaseAge = 'Since the leases of this node were renewed; 0 if it has none'
  total('croupier_owner_changes_total', 'Tables that came to this node', (node) => node.ownerChanges)
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
  new Gauge({
    name: 'croupier_link_up',
    help: '1 when there is a link to a living node, 0 when there is none',
    labelNames: ['node'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { node, isUp } of figures()?.linkStates ?? []) this.set({ node }, isUp ? 1 : 0)
    },
  })
}

const valueAt = (node: NodeFigures | null, value: (node: NodeFigures) => number): number => (node ? value(node) : 0)

/** The request was valid, and the service could not decide it. */
const isFault = (reply: Reply): boolean =>
  'problem' in reply && (reply.problem === 'unavailable' || reply.problem === 'failed')
