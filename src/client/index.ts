import type { DisplayView } from '../engine/views.ts'
import type { AnswerOf, DoorName } from '../wire/doors.ts'
import { type Means, meansFor } from './client-means.ts'
import { callDoor, type DoorInput, type Reply } from './door-calls.ts'
import { TableConnection } from './table-connection.ts'

export type { AuditorView, DealerView, DisplayView, PitView, PlayerView } from '../wire/audiences.ts'
export type { Draft } from '../wire/command.ts'
export type { AnswerOf, BodyOf, DoorName, ParamsOf, QueryOf } from '../wire/doors.ts'
export type { Refused } from '../wire/failures.ts'
export { type Answer, isAccepted, isProblem, isRefused } from './answers.ts'
export { type Means, newId, type Socket } from './client-means.ts'
export type { DoorInput, Failure, Reply } from './door-calls.ts'
export type { Pending } from './pending-commands.ts'
export { type Known, type Status, TableConnection } from './table-connection.ts'
export { applyChanges } from './view-changes.ts'

/** A service, as one asker: its HTTP doors, and its tables over WebSocket. */
export class Croupier {
  readonly address: string
  readonly token: string | null

  /** `address`: such as http://127.0.0.1:8080. Without a token one sees what anybody may. */
  constructor(address: string, token: string | null = null) {
    this.address = address
    this.token = token
  }

  /** Goes through a door by its name, such as `GET /api/tables/:id`. */
  call<Name extends DoorName>(name: Name, ...told: DoorInput<Name>): Promise<Reply<AnswerOf<Name>>> {
    return callDoor(this.address, this.token, name, ...told)
  }

  /** Somebody else at the same service. */
  as(token: string | null): Croupier {
    return new Croupier(this.address, token)
  }

  /** Follows a table, and sends it commands. What the asker sees of it depends on who they are. */
  table<View extends DisplayView = DisplayView>(
    id: string,
    means: Means = meansFor(this.address),
  ): TableConnection<View> {
    return new TableConnection<View>(id, this.token, means)
  }
}
