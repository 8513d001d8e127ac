import { isRefusal } from '../../engine/decision.ts'
import type { Refusal } from '../../engine/refusals.ts'
import type { HouseRefusal } from '../../house/house-refusals.ts'
import { HOUSE } from '../../house/state.ts'
import { TICKETS } from '../../house/ticket-state.ts'
import { EntryDamaged, StoreFault } from '../journal/journal.ts'
import { StreamElsewhere, StreamStopped } from '../stream/stream.ts'
import { isBarred, type TableAnswer } from '../stream/table-stream.ts'

/** The reason why a request was not decided. */
export type ProblemKind = 'malformed' | 'unauthenticated' | 'not-found' | 'conflict' | 'unavailable' | 'failed'
/** `moving`: the table is moving to another node, so the request should be repeated with the same id. */
type ProblemBody = { problem: string; field?: string; moving?: true }

/**
 * The reply of the floor: the result, the refusal of the rule book, the refusal of the house, or a problem. HTTP maps
 * it to a status and a body; a WebSocket sends the body alone.
 */
export type Reply =
  | { done: object }
  | { refused: Refusal }
  | { barred: HouseRefusal }
  | { problem: ProblemKind; body: ProblemBody }

export function bodyOf(reply: Reply): object {
  if ('done' in reply) return reply.done
  if ('refused' in reply) return reply.refused
  return 'barred' in reply ? reply.barred : reply.body
}

export const problem = (kind: ProblemKind, text: string): Reply => ({ problem: kind, body: { problem: text } })

export function replyTo(answer: TableAnswer): Reply {
  if (isBarred(answer)) return answer
  return isRefusal(answer) ? { refused: answer } : { done: answer }
}

/** The reply while a table has no owner. */
export const movingReply = (table: string): Reply => ({
  problem: 'unavailable',
  body: { problem: movingProblem(table), moving: true },
})

const movingProblem = (table: string): string => `table ${table} is moving to another node; try again`

/** Describes a store that fails or has invalid content; null for any other fault. */
export function storeProblem(error: unknown): string | null {
  if (error instanceof StreamElsewhere) return movingProblem(error.stream)
  if (error instanceof StreamStopped) return `${streamName(error.stream)} is stopped: ${error.message}`
  if (error instanceof StoreFault) return `the store failed: ${error.message}`
  return error instanceof EntryDamaged ? error.message : null
}

function streamName(stream: string): string {
  if (stream === HOUSE) return 'the house'
  return stream === TICKETS ? 'the record of the tickets' : `table ${stream}`
}

/** The reply to a request that failed because of the store; null for any other fault. */
export function faultReply(error: unknown): Reply | null {
  if (error instanceof StreamElsewhere) return movingReply(error.stream)
  const text = storeProblem(error)
  return text === null ? null : problem('unavailable', text)
}
