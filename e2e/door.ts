import { Croupier, type RouteInput } from '../src/client/index.ts'
import type { DisplayView } from '../src/engine/views.ts'
import type { AuditDeskView, ConsoleView, PitDeskView, TerminalView } from '../src/wire/audiences.ts'
import type { Draft } from '../src/wire/command.ts'
import type { AnswerOf, RouteName } from '../src/wire/routes.ts'

type Views = {
  display: DisplayView
  player: TerminalView
  dealer: ConsoleView
  pit: PitDeskView
  auditor: AuditDeskView
}

/** A client of the HTTP API. Screens are compared with its answers. */
export class Door {
  readonly token: string | null
  readonly #service: Croupier

  constructor(url: string, token: string | null) {
    this.token = token
    this.#service = new Croupier(url, token)
  }

  /** Returns the answer of a route; an error status throws. */
  async call<Name extends RouteName>(name: Name, ...told: RouteInput<Name>): Promise<AnswerOf<Name>> {
    const reply = await this.#service.call(name, ...told)
    if (!reply.ok) throw new Error(`${name} ${JSON.stringify(told)}: ${JSON.stringify(reply)}`)
    return reply.body
  }

  /** Commands in turn; the first that is refused is an error. */
  async give(table: string, ...commands: readonly object[]): Promise<void> {
    for (const command of commands)
      await this.call('POST /api/tables/:id/commands', { params: { id: table }, body: command as Draft })
  }

  async view<A extends keyof Views>(_as: A, table: string): Promise<Views[A]> {
    return (await this.call('GET /api/tables/:id', { params: { id: table } })).view as Views[A]
  }
}
