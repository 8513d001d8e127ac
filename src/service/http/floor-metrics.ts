import { Counter, Gauge, type Registry } from 'prom-client'
import type { Round } from '../../engine/table.ts'
import { isOpenEvent } from '../../house/significant.ts'
import type { Floor, Room } from '../floor/floor.ts'
import type { TableStream } from '../stream/table-stream.ts'

/** Adds a gauge whose value is read at collection. */
export const addGauge = (registry: Registry, name: string, help: string, value: () => number) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value())
    },
  })

/** Adds a counter whose total is read at collection. */
export const addTotal = (registry: Registry, name: string, help: string, total: () => number) =>
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(total())
    },
  })

type Sample<Label extends string> = readonly [labels: Readonly<Record<Label, string>>, value: number]

/** Adds a gauge whose samples are read at collection. A sample that has disappeared is no longer reported. */
export const addGauges = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  samples: () => Iterable<Sample<Label>>,
) =>
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      // A gauge without labels starts at 0, a value that was not measured.
      if (labelNames.length === 0) this.remove()
      for (const [labels, value] of samples()) this.set(labels as Record<Label, string>, value)
    },
  })

/** Adds the metrics of tables, the house and its tickets. */
export function addFloorMetrics(registry: Registry, floor: Floor): void {
  const { rooms, house, tickets, alarms } = floor
  const perTable = (name: string, help: string, value: (stream: TableStream) => number) =>
    addGauges(registry, name, help, ['table'], () =>
      [...rooms].map(([table, room]) => [{ table }, value(room.table)] as const),
    )
  perTable('croupier_rounds', 'Rounds opened at a table', ({ settled }) => settled.state.roundsOpened)
  perTable('croupier_journal_sequence', 'The last entry of a table that is on disk', ({ durable }) => durable)
  perTable('croupier_table_stopped', '1 when a table stopped', ({ stopped }) => (stopped ? 1 : 0))
  const houseHelp = '1 when the house itself stopped: people and terminals'
  addGauge(registry, 'croupier_house_stopped', houseHelp, () => (house.stopped ? 1 : 0))
  const ticketsHelp = '1 when the record of the tickets stopped'
  addGauge(registry, 'croupier_tickets_stopped', ticketsHelp, () => (tickets.stopped ? 1 : 0))
  addTotal(registry, 'croupier_alarms_total', 'Alarms raised', () => alarms.raised)
  addEventMetrics(registry, floor)
  addRoundMetrics(registry, floor)
  addWheelMetrics(registry, floor)
  addTicketMetrics(registry, floor)
  addProofMetrics(registry, floor)
}

const secondsSince = (then: number): number => (performance.now() - then) / 1_000

/** The phase of each table and since when, as far as this process has seen it. */
class PhaseAges {
  readonly #since = new Map<string, { round: number; phase: Round['phase']; at: number }>()

  constructor(rooms: Floor['rooms']) {
    for (const { table } of rooms.values()) {
      this.#look(table)
      const look = () => this.#look(table)
      table.watch({ recorded: look, leapt: look, restored: look, owned: look })
    }
  }

  seconds({ id }: TableStream): number {
    return secondsSince(this.#since.get(id)!.at)
  }

  #look({ id, settled }: TableStream): void {
    const { roundsOpened: round, round: current } = settled.state
    const known = this.#since.get(id)
    if (known?.phase === current.phase && known.round === round) return
    this.#since.set(id, { round, phase: current.phase, at: performance.now() })
  }
}

/** Only the node that decides a table reports its rounds: elsewhere they may be out of date. */
const decidedHere = ({ rooms }: Floor): (readonly [string, Room])[] =>
  [...rooms].filter(([, { table }]) => table.role !== 'follower')

/** The number of rounds of a table that need a person's decision before play or money continues. */
function waitingRounds({ round, referrals }: TableStream['settled']['state']): number {
  const isReferred = round.phase === 'referred'
  const differs = round.phase === 'outcome-determined' && round.said !== null && round.said.differs !== null
  return referrals.length + (isReferred || differs ? 1 : 0)
}

function addRoundMetrics(registry: Registry, floor: Floor): void {
  const ages = new PhaseAges(floor.rooms)
  const ageHelp = 'How long a table has been in its phase, as far as this process has seen it'
  addGauges(registry, 'croupier_phase_age_seconds', ageHelp, ['table', 'phase'], () =>
    decidedHere(floor).map(([id, { table }]) => {
      const { phase } = table.settled.state.round
      return [{ table: id, phase }, ages.seconds(table)]
    }),
  )
  const waitingHelp = 'Rounds of a table that wait for a decision: referred, or wheel and dealer name different numbers'
  addGauges(registry, 'croupier_rounds_waiting', waitingHelp, ['table'], () =>
    decidedHere(floor).map(([table, room]) => [{ table }, waitingRounds(room.table.settled.state)]),
  )
}

/** The node that owns a table reads its wheel. */
function addWheelMetrics(registry: Registry, { rooms, now }: Floor): void {
  const begun = now()
  const wheels = () => [...rooms].flatMap(([table, { wheel }]) => (wheel ? [{ table, ...wheel.status }] : []))
  const upHelp = '1 while lines come from the wheel of a table'
  addGauges(registry, 'croupier_wheel_up', upHelp, ['table'], () =>
    wheels().map(({ table, connected }) => [{ table }, connected ? 1 : 0]),
  )
  const silenceHelp = 'Time since the last line of the wheel of a table'
  addGauges(registry, 'croupier_wheel_silence_seconds', silenceHelp, ['table'], () =>
    wheels().map(({ table, heardAt }) => [
      { table },
      Math.max(0, Date.parse(now()) - Date.parse(heardAt ?? begun)) / 1_000,
    ]),
  )
}

/** Significant events that wait for somebody, and gaming that somebody stopped: both are state of the house. */
function addEventMetrics(registry: Registry, { house }: Floor): void {
  const openHelp = 'Significant events that nobody has acknowledged yet'
  addGauge(registry, 'croupier_open_significant_events', openHelp, () =>
    house.settled.state.significant.values().reduce((count, event) => count + (isOpenEvent(event) ? 1 : 0), 0),
  )
  const stopHelp = 'Stops of gaming in force: of the house, of games, tables or terminals'
  addGauge(registry, 'croupier_gaming_stops', stopHelp, () => house.settled.state.stops.size)
}

function addTicketMetrics(registry: Registry, { tickets }: Floor): void {
  const open = (what: 'count' | 'amount') => () => {
    const { issued, redeemed, cancelled } = tickets.settled.state.totals
    return issued[what] - redeemed[what] - cancelled[what]
  }
  addGauge(registry, 'croupier_open_tickets', 'Tickets that are neither redeemed nor cancelled', open('count'))
  addGauge(registry, 'croupier_open_tickets_cents', 'What these tickets are for, in cents', open('amount'))
}

function addProofMetrics(registry: Registry, { proof }: Floor): void {
  const checkpointHelp = 'Time since this node last found a stream signed to its end'
  addGauges(registry, 'croupier_checkpoint_age_seconds', checkpointHelp, ['stream'], () =>
    (proof?.checkpointAges() ?? []).map(({ stream, ms }) => [{ stream }, ms / 1_000]),
  )
  const witnessHelp = 'How long a checkpoint has waited for the signature of a witness; 0: none waits'
  addGauges(registry, 'croupier_witness_age_seconds', witnessHelp, ['witness'], () =>
    (proof?.witnessAges() ?? []).map(({ witness, ms }) => [{ witness }, ms / 1_000]),
  )
}
