import { randomInt } from 'node:crypto'
import type { StaffRole } from '../house/roles.ts'
import { newPin, pinRefusal } from '../service/secrets/pin-checks.ts'
import type { Arguments, Options } from './commands.ts'
import { BadInput } from './declaration.ts'
import { atStaffDesk, housePlaceOf, type StaffDesk } from './house-at-console.ts'
import { readBytes } from './input.ts'
import { print, printAnswer, textTable } from './output.ts'

export async function runStaff({ values, words }: Arguments<'staff'>): Promise<void> {
  const [what, badge = ''] = words
  if (what !== 'list' && words.length < 2) throw new BadInput('BADGE is missing')
  const { reason } = values
  const wanted = what === 'add' ? memberFrom(badge, values) : null
  const act = async (desk: StaffDesk): Promise<void> => {
    if (what === 'list') return listStaff(desk, values.json)
    if (wanted) return addMember(desk, wanted, values.pin)
    if (what === 'pin') return newPinFor(desk, badge, values.pin, reason)
    if (what === 'role') await desk.record({ do: 'change-role', badge, role: roleFrom(values), reason })
    else if (what === 'lock') await desk.record({ do: 'lock-staff', badge, reason })
    else if (what === 'unlock') await desk.record({ do: 'unlock-staff', badge, reason })
    else await desk.record({ do: 'remove-staff', badge, reason })
    await print(`${badge}: done`)
  }
  return atStaffDesk(housePlaceOf(values), act, { makes: what === 'add', setsPins: what === 'pin' })
}

async function listStaff(desk: StaffDesk, json: boolean | undefined): Promise<void> {
  const members = await desk.list()
  await printAnswer(json, members, () =>
    textTable(
      ['badge', 'name', 'role', ''],
      members.map(({ badge, name, role, locked }) => [badge, name, role, locked ? 'locked' : '']),
    ),
  )
}

type Member = { badge: string; name: string; role: StaffRole }

function memberFrom(badge: string, values: Options<'staff'>): Member {
  if (values.name === undefined) throw new BadInput('--name is missing')
  return { badge, name: values.name, role: roleFrom(values) }
}

function roleFrom({ role }: Options<'staff'>): StaffRole {
  if (role === undefined) throw new BadInput('--role is missing')
  return role
}

async function addMember(desk: StaffDesk, wanted: Member, pin: string | undefined): Promise<void> {
  const { badge } = wanted
  const { hash, shown } = await hashPin(desk, badge, pin)
  await desk.record({ do: 'add-staff', ...wanted, pin: hash })
  await print(`${badge}: added${shown}`)
}

async function newPinFor(desk: StaffDesk, badge: string, pin: string | undefined, reason: string): Promise<void> {
  const { hash, shown } = await hashPin(desk, badge, pin)
  await desk.record({ do: 'set-pin', badge, pin: hash, reason })
  await print(`${badge}: PIN set${shown}`)
}

async function hashPin({ keyMaterial }: StaffDesk, badge: string, given: string | undefined) {
  const pin = given === undefined ? madeUp(badge) : await typedPin(given)
  const hash = await newPin(badge, pin, keyMaterial)
  if ('refused' in hash) throw new BadInput(`${hash.refused}: a PIN has 6 to 12 digits, no run, no date, not the badge`)
  return { hash, shown: given === undefined ? `, PIN ${pin}` : '' }
}

/** Every user of the machine can read arguments, and the shell keeps them. */
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
