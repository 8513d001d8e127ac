import { isRefusal } from '../../engine/decision.ts'
import { type HouseRefusal, houseRefusals, isLackOfAuthority } from '../../house/house-refusals.ts'
import { HOUSE } from '../../house/state.ts'
import { EntryDamaged, StoreFault } from '../journal/journal.ts'
import { StreamElsewhere, StreamStopped } from '../stream/stream.ts'
import { isBarred, type TableAnswer } from '../stream/table-stream.ts'
import { movingProblem, movingReply } from './elsewhere.ts'
import type { Reply } from './reply.ts'

/** What a store that fails, or does not hold what it should, is said to be; null: the fault is another. */
export function storeProblem(error: unknown): string | null {
  if (error instanceof StreamElsewhere) return movingProblem(error.stream)
  if (error instanceof StreamStopped)
    return `${error.stream === HOUSE ? 'the house' : `table ${error.stream}`} is stopped: ${error.message}`
  if (error instanceof StoreFault) return `the store failed: ${error.message}`
  return error instanceof EntryDamaged ? error.message : null
}

/** What somebody is told when a command came to nothing for the store's sake; null: the fault is another. */
export function faultReply(error: unknown): Reply | null {
  if (error instanceof StreamElsewhere) return movingReply(error.stream)
  const problem = storeProblem(error)
  return problem === null ? null : { status: 503, body: { problem } }
}

/** A table's decision as a door says it. */
export function replyTo(decision: TableAnswer): Reply {
  if (isBarred(decision)) return refusedReply(decision.barred)
  if (!isRefusal(decision)) return { status: 200, body: decision }
  return { status: isLackOfAuthority(decision) ? 403 : 409, body: decision }
}

/** A refusal of the house as a door says it. */
export const refusedReply = (refusal: HouseRefusal): Reply => ({
  status: houseRefusals[refusal.refused].status,
  body: refusal,
})
