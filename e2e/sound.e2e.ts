import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type * as Score from '../src/screens/kit/sound-score.ts'
import { Browsers } from './browser.ts'

/** Sounds rendered by a browser without speakers. */
type Rendered = { peak: number; seconds: number; middles: number[] }
type Part = keyof typeof Score.shortSounds | 'rolling' | 'landing' | `win ${number}`

let browsers: Browsers
let page: Page

beforeAll(async () => {
  browsers = await Browsers.open(inject('browser'))
  page = await browsers.page('http://localhost')
  await page.addScriptTag({ content: await scoreAsScript() })
})

afterAll(() => browsers?.close())

/** The score alone, as one script: a screen plays it only where there is somebody to hear it. */
async function scoreAsScript(): Promise<string> {
  const entry = fileURLToPath(new URL('../src/screens/kit/sound-score.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'score' } },
  })
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
  return output[0].code
}

/** `at`: where the middle of the spectrum is wanted, in seconds. */
const render = (part: Part, at: readonly number[] = []): Promise<Rendered> =>
  page.evaluate(
    async ({ part, at }) => {
      const { score } = globalThis as unknown as { score: typeof Score }
      const rate = 22_050
      const audio = new OfflineAudioContext(1, 5 * rate, rate)
      const to = { audio, out: audio.destination }
      const [name, times] = part.split(' ')
      if (name === 'win') score.winSound(to, Number(times))
      else if (name === 'rolling') score.rollingSound(to)
      else if (name === 'landing') score.landingSound(to)
      else score.shortSounds[name as keyof typeof Score.shortSounds](to)
      const samples = (await audio.startRendering()).getChannelData(0)
      const middleAt = (second: number): number => {
        const [size, from] = [4096, Math.round(second * rate)]
        let [sum, weighed] = [0, 0]
        for (let bin = 4; bin < 400; bin++) {
          let [re, im] = [0, 0]
          for (let index = 0; index < size; index++) {
            const angle = (2 * Math.PI * bin * index) / size
            re += samples[from + index]! * Math.cos(angle)
            im += samples[from + index]! * Math.sin(angle)
          }
          const power = re * re + im * im
          sum += power
          weighed += (power * bin * rate) / size
        }
        return weighed / sum
      }
      return {
        peak: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
        seconds: samples.findLastIndex((sample) => Math.abs(sample) > 0.002) / rate,
        middles: at.map(middleAt),
      }
    },
    { part, at },
  )

const parts: readonly Part[] = ['chip', 'refused', 'tick', 'closed', 'rolling', 'landing', 'win 0.5', 'win 35']

test.each(parts)('%s is heard, and nothing of it is cut off at full volume', async (part) => {
  const { peak } = await render(part)
  expect(peak).toBeGreaterThan(0.01)
  expect(peak).toBeLessThan(1)
})

test('a tick is short, and a win is longer the more was won', async () => {
  expect((await render('tick')).seconds).toBeLessThan(0.1)
  const wins = ['win 0.5', 'win 1', 'win 3', 'win 10', 'win 35'] as const
  const lengths: number[] = []
  for (const win of wins) lengths.push((await render(win)).seconds)
  for (const [index, length] of lengths.entries()) if (index > 0) expect(length).toBeGreaterThan(lengths[index - 1]!)
})

test('the ball sounds the same while it runs, and lower and lower as it slows', async () => {
  const [early, late] = (await render('rolling', [1, 3])).middles as [number, number]
  expect(Math.abs(late / early - 1)).toBeLessThan(0.15)
  const { middles, seconds } = await render('landing', [0.1, 0.8, 1.4])
  expect(middles[1]).toBeLessThan(middles[0]! * 0.9)
  expect(middles[2]).toBeLessThan(middles[1]! * 0.9)
  // It ends in the pocket.
  expect(seconds).toBeGreaterThan(4)
})
