import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import type { Book } from '../src/books/rule-book.ts'
import type { Draw } from '../src/engine/draw.ts'
import { type Spot, spotsOf } from '../src/engine/spots.ts'
import { stages } from '../src/screens/words/common.ts'
import { pit as pitWords, dealer as words } from '../src/screens/words/desk.ts'
import { clauseName, refusalText, voidReason } from '../src/screens/words/names.ts'
import { terminal as terminalWords } from '../src/screens/words/terminal.ts'
import { money } from '../src/words/plain-text.ts'
import { isWhole } from '../test/campaign.ts'
import { inSuite } from '../test/suites.ts'
import { Console, PitDesk } from './staff.ts'
import { Terminal } from './terminal-page.ts'
import { everyTable, expectItsMoney, expectTexts, inHouse, withTables } from './testing.ts'
import { Wall } from './wall.ts'

const place = inHouse(withTables(everyTable))

type Table = (typeof everyTable)[number]

/** Everybody at one table, each in a browser of their own; the pit looks at all of them at the end. */
class Room {
  readonly table: string
  readonly book: Book
  readonly spots: ReadonlyMap<string, Spot>
  readonly dealer: Console
  readonly ann: Terminal
  readonly bob: Terminal
  readonly wall: Wall

  private constructor(
    { id, layout }: Table,
    book: Book,
    [dealer, ann, bob, wall]: [Console, Terminal, Terminal, Wall],
  ) {
    this.table = id
    this.book = book
    this.spots = spotsOf(book, layout).byId
    this.dealer = dealer
    this.ann = ann
    this.bob = bob
    this.wall = wall
  }

  static async open(table: Table): Promise<Room> {
    const book = bookById(table.book)!
    const screens = await Promise.all([
      Console.open(place, table.id, book),
      Terminal.open(place, { table: table.id, player: `${table.id}-ann` }),
      Terminal.open(place, { table: table.id, player: `${table.id}-bob` }),
      Wall.open(place, table.id),
    ])
    return new Room(table, book, screens)
  }

  players = (): Terminal[] => [this.ann, this.bob]

  async staging(stage: string): Promise<void> {
    for (const screen of [this.ann, this.bob, this.wall]) await expect.poll(() => screen.stage()).toBe(stage)
  }

  /** Every amount on screen equals the service's. */
  async agreesOnMoney(): Promise<void> {
    const { seats } = await (await place.house.door('pit-supervisor')).view('pit', this.table)
    for (const terminal of this.players()) {
      await expectItsMoney(terminal)
      const { balance, staked } = seats[terminal.seat.player]!.funds
      await expect.poll(() => this.dealer.funds(terminal.seat.player)).toEqual([money(balance), money(staked)])
    }
    const { balanced } = await (await place.house.door('auditor')).view('auditor', this.table)
    expect(balanced).toBe(true)
  }
}

/** The pay of a straight-up by the book's own table. */
function paysOn(spot: Spot, draw: Draw | null): number {
  if (draw?.superNumbers.includes(spot.spot)) return spot.paysSuperBonus
  return draw?.numbers.includes(spot.spot) ? spot.paysBonus : spot.pays
}

const CHIP = 100
const BOUGHT = 50_000

/** One of each game, in the short suite the one with bonus numbers; in a campaign both versions and both layouts. */
const games = ['fast', 'roulette', 'sands-2', 'etg-b']
const played = isWhole ? everyTable : everyTable.filter(({ id }) => inSuite(games, 1).includes(id))

