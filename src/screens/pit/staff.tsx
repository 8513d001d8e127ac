import { useState } from 'preact/hooks'
import { type StaffRole, staffRoles } from '../../house/roles.ts'
import type { StaffRow } from '../../wire/house-shapes.ts'
import { serviceFor } from '../kit/api.ts'
import { DataTable, Field } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import type { Staff } from '../kit/session.ts'
import { dayAndTime } from '../kit/time-text.ts'
import { apiTrouble, Confirm } from '../staff/command-dialog.tsx'
import { PinField } from '../staff/who-is-here.tsx'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { roleName } from '../words/names.ts'
import { pins } from '../words/record.ts'
import { AddButton, ManagedList, type RowAction, RowActions } from './managed-list.tsx'

type StaffChange = 'pin' | 'role' | 'lock' | 'unlock' | 'remove'
type StaffAction = { what: StaffChange; member: StaffRow } | { what: 'add' }

const roleOptions = () => staffRoles.map((role) => ({ value: role, label: roleName(role) }))

/** Auditors read it, administrators change it. */
export function StaffTab({ who }: { who: Staff }) {
  return (
    <ManagedList<'GET /api/staff', StaffAction>
      title={pit.tabStaff}
      route="GET /api/staff"
      who={who}
      tools={(onDo) => <AddButton who={who} label={pit.addStaff} onPress={() => onDo({ what: 'add' })} />}
      dialog={(doing, onClose) =>
        doing.what === 'add' ? (
          <AddStaff who={who} onClose={onClose} />
        ) : (
          <ChangeStaff what={doing.what} member={doing.member} who={who} onClose={onClose} />
        )
      }
    >
      {(members, onDo) => <StaffList rows={members} isAdministrator={who.role === 'administrator'} onDo={onDo} />}
    </ManagedList>
  )
}

type StaffListProps = { rows: readonly StaffRow[]; isAdministrator: boolean; onDo: (doing: StaffAction) => void }

function StaffList({ rows, isAdministrator, onDo }: StaffListProps) {
  const actionsOn = (member: StaffRow): RowAction[] => [
    { label: pins.newPin, onPress: () => onDo({ what: 'pin', member }) },
    { label: pit.changeRole, onPress: () => onDo({ what: 'role', member }) },
    member.locked
      ? { label: pit.unlock, onPress: () => onDo({ what: 'unlock', member }) }
      : { label: pit.lock, onPress: () => onDo({ what: 'lock', member }) },
    { label: pit.remove, onPress: () => onDo({ what: 'remove', member }) },
  ]
  const actions = {
    title: pit.doing,
    isNumber: true,
    cell: (member: StaffRow) => <RowActions actions={actionsOn(member)} />,
  }
  return (
    <DataTable
      caption={pit.tabStaff}
      rows={rows}
      rowKey={({ badge }) => badge}
      columns={[
        { title: common.badge, cell: ({ badge }) => badge },
        { title: pit.staffName, cell: ({ name }) => name },
        { title: pit.position, cell: ({ role }) => roleName(role) },
        { title: pit.signedIn, cell: ({ sessions }) => signedIn(sessions) },
        { title: pit.notes, cell: notesOn },
        ...(isAdministrator ? [actions] : []),
      ]}
    />
  )
}

function signedIn(sessions: StaffRow['sessions']): string {
  const last = sessions
    .map(({ opened }) => opened)
    .sort()
    .at(-1)
  if (last === undefined) return ''
  return sessions.length === 1 ? dayAndTime(last) : `${dayAndTime(last)} (${pit.sessions(sessions.length)})`
}

function notesOn({ locked, failures }: StaffRow): string {
  const lock = locked && (locked.until === null ? pit.locked : pit.lockedUntil(dayAndTime(locked.until)))
  return [lock, failures > 0 && pit.failedTries(failures)].filter(Boolean).join('; ')
}

type ChangeStaffProps = { what: StaffChange; member: StaffRow; who: Staff; onClose: () => void }

function ChangeStaff({ what, member, who, onClose }: ChangeStaffProps) {
  const [pin, setPin] = useState('')
  const [role, setRole] = useState<string>(member.role)
  const { name } = member
  const words = {
    pin: [pit.newPinTitle(name), pit.newPinDoes, pit.setPin],
    role: [pit.changeRoleTitle(name), pit.changeRoleDoes, pit.setRole],
    lock: [pit.lockTitle(name), pit.lockDoes, pit.lock],
    unlock: [pit.unlockTitle(name), pit.unlockDoes, pit.unlock],
    remove: [pit.removeStaffTitle(name), pit.removeStaffDoes, pit.remove],
  }[what] as [string, string, string]
  const isFull = what === 'pin' ? pin !== '' : what === 'role' ? role !== member.role : true
  const [service, params] = [serviceFor(who.token), { id: member.badge }]
  const acts = {
    pin: (reason: string) => service.call('POST /api/staff/:id/pin', { params, body: { pin, reason } }),
    role: (reason: string) =>
      service.call('POST /api/staff/:id/role', { params, body: { role: role as StaffRole, reason } }),
    lock: (reason: string) => service.call('POST /api/staff/:id/lock', { params, body: { reason } }),
    unlock: (reason: string) => service.call('POST /api/staff/:id/unlock', { params, body: { reason } }),
    remove: (reason: string) => service.call('DELETE /api/staff/:id', { params, body: { reason } }),
  }
  const act = async (reason: string) => apiTrouble(await acts[what](reason))
  return (
    <Confirm
      title={words[0]}
      does={isFull ? words[1] : null}
      confirm={words[2]}
      look={what === 'unlock' ? 'primary' : 'warning'}
      act={act}
      onClose={onClose}
    >
      {what === 'pin' && <PinField label={common.pin} value={pin} onInput={setPin} hint={pins.pinHint} />}
      {what === 'role' && <Select label={pit.position} value={role} onInput={setRole} options={roleOptions()} />}
    </Confirm>
  )
}

function AddStaff({ who, onClose }: { who: Staff; onClose: () => void }) {
  const [badge, setBadge] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<string>('dealer')
  const [pin, setPin] = useState('')
  const isFull = badge.trim() !== '' && name.trim() !== '' && pin !== ''
  const act = async () =>
    apiTrouble(
      await serviceFor(who.token).call('POST /api/staff', {
        body: { badge: badge.trim(), name: name.trim(), role: role as StaffRole, pin },
      }),
    )
  return (
    <Confirm title={pit.addStaff} does={isFull ? pit.addStaffDoes : null} reason="none" act={act} onClose={onClose}>
      <Field label={common.badge} value={badge} onInput={setBadge} maxLength={32} autofocus />
      <Field label={pit.staffName} value={name} onInput={setName} maxLength={64} />
      <Select label={pit.position} value={role} onInput={setRole} options={roleOptions()} />
      <PinField label={common.pin} value={pin} onInput={setPin} hint={pins.pinHint} />
    </Confirm>
  )
}
