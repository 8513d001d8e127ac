import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { common, stages } from '../src/screens/words/common.ts'
import { dealer as dealerWords, pit as pitWords } from '../src/screens/words/desk.ts'
import { nouns } from '../src/screens/words/names.ts'
import { speak } from '../src/screens/words/speech.ts'
import { service, terminal as words } from '../src/screens/words/terminal.ts'
import { escapeDialog } from './browser.ts'
import { House } from './house.ts'
import { Console, PitDesk, signedIn } from './staff.ts'
import { clickMiddle, Terminal, untilSeen } from './terminal-page.ts'
import { expectItsMoney, expectTexts, inHouse } from './testing.ts'
import { Wall } from './wall.ts'

const book = bookById('mbs/roulette@3')!
const limits = { default: { min: 500, max: 10_000 } }
const table = 'roulette'
/** A house with a name, a clock and colours of its own. */
const house = { 'house-name': 'Casa Azul', 'time-zone': 'Asia/Kathmandu', 'accent-colour': '#58C4DD' }
const place = inHouse((staffed) => House.open(staffed, [{ id: table, book: book.id, limits }], house))
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
/** The machine at the seat stands elsewhere: whatever it shows is by the clock of the house. */
const elsewhere = { timezoneId: 'America/New_York' }

/** Hours and minutes in Kathmandu, which is 5:45 ahead. */
const houseClock = (at: string): string => new Date(Date.parse(at) + 345 * 60_000).toISOString().slice(11, 16)

test('without credits and without a keyboard: a code is pressed, an attendant is called, and all see who came by one clock', async () => {
  const admin = await place.house.door('administrator')
  const seat = { table, player: 'ann' }
  const { code } = await admin.call('POST /api/terminals', { body: { terminal: 'ann', ...seat } })
  const page = await place.browsers.page(place.house.url, { ...elsewhere, hasTouch: true })
  await page.goto(`/play/${table}`)
  const keypad = page.getByRole('group', { name: service.keypad })
  for (const letter of code.replace(/\W/g, '')) await keypad.getByRole('button', { name: letter, exact: true }).click()
  await keypad.getByRole('button', { name: service.deleteDigit }).click()
  await keypad.getByRole('button', { name: code.at(-1)!, exact: true }).click()
  await page.getByRole('button', { name: words.enrol }).click()
  const ann = await Terminal.at(page, place.house.url, seat)
  await untilSeen(page)
  const empty = page.getByRole('status').filter({ hasText: service.noCredits })
  await empty.getByRole('button', { name: service.callAttendant }).click()

  const door = await place.house.door('pit-supervisor')
  const call = async () => (await door.call('GET /api/calls'))[0]!
  await expect.poll(async () => (await call())?.terminal).toBe('ann')
  const called = houseClock((await call()).at)
  await page.getByText(service.attendantCalled(called)).waitFor()
  const console = await Console.open(place, table, book)
  await expect.poll(() => console.seat('ann').textContent()).toContain(dealerWords.calls(called))
  const pit = await PitDesk.open(place, 'pit-supervisor')
  const calls = pit.page.getByRole('region', { name: pitWords.calls })
  await calls.getByText(pitWords.callWaits(called)).waitFor()
  await calls.getByRole('button', { name: pitWords.iCame }).click()
  await expect.poll(async () => (await call()).answered).not.toBeNull()
  const came = houseClock((await call()).answered!.at)
  await page.getByText(service.attendantCame('Siti', came)).waitFor()
  await calls.getByText(pitWords.callCame('Siti', came, pitWords.minutes(0))).waitFor()

  // A press on the layout with nobody chosen says so; then the attendant sells, with a press on the seat.
  await console.open()
  await clickMiddle(console.page.locator('[data-spot="17"]'))
  await console.page.locator('.note').getByText(dealerWords.choosePlayer).waitFor()
  expect((await ann.view()).wagers).toEqual({})
  await console.seat('ann').click()
  await console.button(dealerWords.sellTitle).click()
  await console.dialog().getByLabel(common.amount).fill('200')
  await console.dialog().getByRole('button', { name: dealerWords.sellTitle }).click()
  await empty.waitFor({ state: 'hidden' })
  await expectItsMoney(ann)

  await toolsOf(ann)
  await (await place.house.door('dealer')).give(table, { do: 'irregularity', code: 'ball-broke' })
})

/** As much as may lie there, and back again; wagers are kept under a name; what is left does not reach a stake. */
async function toolsOf(ann: Terminal): Promise<void> {
  const { page } = ann
  await page.getByRole('button', { name: new RegExp(`^${service.maximum}:`) }).click()
  await ann.place('red')
  await expect.poll(() => ann.registered()).toEqual({ red: 10_000 })
  await page.getByRole('button', { name: new RegExp(`^${service.maximum}:`) }).click()
  await ann.place('17')
  await expect.poll(() => ann.registered()).toEqual({ 17: 500, red: 10_000 })
  await ann.button(words.favourites).click()
  await page.getByLabel(service.favouriteName).fill('Sunday')
  await page.getByRole('button', { name: words.saveFavourite }).click()
  await expect.poll(() => page.getByLabel(service.rename).inputValue()).toBe('Sunday')
  await escapeDialog(page)
  await page.getByRole('button', { name: new RegExp(`^${service.eraser}:`) }).click()
  await ann.place('red')
  await expect.poll(() => ann.registered()).toEqual({ 17: 500 })
  await expectItsMoney(ann)
  await page.getByRole('button', { name: new RegExp(`^${service.eraser}:`) }).click()

  // A player who sits here for an hour gets a reminder.
  await page.evaluate(() => {
    const play = { since: Date.now() - 61 * 60_000, reminded: 0 }
    localStorage.setItem('croupier.play.ann', JSON.stringify(play))
  })
  await page.reload()
  const reminder = page.getByRole('dialog', { name: service.reminderTitle })
  await expectTexts(reminder, service.reminder('1:01:').slice(0, -1))
  await reminder.getByRole('button', { name: service.playOn }).click()
  await page.getByText(service.atPlay('1:01:')).waitFor()
  await page.getByText(service.netSince('0.00')).waitFor()
}

