import { expect, test } from 'vitest'
import { inEnglish } from '../books/edition.ts'
import { bookById, books } from '../books/index.ts'
import { layoutNames, spotsOf } from '../engine/spots.ts'
import { nouns } from '../words/en/nouns.en.ts'
import { boardOf, chipPlace } from './board.ts'
import { drawFelt } from './felt-drawing.ts'
import { feltSvg } from './felt-svg.ts'

type Element = { name: string; attributes: Readonly<Record<string, string>>; text: string; children: Element[] }

/** A strict reader of the XML that a drawing needs: elements, attributes in double quotes, text with entities. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  let at = 0
  for (const tag of xml.matchAll(/<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w-]*="[^"<]*")*)\s*(\/?)>/g)) {
    const [whole, closing, name, attributes, empty] = tag
    open.at(-1)!.text += plain(xml.slice(at, tag.index))
    at = tag.index + whole.length
    if (closing) {
      if (open.pop()!.name !== name) expect.fail(`${whole} closes nothing`)
    } else {
      const element: Element = { name: name!, attributes: attributesOf(attributes!), text: '', children: [] }
      open.at(-1)!.children.push(element)
      if (!empty) open.push(element)
    }
  }
  expect(xml.slice(at).trim()).toBe('')
  expect(open).toEqual([root])
  expect(root.children.length).toBe(1)
  return root.children[0]!
}

function attributesOf(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, plain(value!)] as const)
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) expect.fail(`twice in ${source}`)
  return Object.fromEntries(pairs)
}

function plain(source: string): string {
  if (/[<>]|&(?!(amp|lt|gt|quot|#39);)/.test(source)) expect.fail(`not escaped: ${source}`)
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return source.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => named[name]!)
}

const everything = (element: Element): Element[] => [element, ...element.children.flatMap(everything)]
const groupsOf = (svg: string) => everything(parse(svg)).filter((element) => 'data-spot' in element.attributes)
const titleOf = (group: Element) => group.children.find((child) => child.name === 'title')?.text

const layouts = books.flatMap((book) => layoutNames(book).map((layout) => ({ book, layout, name: book.id })))

test.each(layouts)('$name, layout $layout: a well-formed drawing with every spot once', ({ book, layout }) => {
  const groups = groupsOf(feltSvg(book, layout))
  const { list, byId } = spotsOf(book, layout)
  expect(groups.map((group) => group.attributes['data-spot']).sort()).toEqual(list.map(({ spot }) => spot).sort())
  for (const { attributes, children } of groups) {
    const { kind, covers, pays } = byId.get(attributes['data-spot']!)!
    expect(attributes).toMatchObject({ 'data-kind': kind, 'data-pays': `${pays}`, 'data-covers': covers.join(' ') })
    expect(children.length).toBeGreaterThan(1)
  }
})

test.each(layouts)('$name, layout $layout: the drawing asks nothing of the outside', ({ book, layout }) => {
  const svg = feltSvg(book, layout)
  expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
  expect(svg).not.toMatch(/href|@import|<script|<style|<image/)
  expect(svg.match(/url\([^)]*\)/g)).toEqual(['url(#light)'])
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})

test.each(layouts)('$name, layout $layout: everything drawn lies within the drawing', ({ book, layout }) => {
  const svg = parse(feltSvg(book, layout))
  const [left, top, w, h] = svg.attributes.viewBox!.split(' ').map(Number)
  for (const { attributes } of svg.children.flatMap(everything).filter(({ name }) => /rect|text|circle/.test(name))) {
    const x = Number(attributes.x ?? attributes.cx) - left!
    const y = Number(attributes.y ?? attributes.cy) - top!
    expect(x >= 0 && x + Number(attributes.width ?? 0) <= w! + 1e-9, JSON.stringify(attributes)).toBe(true)
    expect(y >= 0 && y + Number(attributes.height ?? 0) <= h! + 1e-9, JSON.stringify(attributes)).toBe(true)
  }
})

// biome-ignore format: a table is read down its columns
const titles: [book: string, layout: string, spot: string, title: string][] = [
  ['mbs/roulette@3',                   'table', '17',          'Straight up 17, pays 35 to 1 (4.1)'],
  ['mbs/roulette@3',                   'table', '17/20',       'Split 17/20, pays 17 to 1 (4.1)'],
  ['mbs/roulette@3',                   'table', '1/2/3/4/5/6', 'Six line 1/2/3/4/5/6, pays 5 to 1 (4.1)'],
  ['mbs/roulette@3',                   'table', 'column-3',    'Column 3, pays 2 to 1 (4.1)'],
  ['mbs/roulette@3',                   'table', 'red',         'Red, pays 1 to 1 (4.1)'],
  ['mbs/sands-roulette@2',             'table', 'top-line',    'Top line, pays 5 to 1 (4.1)'],
  ['mbs/sands-roulette@2',             'table', 'green',       'Green, pays 11 to 1 (4.1)'],
  ['rws/roulette-double-zero-etg@4',   'B',     'top-line',    'Top line, pays 6 to 1 (4.1.2)'],
  ['mbs/sands-fast-action-roulette@2', 'table', 'bonus-win',   'Bonus win, pays 2 to 1 (4.2)'],
  ['mbs/sands-fast-action-roulette@2', 'table', 'MBS',
    'Straight up MBS, pays 35 to 1, 40 to 1 on a bonus number, 80 to 1 on a super bonus number (4.1)'],
]

test.each(titles)('%s %s: %s is told as "%s"', (id, layout, spot, title) => {
  const group = groupsOf(feltSvg(bookById(id)!, layout)).find(({ attributes }) => attributes['data-spot'] === spot)
  expect(titleOf(group!)).toBe(title)
})

test('red, black and green are diamonds that say their name', () => {
  const drawn = everything(parse(feltSvg(bookById('mbs/sands-roulette@2')!, 'table')))
  const diamonds = drawn.filter((element) => element.name === 'polygon')
  expect(diamonds.map(({ attributes }) => [attributes['aria-label'], attributes.fill])).toEqual([
    ['Red', '#B4232C'],
    ['Green', '#1A7049'],
    ['Black', '#15171B'],
  ])
})

test('the links of the fast action book stand beside their numbers, in order', () => {
  const drawn = everything(parse(feltSvg(bookById('mbs/sands-fast-action-roulette@2')!, 'table')))
  const letters = drawn.filter((element) => element.name === 'text' && /^[a-j]$/.test(element.text))
  expect(letters.map((letter) => letter.text).join('')).toBe('abcdefghij')
  expect(letters.map((letter) => letter.attributes.y)).toEqual(
    [0, 1, 2, 3, 4, 6, 7, 8, 9, 10].map((row) => `${row + 0.5}`),
  )
})

test('words from a book cannot break out of the drawing', () => {
  const known = bookById('mbs/roulette@3')!
  const title = `Roulette <b>"&'</b>`
  const book = { ...known, texts: { en: { ...known.texts.en, title } } }
  const svg = parse(feltSvg(book, 'table'))
  expect(titleOf(svg)).toBe(`Roulette <b>"&'</b>, layout table, mbs/roulette@3`)
  expect(everything(svg).some((element) => element.text === title)).toBe(true)
})

/** Every area of every felt as it is drawn, and where a chip lies on it. */
const areas = books.flatMap((book) =>
  Object.keys(book.layouts).flatMap((layout) =>
    (['wide', 'tall', 'printed'] as const).flatMap((lie) => {
      const board = boardOf(book, layout, lie)
      const { cells } = drawFelt(inEnglish(book), layout, board, nouns)
      return cells.map(({ spot, shapes }) => ({
        of: `${book.id} ${layout} ${lie}`,
        shapes,
        chip: chipPlace(board, spot),
      }))
    }),
  ),
)

