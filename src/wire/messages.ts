import type { Static, TSchema } from 'typebox'
import {
  dealerChange,
  dealerView,
  displayChange,
  displayView,
  pitChange,
  pitView,
  playerChange,
  playerView,
} from './audiences.ts'
import { acceptedAnswer, command, requestId } from './command.ts'
import { problem, refusedAnswer } from './failures.ts'
import { ticketFacts } from './house-shapes.ts'
import { either, list, optional, shape, text, time, whole } from './shapes.ts'

/** The messages of the WebSocket in both directions. */

/** The first message of a client: who it is, and which version of the view it knows. */
const hello = shape({ token: optional(text), from: optional(whole) })
export type Hello = Static<typeof hello>

export const fromClient = either([hello, command])

const id = { id: optional(requestId) }
/** The answer to one command, with the id that it was sent with. */
const answer = either([
  shape({ ...id, ...acceptedAnswer.properties, ticket: optional(ticketFacts) }),
  shape({ ...id, ...problem.properties }),
  refusedAnswer,
])
type AnswerWithId = { readonly id?: string } & (
  | Static<typeof acceptedAnswer>
  | Static<typeof problem>
  | Static<typeof refusedAnswer>
)

/** The whole view, when a client comes or its gap is too old; `now` is the service's clock. */
const viewMessage = (view: TSchema) => shape({ view, version: whole, now: time })
/** The changes that a reconnecting client missed. */
const missedMessage = (change: TSchema) => shape({ changes: list(change), version: whole, now: time })
/** What changed; with the answer of the client's own command where that changed it. */
const changeMessage = (change: TSchema) => shape({ answer: optional(answer), changes: list(change), version: whole })

const answerMessage = shape({ answer })
/** No node owns the table at the moment. Another node takes it, and the connection continues by itself. */
const movingMessage = shape({ moving: shape({ table: text, at: time }) })
/** Where else the house is reached, should this node be gone. */
const nodesMessage = shape({ nodes: list(text) })
/** The address of the node that decides the table: commands that go there directly need not be forwarded. */
const ownerMessage = shape({ owner: text })
const stoppedMessage = shape({ stopped: shape({ table: text, at: time }) })

const messages = (view: TSchema, change: TSchema) =>
  either([
    viewMessage(view),
    missedMessage(change),
    changeMessage(change),
    answerMessage,
    stoppedMessage,
    movingMessage,
    nodesMessage,
    ownerMessage,
    problem,
  ])

/** The messages of the service to each audience. */
export const toClient = {
  display: messages(displayView, displayChange),
  player: messages(playerView, playerChange),
  dealer: messages(dealerView, dealerChange),
  pit: messages(pitView, pitChange),
}
export type Audience = keyof typeof toClient

/**
 * Fields of the view with their new values. `wagers` and `seats` are by spot and by player and hold changed entries only:
 * null removes an entry, and null for the whole field empties it.
 */
export type ViewChange = Readonly<Record<string, unknown>>

/** Any message of the service, as a client reads it: it asks which of these fields are there. */
export type Message<View = unknown> = {
  readonly view?: View
  readonly changes?: readonly ViewChange[]
  readonly version?: number
  readonly now?: string
  readonly answer?: AnswerWithId
  readonly stopped?: { readonly table: string; readonly at: string }
  readonly moving?: { readonly table: string; readonly at: string }
  readonly nodes?: readonly string[]
  readonly owner?: string
  readonly problem?: string
}
