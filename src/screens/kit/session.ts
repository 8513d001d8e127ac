import { signal } from '@preact/signals'
import type { Failure } from '../../client/api-calls.ts'
import { holds, type Role } from '../../engine/positions.ts'
import type { StaffRole } from '../../house/roles.ts'
import type { Refused } from '../../wire/failures.ts'
import type { SignedIn } from '../../wire/house-shapes.ts'
import { keep, readKeptJson } from '../storage.ts'
import { common } from '../words/common.ts'
import { refusalText, roleName } from '../words/names.ts'
import { serviceFor } from './api.ts'

/** The signed-in member of staff. The token lives as long as the browser's tab. */
export type Staff = SignedIn

export const staff = signal<Staff | null>(readKeptJson<Staff>('staff', 'session'))

/** Whether a person's position suffices; auditors and administrators hold none at a table. */
export const mayAct = (role: StaffRole, needs: Role): boolean =>
  role !== 'auditor' && role !== 'administrator' && holds(role, needs)

/** The reason why a person may not; null if they may. */
export const barredFrom = (who: Staff, needs: Role): string | null =>
  mayAct(who.role, needs) ? null : common.notYours(roleName(needs), roleName(who.role))

function keepSession(who: Staff | null): void {
  staff.value = who
  keep('staff', who && JSON.stringify(who), 'session')
}

/** The error in words, with the code of a refusal; null after a sign-in. `newPin` takes the place of the PIN. */
export async function signIn(
  badge: string,
  pin: string,
  newPin?: string,
): Promise<{ text: string; refused: string | null } | null> {
  const body = { badge, pin, ...(newPin === undefined ? {} : { newPin }) }
  const reply = await serviceFor().call('POST /api/sessions', { body })
  if (!reply.ok) return { text: failureText(reply), refused: reply.refused?.refused ?? null }
  keepSession(reply.body)
  return null
}

export async function signOut(): Promise<void> {
  const token = staff.value?.token ?? null
  keepSession(null)
  await serviceFor(token).call('DELETE /api/sessions')
}

/** The reason why a signed-in person has to sign in again. */
export const over = signal<Refused | null>(null)

/**
 * The service no longer knows the session, so the page asks for a new sign-in. The service states the reason to the
 * holder of the token.
 */
export function forgetSession(): void {
  const token = staff.value?.token
  keepSession(null)
  if (!token) return
  over.value = { refused: 'session-is-over' }
  void serviceFor(token)
    .call('GET /api/sessions')
    .then((reply) => {
      if (!reply.ok && reply.refused && over.value) over.value = reply.refused
    })
}

/** The error of a request, in words. */
export function failureText({ status, refused, problem }: Failure): string {
  if (refused) return refusalText(refused)
  if (status === 429) return common.tooMany
  return status === 0 || status >= 500 ? common.serviceAway : (problem ?? common.serviceAway)
}