test('a chip on a colour lies beside its diamond, however the layout lies', () => {
  const hidden: string[] = []
  for (const { of, shapes, chip } of areas)
    for (const { tag, attributes, label } of shapes) {
      if (tag !== 'polygon') continue
      const corners = String(attributes.points).split(' ')
      const [left, top, right] = corners.map((corner) => corner.split(',').map(Number) as [number, number])
      const [w, h] = [(right![0] - left![0]) / 2, left![1] - top![1]]
      const [dx, dy] = [Math.abs(chip.x - top![0]), Math.abs(chip.y - left![1])]
      const apart = (dx / w + dy / h - 1) / Math.hypot(1 / w, 1 / h)
      if (apart < 0.2) hidden.push(`${of}: ${label}, ${apart.toFixed(2)}`)
    }
  expect(hidden).toEqual([])
})

test('a layout that the book does not have is not drawn', () => {
  expect(() => feltSvg(bookById('mbs/roulette@3')!, 'A')).toThrow('mbs/roulette@3 has no layout A')
})

test('a chip stands beside the word of its area, however the layout lies', () => {
  const hidden: string[] = []
  for (const { of, shapes, chip } of areas)
    for (const { tag, attributes, text = '' } of shapes) {
      if (tag !== 'text' || /^\d+$/.test(text)) continue
      const size = Number(attributes['font-size'])
      const along = (text.length * size * 0.58) / 2
      const [w, h] = 'transform' in attributes ? [size / 2, along] : [along, size / 2]
      const [dx, dy] = [Math.abs(Number(attributes.x) - chip.x) - w, Math.abs(Number(attributes.y) - chip.y) - h]
      if (Math.max(dx, dy) < 0.2) hidden.push(`${of}: ${text}`)
    }
  expect(hidden).toEqual([])
})
