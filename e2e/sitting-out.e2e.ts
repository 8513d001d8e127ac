import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { LANDING_MS } from '../src/screens/kit/wheel-motion.ts'
import { common } from '../src/screens/words/common.ts'
import { voidReason } from '../src/screens/words/names.ts'
import { terminal as words } from '../src/screens/words/terminal.ts'
import { money } from '../src/words/plain-text.ts'
import { sizes } from './browser.ts'
import { letBallDown, openMoving, stopClock, untilFalling, untilStage } from './moving-screen.ts'
import { Terminal } from './terminal-page.ts'
import { everyTable, inHouse, withTables } from './testing.ts'

const place = inHouse(withTables(everyTable))
const CHIP = 100
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const ballIn = (pocket: string) => ({ do: 'ball-at-rest', pocket })

/** A round as the screen shows it: the ball, the hub, the dolly, paid stacks, the line below the wheel, the panel. */
type Told = Record<'ball' | 'number' | 'dolly' | 'line' | 'panel', string | null> & { paid: number[] }

const toldOn = ({ page }: Terminal): Promise<Told> =>
  page.evaluate(() => {
    const text = (of: string) => document.querySelector(of)?.textContent ?? null
    return {
      ball: document.querySelector('[data-ball]')?.getAttribute('data-ball') ?? null,
      number: text('.terminal-number strong'),
      dolly: document.querySelector('.felt-dolly')?.getAttribute('aria-label') ?? null,
      paid: [...document.querySelectorAll('main [data-paid]')].map((stack) => Number(stack.getAttribute('data-paid'))),
      line: text('.terminal-came'),
      panel: text('.terminal-outcome h2'),
    }
  })

const told = (pocket: string) => ({ ball: 'rest', number: pocket, dolly: common.dolly(pocket) })
const untold = (ball: 'running' | 'falling' | 'none') => ({ ball, number: null, dolly: null })
const noStake = { paid: [], line: words.youWatch, panel: null }

/** The win of the last round, as the service has it. */
async function winOf(terminal: Terminal): Promise<Pick<Told, 'paid' | 'line' | 'panel'>> {
  const { round, lines, net } = (await terminal.view()).last!
  return {
    paid: lines.filter(({ result }) => result === 'won').map(({ paid }) => paid),
    line: `${words.youWon(money(net))}${words.youWin}+${money(net)}`,
    panel: common.round(round),
  }
}

/** A dealer, and a player who has won a round with 17 and lets the following ones pass. */
async function afterWin(terminal: Terminal, isMoving = false) {
  const { table, player } = terminal.seat
  const dealer = await place.house.door('dealer')
  const call = (...commands: object[]) => dealer.give(table, ...commands)
  const expectTold = (expected: Told, message: string) =>
    expect.poll(() => toldOn(terminal), { message }).toEqual(expected)
  await call({ do: 'buy-in', player, amount: 10_000 }, { do: 'place-your-bets' })
  await untilStage(terminal, 'open')
  await terminal.place('17')
  await expect.poll(() => terminal.registered()).toEqual({ 17: CHIP })
  await call(spin, { do: 'no-more-bets' })
  await untilStage(terminal, 'closed')
  const tell = () => call(ballIn('17'), { do: 'settle' })
  await (isMoving ? letBallDown(terminal, tell) : tell())
  await untilStage(terminal, 'settled')
  const win = { ...told('17'), ...(await winOf(terminal)) }
  await expectTold(win, 'won')
  return { call, expectTold, win, round: (await terminal.view()).round! }
}

const cases = [
  { table: 'roulette', size: 'terminal' },
  { table: 'fast', size: 'terminal' },
  { table: 'etg-b', size: 'phone' },
] as const

