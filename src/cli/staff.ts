import { randomInt } from 'node:crypto'
import { isStaffRole, type StaffRole, staffRoles } from '../house/roles.ts'
import { newPin, pinRefusal } from '../service/secrets/pin-checks.ts'
import { atStaffDesk, placeOf, type StaffDesk } from './house-at-console.ts'
import { BadInput, readArguments, readBytes } from './input.ts'
import { print, printJson } from './output.ts'
import { textTable } from './print.ts'

export const usage =
  'staff WHAT [BADGE] [--name NAME] [--role ROLE] [--pin -] [--reason TEXT] [--data DIR] [--store STORE] [--json]'

const actions: readonly string[] = ['list', 'add', 'pin', 'role', 'lock', 'unlock', 'remove']

export const details = (): string =>
  [
    `WHAT: list, add, pin, role, lock, unlock or remove. ROLE: ${staffRoles.join(', ')}.`,
    'Without --pin a PIN is made up and shown once; --pin - reads it from standard input. The service may be running.',
  ].join('\n')

export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, {
    name: { type: 'string' },
    role: { type: 'string' },
    pin: { type: 'string' },
    reason: { type: 'string' },
    data: { type: 'string' },
    store: { type: 'string' },
    json: { type: 'boolean' },
  })
  const [what, badge = ''] = words
  if (!actions.includes(what!)) throw new BadInput(`staff cannot ${what}: ${actions.join(', ')}`)
  if (what !== 'list' && words.length < 2) throw new BadInput('BADGE is missing')
  const reason = values.reason ?? 'at the console'
  const wanted = what === 'add' ? memberFrom(badge, values) : null
  const act = async (desk: StaffDesk): Promise<number> => {
    if (what === 'list') return list(desk, values.json)
    if (wanted) return add(desk, wanted, values.pin)
    if (what === 'pin') return newPinFor(desk, badge, values.pin, reason)
    if (what === 'role') await desk.record({ do: 'change-role', badge, role: roleOf(values.role), reason })
    else if (what === 'lock') await desk.record({ do: 'lock-staff', badge, reason })
    else if (what === 'unlock') await desk.record({ do: 'unlock-staff', badge, reason })
    else await desk.record({ do: 'remove-staff', badge, reason })
    await print(`${badge}: done`)
    return 0
  }
  return atStaffDesk(placeOf(values), act, { makes: what === 'add', setsPins: what === 'pin' })
}

async function list(desk: StaffDesk, json: boolean | undefined): Promise<number> {
  const members = await desk.list()
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

type Member = { badge: string; name: string; role: StaffRole }

function memberFrom(badge: string, { name, role }: { name?: string; role?: string }): Member {
  if (name === undefined) throw new BadInput('--name is missing')
  return { badge, name, role: roleOf(role) }
}

async function add(desk: StaffDesk, wanted: Member, pin: string | undefined): Promise<number> {
  const { badge } = wanted
  const { hash, shown } = await hashPin(desk, badge, pin)
  await desk.record({ do: 'add-staff', ...wanted, pin: hash })
  await print(`${badge}: added${shown}`)
  return 0
}

async function newPinFor(desk: StaffDesk, badge: string, pin: string | undefined, reason: string): Promise<number> {
  const { hash, shown } = await hashPin(desk, badge, pin)
  await desk.record({ do: 'set-pin', badge, pin: hash, reason })
  await print(`${badge}: PIN set${shown}`)
  return 0
}

async function hashPin({ means }: StaffDesk, badge: string, given: string | undefined) {
  const pin = given === undefined ? madeUp(badge) : await typedPin(given)
  const hash = await newPin(badge, pin, means)
  if ('refused' in hash) throw new BadInput(`${hash.refused}: a PIN has 6 to 12 digits, no run, no date, not the badge`)
  return { hash, shown: given === undefined ? `, PIN ${pin}` : '' }
}

/** Arguments are read by everybody on the machine, and kept by the shell. */
async function typedPin(given: string): Promise<string> {
  if (given !== '-')
    throw new BadInput('a PIN is not given as an argument, which others can read: --pin - takes it from standard input')
  return Buffer.from(await readBytes('-'))
    .toString('utf8')
    .split('\n')[0]!
    .trim()
}

function madeUp(badge: string): string {
  for (;;) {
    const pin = String(randomInt(1_000_000)).padStart(6, '0')
    if (!pinRefusal(badge, pin)) return pin
  }
}
