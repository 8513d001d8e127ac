import type { DisplayView } from '../engine/views.ts'
import type { AnswerOf, RouteName } from '../wire/routes.ts'
import { type ApiReply, callRoute, credentials, type RouteInput } from './api-calls.ts'
import { type Environment, environmentFor } from './environment.ts'
import { fetchFrom } from './node-fetch.ts'
import { NodeRing } from './node-ring.ts'
import { TableConnection } from './table-connection.ts'

export type { DisplayView } from '../engine/views.ts'
export type { AuditDeskView, ConsoleView, PitDeskView, TerminalView } from '../wire/audiences.ts'
export type { Draft } from '../wire/command.ts'
export type { Refused } from '../wire/failures.ts'
export type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteName } from '../wire/routes.ts'
export type { ApiReply, Failure, RouteInput } from './api-calls.ts'
export type { PendingCommand } from './commands.ts'
export { type CommandAnswer, isAccepted, isProblem, isRefused } from './commands.ts'
export { type Environment, newId, type Socket } from './environment.ts'
export { type ConnectionStatus, TableConnection, type TableKnowledge } from './table-connection.ts'
export { applyChanges } from './view-changes.ts'

/**
 * A house as one client sees it: its HTTP routes, and its tables over WebSocket, at whichever of its nodes answers.
 *
 * @example
 * const house = new Croupier('http://127.0.0.1:8080')
 * const floor = await house.call('GET /api/tables')
 * if (floor.ok) console.log(floor.body.map(({ id }) => id))
 */
export class Croupier {
  readonly token: string | null
  readonly #nodes: NodeRing

  /** `address`: of a node, such as http://127.0.0.1:8080. Without a token the client has access to public data only. */
  constructor(address: string | NodeRing, token: string | null = null) {
    this.#nodes = typeof address === 'string' ? new NodeRing(address) : address
    this.token = token
  }

  /** The address in use: another node's, if the first did not answer. */
  get address(): string {
    return this.#nodes.current
  }

  /** Calls a route by its name, such as `GET /api/tables/:id`. */
  call<Name extends RouteName>(name: Name, ...input: RouteInput<Name>): Promise<ApiReply<AnswerOf<Name>>> {
    return callRoute(this.#nodes, this.token, name, ...input)
  }

  /** Reads the resource at a path as a stream, for long answers. */
  read(path: string): Promise<Response> {
    return fetchFrom(this.#nodes, path, { headers: credentials(this.token) }, true)
  }

  /** A client with another token at the same house. */
  as(token: string | null): Croupier {
    return new Croupier(this.#nodes, token)
  }

  /** Follows a table, and sends commands to it. The content of the view depends on the client's token. */
  table<View extends DisplayView = DisplayView>(
    id: string,
    environment: Environment = environmentFor(this.#nodes),
  ): TableConnection<View> {
    return new TableConnection<View>(id, this.token, environment)
  }
}
