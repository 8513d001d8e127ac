import { isDeepStrictEqual } from 'node:util'
import type { Environment } from '../../src/client/environment.ts'
import { TableConnection } from '../../src/client/table-connection.ts'
import { dealerView, displayView, pitView, playerView } from '../../src/engine/views.ts'
import type { Journal } from '../../src/service/journal/journal.ts'
import { bookOf, readTable } from '../../src/service/stream/table-stream.ts'
import { addressOfNode } from '../support/cluster.ts'
import { asJson } from '../support/stream.ts'
import { Dice } from './dice.ts'
import type { NightWorld } from './night-world.ts'
import { ScreenLine } from './screen-line.ts'

/** The owner of the screen and its table; `token` null: the display. */
export type ScreenPlace = {
  name: string
  table: string
  token: string | null
  audience: 'display' | 'player' | 'dealer' | 'pit'
  player: string | null
}

type Screen = ScreenPlace & { connection: TableConnection; line: ScreenLine | null }

/** Screens that only look, by the client that real ones have: over lines that are lost, at nodes that go. */
export class WatchingScreens {
  readonly #world: NightWorld
  readonly #screens: Screen[] = []

  constructor(world: NightWorld) {
    this.#world = world
  }

  open(place: ScreenPlace): void {
    const dice = Dice.of(this.#world.plan.seed, `screen ${place.name}`)
    const screen: Partial<Screen> = { ...place, line: null }
    screen.connection = new TableConnection(place.table, place.token, this.#environmentOf(screen, dice))
    this.#screens.push(screen as Screen)
  }

  nameOf = (nth: number): string => this.#screens[nth % this.#screens.length]!.name

  cut(nth: number): void {
    this.#screens[nth % this.#screens.length]!.line?.lose()
  }

  lostNode(id: string): void {
    for (const { line } of this.#screens) if (line?.node.id === id) line.lose()
  }

  get areLive(): boolean {
    return this.#screens.every(({ connection }) => connection.known.status === 'live')
  }

  close(): void {
    for (const { connection } of this.#screens) connection.close()
  }

  #environmentOf(screen: Partial<Screen>, dice: Dice): Environment {
    const { time } = this.#world
    return {
      open: () => {
        screen.line = new ScreenLine(this.#world, dice.oneOf(this.#world.nodes), screen.table!, dice)
        return screen.line
      },
      openOwner: (_, address) => {
        const node = this.#world.nodes.find(({ id }) => addressOfNode(id) === address)
        if (!node || node === screen.line!.node) return null
        const socket = new ScreenLine(this.#world, node, screen.table!, dice)
        const adopt = () => {
          screen.line = socket
        }
        return { socket, adopt }
      },
      random: () => dice.next(),
      now: () => time.now,
      newId: () => String(dice.next()),
      probe: async () => !time.isDead(screen.line!.node.id),
      onNetwork: () => () => {},
    }
  }

  /** Each screen equals a view computed from the journal now. */
  async problems(store: Journal): Promise<string[]> {
    const found = await Promise.all(this.#screens.map((screen) => problemOf(screen, store)))
    return found.flat()
  }
}

async function problemOf({ name, table, audience, player, connection, line }: Screen, store: Journal) {
  const { view, status } = connection.known
  if (status !== 'live' || !view) return [`screen ${name} is ${status}`]
  const memory = (await readTable(table, store, () => ''))!.settled
  const [book, { state }] = [bookOf(memory), memory]
  const views = {
    display: () => displayView(book, state),
    player: () => playerView(book, state, player!),
    dealer: () => dealerView(book, state),
    pit: () => pitView(book, state),
  }
  // Parts beside the table's state (a terminal's notices, a wheel) equal those of its node.
  const ofNode = line!.node.floor.rooms.get(table)!.publisher.viewFor({ audience, player })
  const right = asJson({ ...ofNode, ...views[audience]() }) as Record<string, unknown>
  const held = asJson(view) as Record<string, unknown>
  const wrong = Object.keys({ ...right, ...held }).filter((field) => !isDeepStrictEqual(right[field], held[field]))
  return wrong.map((field) => `screen ${name} has ${field} otherwise than it is`)
}
