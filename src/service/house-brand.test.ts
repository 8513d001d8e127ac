import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, freshFolder, quietService, quietTables } from '../../test/support/service.ts'
import { BadConfig, readConfig } from './config.ts'
import { demoBrand } from './demo.ts'
import { contrastOf, LEAST_CONTRAST, litFelt, screenColours } from './house-brand.ts'
import { startService } from './service.ts'

afterAll(cleanUp)

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'

test('a house shows its name, mark, colours and pictures, from files beside its configuration', async () => {
  const data = freshFolder()
  mkdirSync(join(data, 'pictures'))
  writeFileSync(join(data, 'mark.svg'), svg)
  for (const name of ['b.svg', 'a.svg', 'notes.txt']) writeFileSync(join(data, 'pictures', name), svg)
  const tables = [{ ...quietTables[1], name: 'Roulette by the window', short: 'Window' }]
  const brand = { houseName: 'Pier', houseMark: 'mark.svg', feltColour: '#123a5c', idlePictures: 'pictures' }
  const { address, stop } = await quietService(data, {}, tables, brand)
  try {
    const read = async (path: string) => (await fetch(`${address}${path}`)).json()
    const mark = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    const idle = ['/idle/a.svg', '/idle/b.svg']
    expect(await read('/api/house')).toMatchObject({ name: 'Pier', mark, feltColour: '#123a5c', idle, badges: [] })
    expect(await read('/api/tables')).toMatchObject([{ name: 'Roulette by the window', short: 'Window' }])
    const picture = await fetch(`${address}/idle/a.svg`)
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/svg+xml', svg])
    for (const hidden of ['notes.txt', 'c.svg', '..%2Fmark.svg'])
      expect((await fetch(`${address}/idle/${hidden}`)).status).toBe(404)
  } finally {
    await stop()
  }
})

test.each([
  ['houseMark', { houseMark: 'gone.svg' }, /houseMark: .*gone\.svg cannot be read: ENOENT/],
  ['houseMark', { houseMark: 'mark.gif' }, /houseMark: .*mark\.gif must be an SVG or PNG file/],
  ['houseMark', { houseMark: 'large.png' }, /houseMark: .*large\.png has 40000 bytes; 32768 at most/],
  ['idlePictures', { idlePictures: 'gone' }, /idlePictures: .*gone cannot be read: ENOENT/],
  ['idlePictures', { idlePictures: '.' }, /idlePictures: .*two words\.png must have a name of letters/],
])('a service does not start with a %s that it cannot show', async (_, brand, problem) => {
  const data = freshFolder()
  writeFileSync(join(data, 'large.png'), Buffer.alloc(40_000))
  writeFileSync(join(data, 'two words.png'), '')
  const config = join(data, 'config.json')
  writeFileSync(config, JSON.stringify({ tables: quietTables, ...brand }))
  const started = startService(readConfig({ config, data, port: '0', 'log-level': 'silent' }, {}))
  await expect(started).rejects.toThrow(problem)
  await expect(started).rejects.toThrow(BadConfig)
})

test('colours of a house must be readable: the accent on dark panels, the print on the felt', () => {
  for (const [setting, colour] of [
    ['accent-colour', '#333333'],
    ['felt-colour', '#cccccc'],
    ['felt-colour', 'green'],
  ])
    expect(() => readConfig({ [setting!]: colour }, {})).toThrow(BadConfig)
  expect(readConfig({ 'accent-colour': '#D9B65C', 'felt-colour': '' }, {})).toMatchObject({ feltColour: '' })
  const { accentColour, feltColour } = demoBrand
  expect(contrastOf(accentColour, screenColours.panel)).toBeGreaterThan(LEAST_CONTRAST)
  expect(contrastOf(litFelt(feltColour), screenColours.ivory)).toBeGreaterThan(LEAST_CONTRAST)
})

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ffffff', '#ffffff', 1],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2)
  expect(contrastOf(other, one)).toBe(contrastOf(one, other))
})
