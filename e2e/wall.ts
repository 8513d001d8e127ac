import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { display } from '../src/screens/words/display.ts'
import { sizes } from './browser.ts'
import type { Place } from './house.ts'

/** The display on the wall. */
export class Wall {
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  static async open({ house, browsers }: Place, table: string, options: BrowserContextOptions = {}): Promise<Wall> {
    const page = await browsers.page(house.url, { viewport: sizes.display, ...options })
    await page.goto(`/display/${table}`)
    await page.locator('[data-stage]').first().waitFor()
    return new Wall(page)
  }

  stage = (): Promise<string | null> => this.page.locator('[data-stage]').first().getAttribute('data-stage')
  tile = (): Locator => this.page.getByRole('main').getByRole('figure')
  number = (): Promise<string | null> => this.tile().locator('strong').first().textContent()

  /** How much of what came was of each colour. */
  shares = (): Promise<Record<string, string>> =>
    this.page
      .getByRole('region', { name: display.statistics })
      .locator('[data-kind]:is([data-kind=red], [data-kind=black], [data-kind=green])')
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((one) => [(one as HTMLElement).dataset.kind!, one.querySelector('dd')!.textContent!]),
        ),
      )

  /** The bonus numbers that are lit, as listed, and how many cells of the layout are lit. */
  async lit(): Promise<{ numbers: string[]; cells: number }> {
    const numbers = await this.page.getByRole('main').getByRole('listitem').allTextContents()
    const cells = await this.page.locator('.felt-bonus').count()
    return { numbers: numbers.map((text) => text.trim().split(/\s/)[0]!), cells }
  }
}
