import type { Accepted } from '../wire/command.ts'
import type { Problem, Refused } from '../wire/failures.ts'

/** How a command was answered. */
export type Answer = Accepted | Refused | Problem

export const isAccepted = (answer: Answer): answer is Accepted => 'events' in answer
export const isRefused = (answer: Answer): answer is Refused => 'refused' in answer
export const isProblem = (answer: Answer): answer is Problem => 'problem' in answer