test('limits of a round under way: the desk is closed, and the service sets them at its end', async () => {
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'buy-in', player: 'bob', amount: 10_000 }, { do: 'place-your-bets' })
  const bob = await Terminal.open(place, { table, player: 'bob' })
  await bob.place('red')
  await expect.poll(() => bob.registered()).toEqual({ red: 500 })
  const pit = await PitDesk.open(place, 'pit-supervisor')
  await pit.openTable(table)
  await pit.actions().getByRole('button', { name: pitWords.limits }).click()
  await pit.dialog().getByLabel(`${pitWords.allKinds}, ${common.minimum}`).fill('10')
  await pit.confirm(pitWords.limits, 'a busy night')
  await pit.page.context().close()
  expect((await bob.view()).limits.default).toEqual(limits.default)
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await expect.poll(async () => (await bob.view()).limits.default).toEqual({ min: 1_000, max: 10_000 })
  await bob.page
    .getByRole('alert')
    .filter({ hasText: service.noticeTitles.limits(0) })
    .waitFor()
  await bob.page.getByText('$10 to $100').waitFor()
  await expectItsMoney(bob)

  // The wall is the house's own: its name, and its colour for what wins.
  const wall = await Wall.open(place, table)
  await wall.page.getByRole('heading', { name: /^Casa Azul · / }).waitFor()
  const colour = () => wall.tile().evaluate((tile) => getComputedStyle(tile).borderTopColor)
  await expect.poll(colour).toBe('rgb(88, 196, 221)')
})

test('a badge is locked by an administrator, and whoever has it is out at once', async () => {
  const theirs = await PitDesk.open(place, 'pit-manager')
  const page = await signedIn(place, 'administrator', '/pit#staff')
  const row = page.getByRole('row').filter({ hasText: 'Marcus' })
  await row.getByRole('button', { name: pitWords.lock, exact: true }).click()
  await page.getByRole('dialog').getByLabel(common.reason).fill('a badge was found')
  await page.getByRole('dialog').getByRole('button', { name: pitWords.lock, exact: true }).click()
  await theirs.page.getByLabel(common.pin).waitFor()
})

/** The calls, with voice and loudness. */
type Said = { text: string; lang: string; volume: number }

/** A browser that has voices, and keeps what it is given to say: here nobody would hear it. */
function giveVoices(): void {
  const said: object[] = []
  const voices = ['de-DE', 'en-GB', 'zh-CN'].map((lang) => ({ lang, name: lang, localService: true }))
  class Utterance {
    voice: object | null = null
    lang = ''
    volume = 1
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  const synthesis = {
    getVoices: () => voices,
    cancel: () => {},
    speak: ({ text, lang, volume }: Utterance) => said.push({ text, lang, volume }),
  }
  Object.defineProperty(globalThis, 'speechSynthesis', { value: synthesis })
  Object.assign(globalThis, { SpeechSynthesisUtterance: Utterance, said })
}

const saidBy = (page: Page): Promise<Said[]> => page.evaluate(() => (globalThis as unknown as { said: Said[] }).said)

test.for([
  { language: 'en', locale: 'en-SG', lang: 'en-GB' },
  { language: 'zh', locale: 'zh-CN', lang: 'zh-CN' },
] as const)(
  'calls are spoken in $language where somebody wants sound, as loud as they want it; else nothing is',
  async ({ language, locale, lang }) => {
    await speak(language)
    const dealer = await place.house.door('dealer')
    const prepare = async (page: Page) => void (await page.addInitScript(giveVoices))
    const seat = { table, player: `voice-${language}` }
    const { page } = await Terminal.open(place, seat, { locale }, prepare)
    const quiet = await Terminal.open(place, { table, player: `quiet-${language}` }, { locale }, prepare)
    const staff = await place.browsers.page(place.house.url, { locale })
    await prepare(staff)
    await staff.addInitScript(() => localStorage.setItem('croupier.sound', 'on'))
    await staff.goto(`/dealer/${table}`)
    await staff.getByLabel(common.pin).waitFor()
    // Off until somebody presses it: soft, then as usual.
    await page.getByRole('button', { name: common.soundOn }).click()
    await page.getByRole('button', { name: common.soundLouder }).click()
    await dealer.give(table, { do: 'place-your-bets' })
    await page.locator('[data-stage=open]').first().waitFor()
    await dealer.give(table, spin, { do: 'no-more-bets' })
    await page.locator('[data-stage=closed]').first().waitFor()
    await dealer.give(table, { do: 'ball-at-rest', pocket: '17' })
    await page.locator('[data-stage=result]').first().waitFor()
    const calls = [stages.open, stages.closed, `17, ${nouns.colours.black}`]
    await expect.poll(() => saidBy(page)).toEqual(calls.map((text) => ({ text, lang, volume: 0.65 })))
    await quiet.page.locator('[data-stage=result]').first().waitFor()
    expect([await saidBy(quiet.page), await saidBy(staff)]).toEqual([[], []])
    await dealer.give(table, { do: 'settle' })
    await speak('en')
  },
)