test.for(played)('$id: a round is played, settled and seen by everybody, and the next is void', async (table) => {
  const room = await Room.open(table)
  const { dealer, ann, bob, wall, book } = room
  const beside = book.rules.bonus ? 'bonus-win' : 'black'

  for (const terminal of room.players()) await dealer.sell(terminal.seat.player, BOUGHT)
  await room.agreesOnMoney()

  // Bets are placed, until the ball is running and there are no more.
  await dealer.open()
  await room.staging('open')
  await ann.place('17', '17', '20')
  await bob.place(beside)
  await expect.poll(() => ann.registered()).toEqual({ 17: 2 * CHIP, 20: CHIP })
  await dealer.spin()
  await room.staging('closing')
  await bob.place('5')
  await expect.poll(() => bob.registered()).toEqual({ [beside]: CHIP, 5: CHIP })
  await dealer.close()
  await room.staging('closed')
  await room.agreesOnMoney()

  // A late bet is refused in words, with the rule.
  await ann.place('5')
  const { clause } = book.rules.lateWager
  await expectTexts(ann.notice(), refusalText({ refused: 'betting-is-closed' }), clauseName(clause))
  expect(await ann.registered()).toEqual({ 17: 2 * CHIP, 20: CHIP })

  const { draw } = await ann.view()
  if (book.rules.bonus) {
    const lit = { numbers: [...draw!.numbers], cells: book.rules.bonus.numbers }
    await expect.poll(() => wall.lit()).toEqual(lit)
  }

  await dealer.ballRests('17')
  await room.staging('result')
  await expect.poll(() => wall.number()).toBe('17')
  await dealer.settle('17')
  await room.staging('settled')
  const came = { red: '0%', green: '0%', black: '100%' }
  await expect.poll(() => wall.shares()).toEqual(came)

  const won = 2 * CHIP * paysOn(room.spots.get('17')!, draw)
  expect((await ann.view()).funds.balance).toBe(BOUGHT + won - CHIP)
  await expect.poll(() => dealer.paidTo(ann.seat.player)).toBe(money(won))
  await room.agreesOnMoney()

  // The next round is void: every chip goes back, and every screen shows the reason.
  const before = await Promise.all(room.players().map((terminal) => terminal.view()))
  const code = 'ball-out-of-wheel'
  const rule = book.irregularities.find((row) => row.code === code)!.clause
  await dealer.open()
  await room.staging('open')
  await ann.place('1', '2')
  await bob.place('36')
  await expect.poll(() => ann.registered()).toEqual({ 1: CHIP, 2: CHIP })
  await expect.poll(() => bob.registered()).toEqual({ 36: CHIP })
  await dealer.spin()
  await dealer.button(words.irregularity).click()
  await dealer.dialog().getByLabel(voidReason(book, code)).check()
  await expectTexts(dealer.dialog().getByRole('region', { name: words.happens }), clauseName(rule))
  await dealer
    .dialog()
    .getByRole('button', { name: words.confirmVoid(2) })
    .click()
  await room.staging('void')
  await expectTexts(wall.tile(), voidReason(book, code), clauseName(rule))
  await expect.poll(() => wall.shares()).toEqual(came)
  await expectTexts(ann.page.getByRole('banner'), stages.void)
  await expectTexts(ann.page.locator('.terminal'), voidReason(book, code))
  const lastMoney = ann.page.locator('[data-money=last-win] dt')
  await expect.poll(() => lastMoney.textContent()).toBe(terminalWords.lastBack)
  const after = await Promise.all(room.players().map((terminal) => terminal.view()))
  expect(after.map(({ funds }) => funds)).toEqual(before.map(({ funds }) => funds))
  await room.agreesOnMoney()
})

test('the pit has all of it on one desk: what lies on each layout, and what was staked and won there', async () => {
  const [dealer, supervisor] = [await place.house.door('dealer'), await place.house.door('pit-supervisor')]
  const pit = await PitDesk.open(place, 'pit-supervisor')
  for (const { id } of played) {
    const { figures } = await supervisor.view('pit', id)
    expect(figures.handle).toBeGreaterThan(0)
    await expect.poll(() => pit.figures(id)).toEqual({ handle: money(figures.handle), win: money(figures.win) })
    await dealer.give(id, { do: 'place-your-bets' })
  }
  const { id } = played[0]!
  for (const [player, spot] of [
    ['ann', '17'],
    ['bob', '20'],
  ])
    await dealer.give(id, { do: 'wager', player: `${id}-${player}`, spot, stake: CHIP })
  await expect.poll(() => pit.card(id).textContent()).toContain(`${money(2 * CHIP)}${pitWords.players(2)}`)
})
