import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Book } from '../src/books/rule-book.ts'
import type { StaffRole } from '../src/house/roles.ts'
import { common } from '../src/screens/words/common.ts'
import { pit, dealer as words } from '../src/screens/words/desk.ts'
import { editionOf } from '../src/screens/words/names.ts'
import { COOKIE } from '../src/service/http/request-caller.ts'
import { money } from '../src/words/plain-text.ts'
import { painted, sizes } from './browser.ts'
import { type Place, staffOf } from './house.ts'

/** A page of somebody who has signed in before, at another screen: checking a PIN takes longer than opening a page. */
export async function signedIn(
  { house, browsers }: Place,
  role: StaffRole,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browsers.page(house.url, { viewport: sizes.console, ...options })
  const session = await house.session(role)
  await page.context().addCookies([{ name: COOKIE, value: session.token, url: house.url }])
  await page.addInitScript((kept) => {
    // Once: whoever signs out stays out.
    if (sessionStorage.length === 0) sessionStorage.setItem('croupier.staff', kept)
  }, JSON.stringify(session))
  await page.goto(path)
  return page
}

/** By hand, on a page that asks who it is; in the language spoken, which is the page's. */
export async function signIn(page: Page, role: StaffRole): Promise<void> {
  const { badge, pin } = staffOf(role)
  await page.getByLabel(common.badge).fill(badge)
  await page.getByLabel(common.pin).fill(pin)
  await page.getByRole('button', { name: common.signIn }).click()
}

/** The dealer's console, used as a dealer does: the next step, and what is within reach beside it. */
export class Console {
  readonly page: Page
  readonly book: Book

  private constructor(page: Page, book: Book) {
    this.page = page
    this.book = book
  }

  /** A page where somebody has signed in already. */
  static on = (page: Page, book: Book): Console => new Console(page, book)

  static async open(place: Place, table: string, book: Book, options: BrowserContextOptions = {}): Promise<Console> {
    const page = await signedIn(place, 'dealer', `/dealer/${table}`, options)
    await page.getByRole('region', { name: common.nextStep }).waitFor()
    return new Console(page, book)
  }

  next = (): Locator => this.page.getByRole('region', { name: common.nextStep })
  dialog = (): Locator => this.page.getByRole('dialog')
  button = (name: string): Locator => this.page.getByRole('button', { name, exact: true })

  /** Presses the large button when it says this and can be pressed. Done when the console offers another step. */
  async step(says: string): Promise<void> {
    const button = this.next().getByRole('button', { name: says })
    await button.click()
    await button.waitFor({ state: 'hidden' })
  }

  open = (): Promise<void> => this.step(editionOf(this.book).texts.opening)
  spin = (): Promise<void> => this.step(words.spin)
  close = (): Promise<void> => this.step(editionOf(this.book).texts.closing)
  settle = (pocket: string): Promise<void> => this.step(words.settle(pocket))

  /** Types the number, wherever the cursor is. The console listens for keys once it has painted the step. */
  async ballRests(pocket: string): Promise<void> {
    await this.next().getByLabel(words.number).waitFor()
    await painted(this.page)
    await this.page.keyboard.type(pocket)
    await this.page.keyboard.press('Enter')
  }

  async sell(player: string, amount: number): Promise<void> {
    await this.button(words.newPlayer).click()
    await this.dialog().getByLabel(common.player).fill(player)
    await this.dialog().getByLabel(common.amount).fill(money(amount))
    await this.dialog()
      .getByRole('button', { name: new RegExp(`^(${words.sellTitle}|${words.sellCreditsTitle})$`) })
      .click()
    await this.dialog().waitFor({ state: 'hidden' })
    await this.seat(player).click() // whoever bought in is chosen; let go
  }

  seat = (player: string): Locator =>
    this.page.getByRole('region', { name: words.players }).getByRole('button', { name: player })

  /** In hand and staked, as the console shows them. */
  funds = (player: string): Promise<string[]> => this.seat(player).locator('.money').allTextContents()

  /** The payment to a player in the list of payouts. */
  paidTo = (player: string): Promise<string | null> =>
    this.page
      .getByRole('tabpanel', { name: words.payouts })
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name: player }) })
      .locator('h3 .money')
      .textContent()
}

/** The pit desk, in somebody's hands. */
export class PitDesk {
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  static async open(place: Place, role: StaffRole, options: BrowserContextOptions = {}): Promise<PitDesk> {
    const page = await signedIn(place, role, '/pit', options)
    await page.getByRole('region', { name: pit.approvals }).waitFor()
    await painted(page)
    return new PitDesk(page)
  }

  dialog = (): Locator => this.page.getByRole('dialog')
  queue = (): Locator => this.page.getByRole('region', { name: pit.approvals })
  actions = (): Locator => this.page.getByRole('region', { name: pit.actions })

  card = (table: string): Locator =>
    this.page
      .getByRole('article')
      .filter({ has: this.page.getByRole('button', { name: pit.openTable(table), exact: true }) })

  openTable = (table: string): Promise<void> =>
    this.page.getByRole('button', { name: pit.openTable(table), exact: true }).click()

  /** Chooses one of several by its label, as a pointer does. */
  choose = (name: string): Promise<void> =>
    this.dialog()
      .locator('label')
      .filter({ has: this.page.getByRole('radio', { name }) })
      .first()
      .click()

  /** Gives the reason and presses the button that says what it does. */
  async confirm(name: string, reason: string): Promise<void> {
    await this.dialog().getByLabel(common.reason).fill(reason)
    await this.dialog().getByRole('button', { name, exact: true }).click()
    await this.dialog().waitFor({ state: 'hidden' })
  }

  /** Handle and win, as a table's card shows them. */
  async figures(table: string): Promise<{ handle: string | null; win: string | null }> {
    const figure = (name: string) =>
      this.card(table)
        .locator('dt', { hasText: new RegExp(`^${name}$`) })
        .locator('+ dd')
        .textContent()
    return { handle: await figure(pit.handle), win: await figure(pit.win) }
  }
}
