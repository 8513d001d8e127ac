import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf, LEAST_CONTRAST, screenColours } from '../service/house-brand.ts'

/** Code that runs in a browser: all files here except tests and their helpers. */
const home = new URL('.', import.meta.url)
const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css|html)$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(new URL(path, home), 'utf8') }))

const where = (pattern: RegExp): string[] => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test('the screens know nothing of node', () => {
  expect(files.length).toBeGreaterThan(30)
  expect(where(/from 'node:|\bprocess\.|\brequire\(/)).toEqual([])
})

test('no request leaves the house', () => {
  expect(where(/https?:\/\/(?!www\.w3\.org\/)/)).toEqual([])
})

test('no inline scripts, which the service forbids', () => {
  expect(where(/<script(?![^>]*\bsrc=)|dangerouslySetInnerHTML|\beval\(|new Function\(/)).toEqual([])
})

const tokens = Object.fromEntries(
  [...files.find(({ path }) => path === 'kit/tokens.css')!.text.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(
    ([, name, colour]) => [name!, colour!],
  ),
)

// biome-ignore format: a table is read down its columns
const onEachOther: [what: string, ink: string, ground: string][] = [
  ['a red pocket',     'ivory',    'red'],
  ['a black pocket',   'ivory',    'black'],
  ['a green pocket',   'ivory',    'green'],
  ['the print',        'ivory',    'felt'],
  ['words',            'ink-soft', 'panel-raised'],
  ['faint words',      'ink-faint', 'panel'],
  ['betting open',     'open',     'panel'],
  ['betting closing',  'closing',  'panel'],
  ['no more bets',     'closed',   'panel'],
  ['a warning',        'warn',     'panel-raised'],
  ['what won',         'brass',    'panel'],
]

test.each(onEachOther)('%s can be read', (_, ink, ground) => {
  expect(contrastOf(tokens[ink]!, tokens[ground]!)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
})

test("a house's own colours are checked against those of the screens", () => {
  expect(screenColours).toEqual({ panel: tokens['panel-raised'], ivory: tokens.ivory })
})
