import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { service } from '../src/screens/words/terminal.ts'
import type { Enrolled } from '../src/wire/house-shapes.ts'
import { Door } from './door.ts'
import type { Place } from './house.ts'

type Seat = { table: string; player: string }
type Figures = { balance: string; staked: string; lastWin: string }
/** A command as it left the screen. */
type Sent = { do: string; spot?: string; stake?: number; id: string }

/** A player at a terminal. */
export class Terminal {
  readonly page: Page
  readonly seat: Seat
  /** The messages that this terminal sent over its WebSocket, in order. */
  readonly sent: Sent[]
  /** The service, asked with this terminal's own token. */
  readonly door: Door

  constructor(page: Page, seat: Seat, sent: Sent[], door: Door) {
    this.page = page
    this.seat = seat
    this.sent = sent
    this.door = door
  }

  /** A new terminal of the house. */
  static async open(
    place: Place,
    seat: Seat,
    options: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<void>,
  ): Promise<Terminal> {
    return Terminal.#enrolled(place, seat, await newTerminal(place, seat), options, prepare)
  }

  static async openAgain(
    place: Place,
    seat: Seat,
    options: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<void>,
  ): Promise<Terminal> {
    return Terminal.#enrolled(place, seat, await enrolAgain(place, seat.player), options, prepare)
  }

  static async #enrolled(
    { house, browsers }: Place,
    seat: Seat,
    enrolled: Enrolled,
    options: BrowserContextOptions,
    prepare?: (page: Page) => Promise<void>,
  ): Promise<Terminal> {
    const page = await browsers.page(house.url, options)
    const sent = sentBy(page)
    await prepare?.(page)
    await takeSeat(page, enrolled)
    await page.goto(`/play/${seat.table}`)
    return Terminal.at(page, house.url, seat, sent)
  }

  /** A page that somebody has set up already. */
  static async at(page: Page, url: string, seat: Seat, sent: Sent[] = []): Promise<Terminal> {
    await page.locator('[data-spot]').first().waitFor({ state: 'attached' })
    // A press stakes the chosen chip. The layout moves while fonts are loading.
    await page.locator('.terminal-chips .is-chosen').waitFor({ state: 'attached' })
    await page.evaluate(() => document.fonts.ready)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('croupier.terminal')!).token as string)
    return new Terminal(page, seat, sent, new Door(url, token))
  }

  spot = (id: string): Locator => this.page.locator(`[data-spot="${id}"]`)
  button = (name: string): Locator => this.page.getByRole('button', { name, exact: true })
  notice = (): Locator => this.page.getByRole('alert')

  /** When the layout has come to rest: it grows where the wheel was. */
  async placeAtRest(id: string): Promise<void> {
    await (await this.spot(id).elementHandle())!.waitForElementState('stable')
    await this.place(id)
  }

  /** A click in the middle of the spot, wherever that is on the felt. */
  async place(...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await clickMiddle(this.spot(id))
    }
  }

  /** Opens the notice on the strip, looks at it and marks it as read. Done when the service has recorded that. */
  async readNotice(look: (dialog: Locator) => Promise<void>): Promise<void> {
    const open = this.button(service.readNotice)
    await open.click()
    const dialog = this.page.getByRole('dialog')
    await dialog.waitFor()
    await look(dialog)
    await dialog.getByRole('button', { name: service.haveRead }).click()
    await dialog.waitFor({ state: 'hidden' })
    await open.waitFor({ state: 'hidden' })
  }

  stage = (): Promise<string | null> => this.page.locator('[data-stage]').first().getAttribute('data-stage')

  async figures(): Promise<Figures> {
    const told = async (name: string) => (await this.page.locator(`[data-money=${name}] dd`).textContent()) ?? ''
    const [balance, staked, lastWin] = await Promise.all(['balance', 'staked', 'last-win'].map(told))
    return { balance: balance!, staked: staked!, lastWin: lastWin! }
  }

  view = () => this.door.view('player', this.seat.table)

  /** The registered stakes by spot. */
  async registered(): Promise<Record<string, number>> {
    const { wagers } = await this.view()
    return Object.fromEntries(Object.entries(wagers).map(([spot, { stake }]) => [spot, stake]))
  }
}

/** The browser is a machine that was set up before. By hand, with the code typed: `keyboard` and `first-house`. */
export const takeSeat = (page: Page, enrolled: Enrolled): Promise<unknown> =>
  page.addInitScript((kept) => {
    // Once: a seat that was given up stays so.
    if (!sessionStorage.getItem('seat-taken')) localStorage.setItem('croupier.terminal', kept)
    sessionStorage.setItem('seat-taken', 'yes')
  }, JSON.stringify(enrolled))

/** A terminal that there is already gets a new code. */
export async function enrolAgain({ house }: Place, player: string): Promise<Enrolled> {
  const admin = await house.door('administrator')
  const asked = { params: { id: player }, body: { reason: 'a screen for it' } }
  return enrol(house.url, (await admin.call('POST /api/terminals/:id/code', asked)).code)
}

const enrol = (url: string, code: string): Promise<Enrolled> =>
  new Door(url, null).call('POST /api/terminals/enrol', { body: { code } })

async function newTerminal({ house }: Place, seat: Seat): Promise<Enrolled> {
  const admin = await house.door('administrator')
  const { code } = await admin.call('POST /api/terminals', { body: { terminal: seat.player, ...seat } })
  return enrol(house.url, code)
}

/** The service, asked as a terminal that has no screen: where the book lets players alone bet, it takes one. */
export async function terminalDoor(place: Place, seat: Seat): Promise<Door> {
  return new Door(place.house.url, (await newTerminal(place, seat)).token)
}

/** Waits until the layout lies where it was seen: a hand that sets out sooner still means what it saw before. */
export const untilSeen = (page: Page): Promise<void> =>
  page.locator('[data-new-scene], [data-moved]').first().waitFor({ state: 'detached' })

/** A click in the middle of what has come to rest. */
export async function clickMiddle(locator: Locator): Promise<void> {
  await untilSeen(locator.page())
  const { x, y } = await middleOf(locator)
  await locator.page().mouse.click(x, y)
}

export async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

function sentBy(page: Page): Sent[] {
  const sent: Sent[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const said = JSON.parse(String(payload))
      if ('do' in said) sent.push(said)
    }),
  )
  return sent
}
