import { expect, test } from 'vitest'
import { inHouse, withTables } from './testing.ts'

/** The browsable page of the doors, under the service's own content security policy. */

const place = inHouse(withTables([{ id: 'roulette', book: 'mbs/roulette@3' }]))

test('every door is on it, and can be tried with a token', async () => {
  const page = await place.browsers.page(place.house.url)
  const asked: string[] = []
  page.on('response', (response) => asked.push(`${response.status()} ${new URL(response.url()).pathname}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} stopped ${blockedURI}`),
    )
  })
  await page.goto('/api/docs')
  const door = (path: string) => page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) }).first()
  await door('/api/tables').waitFor()
  await expect.poll(() => page.title()).toBe('Croupier: the HTTP API')
  await expect.poll(() => page.locator('.opblock').count()).toBeGreaterThan(30)

  const auditor = await place.house.door('auditor')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.modal-ux')
  await dialog.getByRole('textbox').fill(auditor.token!)
  await dialog.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  for (const path of ['/api/tables', '/api/staff']) {
    await door(path).click()
    await door(path).getByRole('button', { name: 'Try it out' }).click()
    await door(path).getByRole('button', { name: 'Execute' }).click()
    await expect.poll(() => asked).toContain(`200 ${path}`)
  }
  expect(asked.filter((one) => !one.startsWith('200 '))).toEqual([])
})
