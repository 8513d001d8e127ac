import { afterAll, expect, test } from 'vitest'
import { common } from '../src/screens/words/common.ts'
import { Terminal } from './terminal-page.ts'
import { inHouse, withTables } from './testing.ts'
import { Wall } from './wall.ts'
import { Wheel } from './wheel.ts'

/** The link to the wheel is cut: terminal and wall say that results are entered by hand, until it is heard again. */

const wheel = await Wheel.listen()
afterAll(() => wheel.close())
const place = inHouse(withTables([{ id: 'cabled', book: 'mbs/roulette@3', wheel: { tcp: wheel.address } }]))

test('both screens say that results are entered by hand while the wheel is not heard', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give('cabled', { do: 'buy-in', player: 'ann', amount: 10_000 })
  const seat = await Terminal.open(place, { table: 'cabled', player: 'ann' })
  const wall = await Wall.open(place, 'cabled')
  wheel.placeYourBets()
  await expect.poll(() => seat.stage()).toBe('open')
  const notices = [seat.page, wall.page].map((page) => page.getByText(common.resultsByHand))
  for (const notice of notices) expect(await notice.count()).toBe(0)

  const plugIn = await wheel.unplug()
  await Promise.all(notices.map((notice) => notice.waitFor()))
  // A screen that is opened meanwhile shows the notice too.
  await wall.page.reload()
  await wall.page.getByText(common.resultsByHand).waitFor()

  await plugIn()
  await Promise.all(notices.map((notice) => notice.waitFor({ state: 'hidden' })))
})
