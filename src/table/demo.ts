import type { Command } from '../engine/language.ts'
import { isUnderWay } from '../engine/table.ts'
import { isHouseRefusal } from '../house/house-refusals.ts'
import type { StaffRole } from '../house/roles.ts'
import type { Floor, Room } from './floor/floor.ts'
import { newPin } from './means/pin-checks.ts'
import { askHouse } from './stream/house-stream.ts'
import { bookOf, type TableStream } from './stream/table-stream.ts'

/** Badges of the demonstration. They are printed when it starts, and are no secret. */
// biome-ignore format: a table is read down its columns
export const demoStaff: readonly { badge: string; name: string; role: StaffRole; pin: string }[] = [
  { badge: '1001', name: 'Dana',   role: 'dealer',         pin: '407312' },
  { badge: '2001', name: 'Siti',   role: 'pit-supervisor', pin: '518423' },
  { badge: '3001', name: 'Marcus', role: 'pit-manager',    pin: '629534' },
  { badge: '4001', name: 'Helen',  role: 'shift-manager',  pin: '730645' },
  { badge: '5001', name: 'Ravi',   role: 'auditor',        pin: '841756' },
  { badge: '9001', name: 'Admin',  role: 'administrator',  pin: '952867' },
]

const SETTLE_AFTER_MS = 3_000

export async function addDemoStaff(floor: Floor): Promise<void> {
  for (const { badge, name, role, pin } of demoStaff) {
    if (floor.house.settled.state.staff.get(badge)) continue
    const hash = await newPin(badge, pin, floor.means)
    if (isHouseRefusal(hash)) throw new Error(`${badge}: ${hash.refused}`)
    const by = { console: 'demo' }
    const { refused } = await askHouse(floor.house, { do: 'add-staff', badge, name, role, pin: hash, by })
    // Another node may have been quicker.
    if (refused && !floor.house.settled.state.staff.get(badge)) throw new Error(`${badge}: ${refused.refused}`)
  }
}

/** The automatic dealer: settles when the ball rests; the wheel itself calls the rest of the round. */
export function dealAutomatically(floor: Floor, speed: number): () => void {
  const timers = new Set<NodeJS.Timeout>()
  for (const { table } of floor.rooms.values())
    table.watch({
      recorded(events) {
        if (!events.some(({ type }) => type === 'outcome-determined' || type === 'bonus-numbers-drawn')) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          conclude(table)
        }, SETTLE_AFTER_MS / speed)
        timers.add(timer)
      },
    })
  return () => timers.forEach(clearTimeout)
}

const dealer = { role: 'dealer', name: 'automatic dealer' } as const
const shiftManager = { role: 'shift-manager', name: 'automatic shift manager' } as const

function conclude(table: TableStream): void {
  const { phase } = table.settled.state.round
  if (phase === 'outcome-determined') give(table, { do: 'settle', by: dealer })
  if (phase === 'referred')
    give(table, {
      do: 'decide',
      decision: 'void',
      reason: 'the demonstration voids what is referred',
      by: shiftManager,
    })
}

const give = (table: TableStream, command: Command): void => void table.submit(command, 'demo').catch(() => {})

/**
 * A round that was under way when the service stopped: its simulated ball is gone. With an outcome it is concluded;
 * without one it is void as the book says: no spin in a power failure, an interruption, or the shift manager's decision.
 */
export async function concludeInterrupted({ table }: Room): Promise<void> {
  const { round } = table.settled.state
  if (!isUnderWay(round)) return
  if ('pocket' in round && round.pocket !== null) return conclude(table)
  for (const command of interruptionCommands(table)) await table.submit(command, 'demo')
}

function interruptionCommands({ settled }: TableStream): Command[] {
  const [book, { state }] = [bookOf(settled), settled]
  if (book.rules.interruption) return [{ do: 'interruption', by: dealer }]
  if (book.rules.powerFailure && book.rules.noSpin)
    return [...(state.powerOut ? [] : [{ do: 'power-failure', by: dealer } as const]), { do: 'no-spin', by: dealer }]
  const reason = 'the service stopped while the ball was running'
  const refer = state.round.phase === 'referred' ? [] : [{ do: 'refer', reason, by: dealer } as const]
  return [...refer, { do: 'decide', decision: 'void', reason, by: shiftManager }]
}
