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
}

export type Metrics = ReturnType<typeof metricsOf>

/** What operators collect. */
export function metricsOf(floor: Floor, figures: (() => NodeFigures | null) | null = null) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  if (figures) addNodeMetrics(registry, figures)
  const perTable = (name: string, help: string, value: (stream: TableStream) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['table'],
      registers,
      collect() {
        for (const [id, { table }] of floor.rooms) this.set({ table: id }, value(table))
      },
    })
  perTable('croupier_rounds', 'Rounds opened at a table', ({ settled }) => settled.state.roundsOpened)
  perTable('croupier_journal_sequence', 'The last entry of a table that is on disk', ({ durable }) => durable)
  perTable('croupier_table_stopped', '1 when a table stopped', ({ stopped }) => (stopped ? 1 : 0))
  new Gauge({
    name: 'croupier_house_stopped',
    help: '1 when the house itself stopped: people, terminals and tickets',
    registers,
    collect() {
      this.set(floor.house.stopped ? 1 : 0)
    },
  })
  new Counter({
    name: 'croupier_alarms_total',
    help: 'Alarms raised',
    registers,
    collect() {
      this.reset()
      this.inc(floor.alarms.raised)
    },
  })
  const commands = new Counter({
    name: 'croupier_commands_total',
    help: 'Commands by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const [accepted, refused, fault] = ['accepted', 'refused', 'fault'].map((outcome) => {
    const counter = commands.labels({ outcome })
    // There from the start: of a counter that appears with its first fault no rate can be told.
    counter.inc(0)
    return counter
  })
  return {
    registry,
    commanded: (reply: Reply) => ('done' in reply ? accepted! : isFault(reply) ? fault! : refused!).inc(),
    connections: new Gauge({ name: 'croupier_connections', help: 'WebSocket connections', registers }),
    resyncs: new Counter({
      name: 'croupier_resyncs_total',
      help: 'Clients dropped because they read too slowly',
      registers,
    }),
    held: new Counter({
      name: 'croupier_sockets_held_total',
      help: 'Times that a socket was not read for a while, because it was over its allowance',
      registers,
    }),
    shownOut: new Counter({
      name: 'croupier_sockets_shown_out_total',
      help: 'Sockets closed because they went on, or were too many',
      registers,
    }),
  }
}

function addNodeMetrics(registry: Registry, figures: () => NodeFigures | null): void {
  const registers = [registry]
  const total = (name: string, help: string, count: (node: NodeFigures) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        const node = figures()
        this.reset()
        this.inc(node ? count(node) : 0)
      },
    })
  const gauge = (name: string, help: string, value: (node: NodeFigures) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const node = figures()
        this.set(node ? value(node) : 0)
      },
    })
  total('croupier_owner_changes_total', 'Tables that came to this node', (node) => node.ownerChanges)
  total('croupier_leases_lost_total', 'Leases that ran out at this node', (node) => node.leasesLost)
  total(
    'croupier_appends_fenced_total',
    'Tables lost because the store took an append no more',
    (node) => node.appendsFenced,
  )
  total('croupier_forwarded_commands_total', 'What was passed on to the owner of a table', (node) => node.forwarded)
  gauge('croupier_follower_lag_entries', 'Entries heard of and not read yet', (node) => node.behind)
  gauge(
    'croupier_lease_age_seconds',
    'Since the leases of this node were renewed; 0 if it has none',
    (node) => (node.leaseAgeMs ?? 0) / 1000,
  )
}

/** The request was valid, and the service could not decide it. */
const isFault = (reply: Reply): boolean =>
  'problem' in reply && (reply.problem === 'unavailable' || reply.problem === 'failed')
