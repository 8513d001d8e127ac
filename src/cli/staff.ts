import { randomInt } from 'node:crypto'
import { staffView } from '../house/people.ts'
import { isStaffRole, staffRoles } from '../house/roles.ts'
import { newPin, pinRefusal } from '../table/means/pin-checks.ts'
import { type House, inHouse, record } from './house-at-console.ts'
import { BadInput, readArguments } from './input.ts'
import { print, printJson } from './output.ts'
import { textTable } from './print.ts'

export const usage = 'staff WHAT [BADGE] [--name NAME] [--role ROLE] [--pin PIN] [--reason TEXT] [--data DIR] [--json]'

export const details = (): string =>
  [
    `WHAT: list, add, pin, role, lock, unlock or remove. ROLE: ${staffRoles.join(', ')}.`,
    'Without --pin a PIN is made up and shown once. The service must be stopped; while it runs, use its doors.',
  ].join('\n')

export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, {
    name: { type: 'string' },
    role: { type: 'string' },
    pin: { type: 'string' },
    reason: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'boolean' },
  })
  const [what, badge] = words
  const reason = values.reason ?? 'at the console'
  const act = async (house: House): Promise<number> => {
    if (what === 'list') return list(house, values.json)
    if (badge === undefined) throw new BadInput('BADGE is missing')
    if (what === 'add') return add(house, badge, values)
    if (what === 'pin') return newPinFor(house, badge, values.pin, reason)
    if (what === 'role') await record(house, { do: 'change-role', badge, role: roleOf(values.role), reason })
    else if (what === 'lock') await record(house, { do: 'lock-staff', badge, reason })
    else if (what === 'unlock') await record(house, { do: 'unlock-staff', badge, reason })
    else if (what === 'remove') await record(house, { do: 'remove-staff', badge, reason })
    else throw new BadInput(`staff cannot ${what}: list, add, pin, role, lock, unlock or remove`)
    await print(`${badge}: done`)
    return 0
  }
  return inHouse(values.data ?? 'croupier-data', act, what === 'pin')
}

async function list({ house, now }: House, json: boolean | undefined): Promise<number> {
  const members = house.settled.state.staff.entries().map(([, member]) => staffView(house.settled.state, member, now))
  if (json) await printJson(members)
  else
    await print(
      textTable(
        ['badge', 'name', 'role', ''],
        members.map(({ badge, name, role, locked }) => [badge, name, role, locked ? 'locked' : '']),
      ),
    )
  return 0
}

const roleOf = (role: string | undefined) => {
  if (isStaffRole(role)) return role
  throw new BadInput(`--role must be one of ${staffRoles.join(', ')}`)
}

async function add(
  house: House,
  badge: string,
  { name, role, pin }: { name?: string; role?: string; pin?: string },
): Promise<number> {
  if (name === undefined) throw new BadInput('--name is missing')
  const wanted = { badge, name, role: roleOf(role) }
  const { hash, shown } = await hashed(house, badge, pin)
  await record(house, { do: 'add-staff', ...wanted, pin: hash })
  await print(`${badge}: added${shown}`)
  return 0
}

async function newPinFor(house: House, badge: string, pin: string | undefined, reason: string): Promise<number> {
  const { hash, shown } = await hashed(house, badge, pin)
  await record(house, { do: 'set-pin', badge, pin: hash, reason })
  await print(`${badge}: PIN set${shown}`)
  return 0
}

async function hashed({ means }: House, badge: string, given: string | undefined) {
  const pin = given ?? madeUp(badge)
  const hash = await newPin(badge, pin, means)
  if ('refused' in hash) throw new BadInput(`${hash.refused}: a PIN has 6 to 12 digits, no run, not the badge`)
  return { hash, shown: given === undefined ? `, PIN ${pin}` : '' }
}

function madeUp(badge: string): string {
  for (;;) {
    const pin = String(randomInt(1_000_000)).padStart(6, '0')
    if (!pinRefusal(badge, pin)) return pin
  }
}
