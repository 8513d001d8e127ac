import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { voiceFor } from '../kit/sound.ts'
import { ticksIn } from './table-sounds.ts'

test('the last five seconds tick, each once, and what is over does not', () => {
  expect(ticksIn(12_000)).toEqual([7_000, 8_000, 9_000, 10_000, 11_000])
  expect(ticksIn(2_500)).toEqual([500, 1_500])
  expect(ticksIn(-1)).toEqual([])
})

test('a call has a voice of its language, the nearest that there is, or none', () => {
  const voice = (lang: string, localService = true) => ({ lang, localService })
  const voices = [voice('de-DE'), voice('en-US'), voice('en-GB', false), voice('zh-HK'), voice('zh-CN')]
  expect(voiceFor(voices, 'zh')?.lang).toBe('zh-CN')
  expect(voiceFor(voices, 'en')?.lang).toBe('en-GB')
  expect(voiceFor([voice('en-US', false), voice('en-AU')], 'en')?.lang).toBe('en-AU')
  expect(voiceFor([voice('de-DE')], 'zh')).toBeUndefined()
})

test('staff’s screens make no sound', () => {
  const screens = new URL('../', import.meta.url)
  const files = ['dealer', 'pit', 'audit', 'lab', 'check', 'lobby'].flatMap((screen) =>
    readdirSync(new URL(screen, screens)).map((name) => new URL(`${screen}/${name}`, screens)),
  )
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) expect(readFileSync(file, 'utf8'), file.pathname).not.toContain('/sound.ts')
})
