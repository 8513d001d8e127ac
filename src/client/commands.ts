import type { TableEvent } from '../engine/events.ts'
import type { WagersShown } from '../engine/views.ts'
import type { Accepted, CommandWithId } from '../wire/command.ts'
import type { ProblemAnswer, Refused } from '../wire/failures.ts'

/** The answer to a command. */
export type CommandAnswer = Accepted | Refused | ProblemAnswer

/**
 * Tells whether a command was carried out.
 *
 * @example
 * if (isAccepted(commandAnswer)) console.log(commandAnswer.events)
 */
export const isAccepted = (answer: CommandAnswer): answer is Accepted => 'events' in answer
/**
 * Tells whether the rules refused a command.
 *
 * @example
 * if (isRefused(commandAnswer)) console.log(commandAnswer.refused)
 */
export const isRefused = (answer: CommandAnswer): answer is Refused => 'refused' in answer
/**
 * Tells whether a command could not be read or carried out.
 *
 * @example
 * if (isProblem(commandAnswer)) console.log(commandAnswer.problem)
 */
export const isProblem = (answer: CommandAnswer): answer is ProblemAnswer => 'problem' in answer

/**
 * A command under way. `round`: the round it was meant for. `events`: its answer has arrived, but the view does not
 * include its effect yet.
 */
export type PendingCommand = { command: CommandWithId; round: number | null; events: readonly TableEvent[] | null }

/** Whether a view already includes the effect of these events: an answer and its change may arrive separately. */
export const isIncluded = (events: readonly TableEvent[], wagers: WagersShown | undefined): boolean =>
  events.every((event) => {
    const now = 'spot' in event ? (wagers?.[event.spot]?.stake ?? 0) : 0
    if (event.type === 'wager-placed') return now >= event.total
    return event.type === 'wager-withdrawn' ? now <= event.total : true
  })
