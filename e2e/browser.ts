import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import extracted, { inflate } from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Where a browser is, and what it needs to find its libraries and type. */
export type Installed = { executablePath: string; env: Record<string, string> }

const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
const cache = join(packed, '..', '..', '.cache')
const DEBIAN = '/usr/bin/chromium'

/** The Chromium of npm, unpacked once beside the packages; without it, Debian's. */
export async function installedBrowser(): Promise<Installed> {
  try {
    const folder = await unpacked()
    const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
    return { executablePath: join(folder, 'chromium'), env }
  } catch (error) {
    if (!existsSync(DEBIAN)) throw error
    console.warn(`The browser of npm cannot be unpacked (${(error as Error).message}); ${DEBIAN} is used`)
    return { executablePath: DEBIAN, env: {} }
  }
}

/** Unpacked beside and then renamed: whoever comes at the same time finds all of it or none. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  const beside = `${folder}.${process.pid}`
  await mkdir(beside, { recursive: true })
  await unpackInto(beside)
  await writeFile(join(beside, 'fonts', 'fonts.conf'), fontsIn(folder))
  await rename(beside, folder).catch(async (error) => {
    await rm(beside, { recursive: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

/** The package unpacks into the folder for temporary files, wherever that is. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await extracted.executablePath()
    await inflate(join(packed, 'bin', 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** The package looks for its type in fixed folders, and a Chromium that finds none at all falls over. */
const fontsIn = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`

/** Flags that keep the browser off the network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Playwright keeps Chromium's shared memory in files on the disk, as /dev/shm is small in many a container. Where it is
 * not, they stay in memory: making and deleting those files was an eighth of the kernel's time.
 */
const SHARED_MEMORY_LEAST = 1 << 30
async function flagsLeftOut(): Promise<string[]> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= SHARED_MEMORY_LEAST ? ['--disable-dev-shm-usage'] : []
}

export type Size = { width: number; height: number }
// biome-ignore format: a table is read down its columns
export const sizes = {
  terminal: { width: 1920, height: 1080 },
  tablet:   { width: 1180, height: 820 },
  console:  { width: 1366, height: 768 },
  display:  { width: 1920, height: 1080 },
  upright:  { width: 820,  height: 1180 },
  phone:    { width: 390,  height: 844 },
  low:      { width: 844,  height: 390 },
  cabinet:  { width: 1080, height: 1920 },
  cabinet4: { width: 2160, height: 3840 },
  square:   { width: 1280, height: 1024 },
  zoomed:   { width: 960,  height: 540 },
  wide:     { width: 2560, height: 1080 },
} as const satisfies Record<string, Size>

/** The browser's console message for every error status. */
const isJustNo = /^Failed to load resource: the server responded with a status of 4\d\d/

/** One browser. Every context that it opens is somebody else: a player, a dealer, a wall. */
export class Browsers {
  /** Faults of a screen: an error, a console message, or a request to another host than the service. */
  readonly problems: string[] = []
  readonly #browser: Browser

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async open({ executablePath, env }: Installed): Promise<Browsers> {
    const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return new Browsers(
      await chromium.launch({
        executablePath,
        args: flags,
        ignoreDefaultArgs: await flagsLeftOut(),
        env: { ...Object.fromEntries(inherited), ...env },
      }),
    )
  }

  async context(url: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      baseURL: url,
      viewport: sizes.terminal,
      reducedMotion: 'reduce',
      locale: 'en-SG',
      ...options,
    })
    context.setDefaultTimeout(60_000)
    this.#watch(context, new URL(url).host)
    return context
  }

  async page(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    return (await this.context(url, options)).newPage()
  }

  async closeAll(): Promise<void> {
    for (const context of this.#browser.contexts()) await context.close()
  }

  close = (): Promise<void> => this.#browser.close()

  get isRunning(): boolean {
    return this.#browser.isConnected()
  }

  #watch(context: BrowserContext, host: string): void {
    context.on('weberror', (error) => this.problems.push(`error: ${error.error().message}`))
    context.on('console', (message) => {
      if (message.type() === 'error' && !isJustNo.test(message.text())) this.problems.push(message.text())
    })
    context.on('response', (response) => {
      if (response.status() >= 500) this.problems.push(`${response.status()} ${response.url()}`)
    })
    context.on('request', (request) => {
      const { protocol, host: asked } = new URL(request.url())
      if (protocol.startsWith('http') && asked !== host) this.problems.push(`asked ${request.url()}`)
    })
  }
}

/** Waits until the page has painted and has run its effects, such as listening for keys. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))

/** Saves a picture of each page where a person asked to see them: `SHOTS=FOLDER npx vitest run e2e/own-book.e2e.ts`. */
export async function savePictures(pages: Readonly<Record<string, { readonly page: Page }>>): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  for (const [name, { page }] of Object.entries(pages)) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/**
 * Gives the page a clock that can be stopped. A clock that leaps makes the page ask whether the service is alive, and a busy
 * machine may answer too late. Here the page gets that answer at once.
 */
export async function installClock(page: Page, ahead = 0): Promise<void> {
  await page.clock.install({ time: Date.now() + ahead })
  await page.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (asked, ...rest) =>
      String(asked).endsWith('/healthz') ? Promise.resolve(new Response()) : fetch(asked, ...rest)
  })
}

/** A clock cannot be set back: this is longer than a busy machine takes to stop it. */
const A_MINUTE = 60_000

/** Stops the page's clock, which is `ahead` of this machine's. */
export const stopClock = (page: Page, ahead = 0): Promise<void> => page.clock.pauseAt(Date.now() + A_MINUTE + ahead)

/** Escape closes the dialog on top. It is gone when the page has taken it out: until then its layout is there twice. */
export async function escapeDialog(page: Page): Promise<void> {
  const dialogs = page.locator('dialog')
  const top = dialogs.nth((await dialogs.count()) - 1)
  await page.keyboard.press('Escape')
  await top.waitFor({ state: 'detached' })
}