test.for(cases)(
  '$table, $size: a result ends with no more bets, and beside a number is only the money of its round',
  async ({ table, size }) => {
    const book = bookById(everyTable.find(({ id }) => id === table)!.book)!
    const terminal = await Terminal.open(place, { table, player: `${table}-ann` }, { viewport: sizes[size] })
    const { call, expectTold, win, round } = await afterWin(terminal)
    const watched = (nth: number) => ({ paid: [], line: words.youWatched, panel: common.round(round + nth) })

    // As long as bets are taken the last result stands.
    await call({ do: 'place-your-bets' })
    await untilStage(terminal, 'open')
    await expectTold(win, 'open')
    await call(spin)
    await untilStage(terminal, 'closing')
    await expectTold({ ...win, ball: 'running' }, 'closing')
    await call({ do: 'no-more-bets' })
    await untilStage(terminal, 'closed')
    await expectTold({ ...untold('running'), ...noStake }, 'closed')
    await call(ballIn('15'))
    await untilStage(terminal, 'result')
    await expectTold({ ...told('15'), ...noStake }, 'result')
    await call({ do: 'settle' })
    await expectTold({ ...told('15'), ...watched(1) }, 'settled')

    // A void round has no number and no ball, and its reason ends with the next no more bets.
    const broke = voidReason(book, 'ball-broke')
    const voided = { ...untold('none'), paid: [], line: broke, panel: common.round(round + 2) }
    await call({ do: 'place-your-bets' }, spin, { do: 'no-more-bets' })
    await expectTold({ ...untold('running'), ...noStake }, 'closed before a void')
    await call({ do: 'irregularity', code: 'ball-broke' })
    await expectTold(voided, 'void')
    await call({ do: 'place-your-bets' })
    await untilStage(terminal, 'open')
    await expectTold(voided, 'open after a void')
    await call(spin, { do: 'no-more-bets' })
    await expectTold({ ...untold('running'), ...noStake }, 'closed after a void')
    await call(ballIn('7'))
    await expectTold({ ...told('7'), ...noStake }, 'result after a void')
    await call({ do: 'settle' })
    await expectTold({ ...told('7'), ...watched(3) }, 'settled after a void')
  },
)

test('after a loss: neither the number nor the lost stake is told as of the round that is sat out', async () => {
  const table = 'roulette'
  const terminal = await Terminal.open(place, { table, player: 'cleo' }, { viewport: sizes.upright })
  const dealer = await place.house.door('dealer')
  const call = (...commands: object[]) => dealer.give(table, ...commands)
  const expectTold = (expected: Told, message: string) =>
    expect.poll(() => toldOn(terminal), { message }).toEqual(expected)
  await call({ do: 'buy-in', player: 'cleo', amount: 10_000 }, { do: 'place-your-bets' })
  await call({ do: 'wager', player: 'cleo', spot: '17', stake: CHIP })
  await call(spin, { do: 'no-more-bets' }, ballIn('15'), { do: 'settle' })
  const round = (await terminal.view()).round!
  const lost = { paid: [], line: words.youLost, panel: common.round(round) }
  await expectTold({ ...told('15'), ...lost }, 'lost')
  await call({ do: 'place-your-bets' }, spin, { do: 'no-more-bets' })
  await expectTold({ ...untold('running'), ...noStake }, 'closed')
  expect(await terminal.page.locator('main [data-result]').count()).toBe(0)
  await call(ballIn('4'), { do: 'settle' })
  const watched = { paid: [], line: words.youWatched, panel: common.round(round + 1) }
  await expectTold({ ...told('4'), ...watched }, 'settled')
})

test('with motion: no old number while the next ball runs, also when the round after it is open before it is down', async () => {
  const terminal = await openMoving(place, 'sands-2', 'bob')
  const { call, expectTold, round } = await afterWin(terminal, true)
  await call({ do: 'place-your-bets' }, spin, { do: 'no-more-bets' })
  await expectTold({ ...untold('running'), ...noStake }, 'closed')
  await stopClock(terminal)
  await call(ballIn('15'), { do: 'settle' })
  await untilFalling(terminal)
  await expectTold({ ...untold('falling'), ...noStake }, 'falling')
  await call({ do: 'place-your-bets' })
  await untilStage(terminal, 'open')
  await expectTold(
    { ...untold('falling'), ...noStake, line: expect.not.stringContaining(words.youWin) },
    'the next is open',
  )
  await terminal.page.clock.runFor(LANDING_MS + 100)
  await expectTold({ ...told('15'), paid: [], line: words.youWatched, panel: common.round(round + 1) }, 'down')
})

test('a void round says first that the stakes were returned, then why, and each once', async () => {
  const table = 'etg-a'
  const terminal = await Terminal.open(place, { table, player: 'dee' })
  const dealer = await place.house.door('dealer')
  const book = bookById(everyTable.find(({ id }) => id === table)!.book)!
  await dealer.give(table, { do: 'buy-in', player: 'dee', amount: 10_000 }, { do: 'place-your-bets' })
  await untilStage(terminal, 'open')
  await terminal.place('17')
  await expect.poll(() => terminal.registered()).toEqual({ 17: CHIP })
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'irregularity', code: 'ball-broke' })
  await untilStage(terminal, 'void')
  const [returned, reason] = [words.stakesReturned(money(CHIP)), voidReason(book, 'ball-broke')]
  await expect.poll(async () => (await toldOn(terminal)).line).toBe(`${returned} ${reason}`)
  const said = await terminal.page.locator('.terminal').innerText()
  for (const text of [returned, reason]) expect(said.split(text).length - 1, text).toBe(1)
})
