import type { Locator } from 'playwright-core'
import { common } from '../src/screens/words/common.ts'
import { speak } from '../src/screens/words/speech.ts'
import { service, terminal as words } from '../src/screens/words/terminal.ts'
import { escapeDialog, type Size, sizes } from './browser.ts'
import { type Language, locales, OPEN, reasons, type See, spin } from './every-screen.ts'
import type { Place } from './house.ts'
import { Terminal } from './terminal-page.ts'

type SeeState = (state: string) => Promise<void>

/** The dialogs of a terminal: from one without credits to one that is closed. Betting is open before and after. */
export async function seeTerminalDialogs(place: Place, language: Language, see: See): Promise<void> {
  await speak(language)
  const player = `guest-${language}`
  const terminal = await Terminal.open(place, { table: OPEN, player }, { locale: locales[language], hasTouch: true })
  const { page } = terminal
  const seeState: SeeState = (state) => see({ page, screen: 'play', of: OPEN, language, state })
  await page.getByText(service.outOfCredits).waitFor()
  await seeState('empty')
  await seeNotice(place, terminal, seeState)
  await playRound(place, terminal)
  for (const [state, name] of Object.entries({
    favourites: words.favourites,
    rules: words.rules,
    ticket: words.buyCredits,
    'cash-out': common.cashOut,
    statistics: words.statistics,
  }))
    await seeDialog(terminal, sizes.console, terminal.button(name), () => seeState(`dialog-${state}`))
  for (const [state, name] of Object.entries({ track: words.track, more: words.more }))
    await seeDialog(terminal, sizes.phone, terminal.button(name), () => seeState(`dialog-${state}`))
  await seeDialog(terminal, sizes.console, terminal.button(words.history), async () => {
    await seeState('dialog-history')
    await terminal.button(words.receipts.open).click()
    await page.getByRole('dialog').nth(1).waitFor()
    await seeState('dialog-receipts')
    await escapeDialog(page)
  })
  await seeReminder(terminal, seeState)
  const admin = await place.house.door('administrator')
  await admin.call('POST /api/terminals/:id/close', { params: { id: player }, body: { reason: reasons.closing } })
  await page.getByText(service.closedTitle).waitFor()
  await terminal.readNotice(() => seeState('dialog-closed'))
  await seeState('terminal-closed')
  await page.context().close()
}

/** `size`: where there is such a button; the dialog stays open at the others. */
async function seeDialog({ page }: Terminal, size: Size, button: Locator, seeIt: () => Promise<void>): Promise<void> {
  await page.setViewportSize(size)
  await button.click()
  await page.getByRole('dialog').waitFor()
  await seeIt()
  await escapeDialog(page)
}

/** A void round is announced, and the notice waits until it is read. */
async function seeNotice(place: Place, terminal: Terminal, seeState: SeeState): Promise<void> {
  const { door, seat } = terminal
  const { table, player } = seat
  const dealer = await place.house.door('dealer')
  await dealer.give(table, { do: 'buy-in', player, amount: 100_000 })
  await door.give(table, { do: 'wager', player, spot: '17', stake: 2_500 })
  await dealer.give(table, { do: 'irregularity', code: 'ball-broke' })
  await terminal.readNotice(() => seeState('dialog-notice'))
  await dealer.give(table, { do: 'place-your-bets' })
}

async function playRound(place: Place, { page, door, seat: { table, player } }: Terminal): Promise<void> {
  const dealer = await place.house.door('dealer')
  await door.give(table, { do: 'wager', player, spot: '17', stake: 2_500 })
  await dealer.give(table, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
  await dealer.give(table, { do: 'place-your-bets' })
  await page.locator('[data-stage=open]').first().waitFor()
}

/** Somebody who has sat here for two hours and five minutes. */
async function seeReminder({ page, seat, button }: Terminal, seeState: SeeState): Promise<void> {
  await page.evaluate((key) => {
    localStorage.setItem(key, JSON.stringify({ since: Date.now() - 125 * 60_000, reminded: 0 }))
  }, `croupier.play.${seat.player}`)
  await page.reload()
  await page.getByRole('dialog', { name: service.reminderTitle }).waitFor()
  await seeState('dialog-reminder')
  await button(service.playOn).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
