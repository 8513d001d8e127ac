import { build } from 'vite'
import { Browsers, installedBrowser } from '../e2e/browser.ts'
import { median, type Result } from './measure.ts'

const books = ['mbs/roulette@3', 'mbs/sands-fast-action-roulette@2'] as const
const TURNS = 15

type Timed = { full: number[]; more: number[] }
type Tools = { timesOf(book: string, turns: number): Timed }

/** The computing part of a lab page as one script, timed in the browser without drawing. */
const source = `
import { bookById } from '/src/books/index.ts'
import { layoutNames, spotsOf } from '/src/engine/spots.ts'
import { LayoutOdds } from '/src/lab/layout-odds.ts'

export function timesOf(id, turns) {
  const book = bookById(id)
  const layout = layoutNames(book)[0]
  const { list } = spotsOf(book, layout)
  const [full, more] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    let started = performance.now()
    const odds = new LayoutOdds(book, layout)
    for (const [nth, { spot }] of list.entries()) odds.put(spot, 100 + turn * nth)
    odds.figures()
    full.push(performance.now() - started)
    started = performance.now()
    odds.put(list[turn % list.length].spot, 12345)
    odds.figures()
    more.push(performance.now() - started)
  }
  return { full, more }
}
`

/** The exact distribution of a chip on every spot, all else included, and one chip more; in Chromium. */
export async function labInBrowser(): Promise<Result[]> {
  const browsers = await Browsers.open(await installedBrowser())
  try {
    const page = await browsers.page('http://127.0.0.1')
    await page.addScriptTag({ content: await bundled() })
    const results: Result[] = []
    for (const book of books) {
      const { full, more } = await page.evaluate(
        ([id, turns]) => (globalThis as unknown as { lab: Tools }).lab.timesOf(id, turns),
        [book, TURNS] as const,
      )
      const row = (work: string, times: number[], most: number): Result => ({
        work: `${work}, ${book}, in Chromium`,
        unit: 'ms',
        ours: median(times),
        floor: null,
        ratioMax: null,
        most,
      })
      results.push(row('exact distribution of a full layout', full, 50), row('the first time', full.slice(0, 1), 50))
      results.push(row('one chip more', more, 16))
    }
    return results
  } finally {
    await browsers.close()
  }
}

async function bundled(): Promise<string> {
  const entry = 'lab-entry'
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: new URL('..', import.meta.url).pathname,
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'lab', fileName: 'lab' } },
    plugins: [
      {
        name: 'lab-entry',
        enforce: 'pre',
        resolveId: (id: string) => (id === entry || id.endsWith(`/${entry}`) ? entry : null),
        load: (id: string) => (id === entry ? source : null),
      },
    ],
  })
  const [first] = [output].flat()
  if (!first || !('output' in first)) throw new Error('nothing was built')
  return first.output[0].code
}
