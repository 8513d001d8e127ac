import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { bookById } from '../src/books/index.ts'
import { common } from '../src/screens/words/common.ts'
import { dealer as words } from '../src/screens/words/desk.ts'
import { service, terminal as terminalWords } from '../src/screens/words/terminal.ts'
import { money } from '../src/words/plain-text.ts'
import { Browsers, sizes } from './browser.ts'
import { root } from './house.ts'
import { Console } from './staff.ts'
import { Terminal } from './terminal-page.ts'

/** Types the commands of docs/first-house.md. The test itself does not know how to set up a house. */
const walk = readFileSync(join(root, 'docs/first-house.md'), 'utf8')
const config = /```json\n(.*?)```/s.exec(walk)![1]!
const lines = [...walk.matchAll(/^ {4}croupier (.*)$/gm)].map(([, line]) => line!)

let folder: string
let served: ChildProcess | null = null
let browsers: Browsers
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'croupier-first-'))
  browsers = await Browsers.open(inject('browser'))
})
afterAll(async () => {
  await browsers?.close()
  if (served) {
    served.kill('SIGTERM')
    await once(served, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

const argumentsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) => quoted ?? plain!)
    .map((word) => (word === 'DIR' ? join(folder, 'data') : word))

const croupier = (line: string) =>
  promisify(execFile)(process.execPath, [join(root, 'src/cli/main.ts'), ...argumentsOf(line)], { cwd: folder })

async function serve(line: string): Promise<string> {
  const main = join(root, 'src/cli/main.ts')
  served = spawn(process.execPath, [main, ...argumentsOf(line), '--port', '0', '--log-level', 'silent'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const said of createInterface({ input: served.stdout! })) {
    const url = /^Croupier is ready at (.*)$/.exec(said)?.[1]
    if (url) return url
  }
  throw new Error('The service did not start')
}

test('a house is set up from its document alone, to the first settled round', async () => {
  await writeFile(join(folder, 'house.json'), config)
  const said: string[] = []
  for (const line of lines.slice(0, -1)) said.push((await croupier(line)).stdout)
  const pin = /\b\d{6,12}\b/.exec(said[1]!.replace('1001', ''))![0]
  const code = /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(said[2]!)![0]
  const url = await serve(lines.at(-1)!)

  const player = await browsers.page(url)
  await player.goto('/play/r1')
  await player.getByLabel(common.enrolmentCode).fill(code)
  await player.getByRole('button', { name: terminalWords.enrol }).click()
  const terminal = await Terminal.at(player, url, { table: 'r1', player: 't1' })
  await player.getByText(service.ownName('t1')).waitFor()
  await player.getByText(service.noCredits).waitFor()

  const table = await browsers.page(url, { viewport: sizes.console })
  await table.goto('/dealer/r1')
  await table.getByLabel(common.badge).fill('1001')
  await table.getByLabel(common.pin).fill(pin)
  await table.getByRole('button', { name: common.signIn }).click()
  const console = Console.on(table, bookById('mbs/roulette@3')!)
  await console.button(words.takeTable).click()
  await console.dialog().getByRole('button', { name: words.takeTable }).click()
  await console.dialog().waitFor({ state: 'hidden' })
  await console.seat('t1').click()
  await console.button(words.sellTitle).click()
  await console.dialog().getByLabel(common.amount).fill('100')
  await console.dialog().getByRole('button', { name: words.sellTitle }).click()
  await console.dialog().waitFor({ state: 'hidden' })
  await console.open()
  await expect.poll(() => terminal.stage()).toBe('open')
  await terminal.place('17')
  await expect.poll(() => terminal.registered()).toEqual({ 17: 500 })
  await console.spin()
  await console.close()
  await console.ballRests('17')
  await console.settle('17')
  await expect.poll(async () => (await terminal.figures()).balance).toBe(money(10_000 + 35 * 500))
  expect(await table.title()).toBeTruthy()
  await browsers.closeAll()
  expect(browsers.problems).toEqual([])
})
