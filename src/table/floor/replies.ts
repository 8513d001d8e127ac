import { type Decision, isRefusal } from '../../engine/decision.ts'
import { type HouseRefusal, houseRefusals } from '../../house/house-refusals.ts'
import type { Reply } from './floor.ts'

const lackOfAuthority = ['position-too-low', 'not-for-this-player']

/** A table's decision as a door says it. */
export function replyTo(decision: Decision): Reply {
  if (!isRefusal(decision)) return { status: 200, body: decision }
  return { status: lackOfAuthority.includes(decision.refused) ? 403 : 409, body: decision }
}

/** A refusal of the house as a door says it. */
export const refusedReply = (refusal: HouseRefusal): Reply => ({
  status: houseRefusals[refusal.refused].status,
  body: refusal,
})
