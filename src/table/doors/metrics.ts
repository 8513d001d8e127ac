import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Floor } from '../floor.ts'

export type Metrics = ReturnType<typeof metricsOf>

/** What operators collect. */
export function metricsOf(floor: Floor) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'croupier_rounds',
    help: 'Rounds opened at a table',
    labelNames: ['table'],
    registers,
    collect() {
      for (const [table, { host }] of floor.rooms) this.set({ table }, host.state.roundsOpened)
    },
  })
  new Gauge({
    name: 'croupier_journal_sequence',
    help: 'The last entry of a table that is on disk',
    labelNames: ['table'],
    registers,
    collect() {
      for (const [table, { host }] of floor.rooms) this.set({ table }, host.durable)
    },
  })
  new Gauge({
    name: 'croupier_table_stopped',
    help: '1 when a table stopped',
    labelNames: ['table'],
    registers,
    collect() {
      for (const [table, { host }] of floor.rooms) this.set({ table }, host.stopped ? 1 : 0)
    },
  })
  new Counter({
    name: 'croupier_alarms_total',
    help: 'Alarms raised',
    registers,
    collect() {
      this.reset()
      this.inc(floor.alarmsRaised)
    },
  })
  return {
    registry,
    connections: new Gauge({ name: 'croupier_connections', help: 'WebSocket connections', registers }),
    resyncs: new Counter({
      name: 'croupier_resyncs_total',
      help: 'Clients dropped because they read too slowly',
      registers,
    }),
    commands: new Counter({
      name: 'croupier_commands_total',
      help: 'Commands by outcome',
      labelNames: ['outcome'],
      registers,
    }),
  }
}
