import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Styles beside their part; colours, sizes and times from the tokens alone; no rule that wins by being fetched later. */
const home = new URL('.', import.meta.url)
const paths = readdirSync(home, { recursive: true, encoding: 'utf8' })
const textOf = (path: string): string => readFileSync(new URL(path, home), 'utf8')
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '')

const TOKENS = 'kit/tokens.css'
const isOurs = (path: string): boolean => path.endsWith('.css') && path !== TOKENS

type Sheet = { path: string; text: string; classes: ReadonlySet<string> }
const sheets: Sheet[] = paths.filter(isOurs).map((path) => {
  const text = withoutComments(textOf(path))
  return { path, text, classes: new Set(classesDeclared(text)) }
})
const components = paths.filter((path) => path.endsWith('.tsx')).map((path) => ({ path, text: textOf(path) }))
const tokens = withoutComments(textOf(TOKENS))

test('there are sheets and components to look at', () => {
  expect(sheets.length).toBeGreaterThan(60)
  expect(components.length).toBeGreaterThan(60)
})

// Tokens --------------------------------------------------------------------------------------------------------------

type Declaration = { path: string; property: string; value: string }

const declarations: Declaration[] = sheets.flatMap(({ path, text }) =>
  [...text.matchAll(/(?<=[;{}]\s*)(-{0,2}[a-z][a-z-]*):\s*([^;{}]+);/g)].map(([, property, value]) => ({
    path,
    property: property!,
    value: value!.replace(/\s+/g, ' ').trim(),
  })),
)
const queries = sheets.flatMap(({ path, text }) =>
  [...text.matchAll(/@(?:media|container) ([^{]+)\{/g)].map(([, head]) => ({ path, head: head!.trim() })),
)

const tell = ({ path, property, value }: Declaration): string => `${path}: ${property}: ${value}`
const offending = (isWrong: (declaration: Declaration) => boolean): string[] => declarations.filter(isWrong).map(tell)

test('the declarations are read', () => {
  expect(declarations.length).toBeGreaterThan(1500)
  expect(queries.length).toBeGreaterThan(30)
})

test('no colour is named outside the tokens', () => {
  const literal =
    /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(|\b(white|black|red|green|blue|gr[ae]y|gold|orange|yellow|silver|navy|ivory)\b/i
  expect(offending(({ value }) => literal.test(value.replace(/var\(--[a-z-]+\)/g, '')))).toEqual([])
})

/** Allowed sizes: relative to the element's own text or its container, or a step of the scale. */
test('no size of type is named outside the tokens', () => {
  const step = /^(inherit|[\d.]+(em|cqh|cqw)|var\(--(type|wall)-[a-z]+\))( !important)?$/
  expect(offending(({ property, value }) => property === 'font-size' && !step.test(value))).toEqual([])
  expect(offending(({ property, value }) => property === 'font' && /\d(px|r?em|pt)\b/.test(value))).toEqual([])
})

/** Lengths in pixels, with the reason for each. */
const exceptions = {
  'audit/timeline.css: left: calc(var(--space-3) / -2 - 1px)': 'a mark in the middle of a line two pixels wide',
  'kit/chip.css: transform: translateY(-0.7px)': 'in a drawing a pixel is a unit of the drawing',
  'kit/kit.css: width: 1px': 'what is only heard takes the least room',
  'kit/kit.css: height: 1px': 'the same',
  'kit/kit.css: margin: -1px': 'the same',
}

/** Lines are one or two pixels wide, independent of the grid. */
const withoutLines = ({ property, value }: Declaration): string =>
  /^(border|outline|box-shadow|stroke)/.test(property) ? value.replace(/(?<![\d.])-?[12]px/g, '') : value

test('no size is named outside the tokens, but for lines and what is said here', () => {
  const named = offending((declaration) => /\d(px|pt|pc|cm|mm|in|rem)\b/.test(withoutLines(declaration)))
  expect(named.sort()).toEqual(Object.keys(exceptions).sort())
})

test('no time is named outside the tokens, but for the none of reduced motion', () => {
  expect(offending(({ value }) => /\d(ms|s)\b/.test(value) && value !== '0.001ms !important')).toEqual([])
})

test('stacking order and corner radii come from the tokens', () => {
  expect(offending(({ property, value }) => property === 'z-index' && !/^var\(--layer-[a-z]+\)$/.test(value))).toEqual(
    [],
  )
  const round = /^(0|50%|[\d.]+em|var\(--radius(-[a-z]+)?\)|calc\([\d.]+ \* var\(--unit\)\))$/
  expect(offending(({ property, value }) => property === 'border-radius' && !round.test(value))).toEqual([])
})

test('a screen changes its grid only at the widths that the tokens name', () => {
  const named = [...tokens.matchAll(/--at-[a-z]+: (\d+px);/g)].map(([, width]) => width!)
  const asked = [...queries, { path: TOKENS, head: tokens.match(/@media [^{]+/g)!.join(' ') }]
  const widths = asked.flatMap(({ path, head }) => [...head.matchAll(/\d+px/g)].map(([width]) => ({ path, width })))
  expect(widths.filter(({ width }) => !named.includes(width))).toEqual([])
  expect(named.filter((name) => !widths.some(({ width }) => width === name))).toEqual([])
})

/** A canvas has no style sheet: it asks for tokens by name. */
const PAINTED = 'kit/wheel-paint.ts'

test('every token is used, and every token that is used is there', () => {
  const declared = new Set([...tokens.matchAll(/(--[a-z][a-z0-9-]*):/g)].map(([, name]) => name!))
  const everywhere = [tokens, ...sheets.map(({ text }) => text), ...components.map(({ text }) => text)].join('\n')
  const used = new Set(
    [...everywhere.matchAll(/var\((--[a-z][a-z0-9-]*)/g), ...textOf(PAINTED).matchAll(/'(--[a-z-]+)'/g)].map(
      ([, name]) => name!,
    ),
  )
  const local = new Set([...everywhere.matchAll(/[\s{'"](--[a-z][a-z0-9-]*)['"]?:/g)].map(([, name]) => name!))
  expect([...used].filter((name) => !declared.has(name) && !local.has(name))).toEqual([])
  expect([...declared].filter((name) => !used.has(name) && !name.startsWith('--at-'))).toEqual([])
})

/** The colours of a chip state its value, so they do not belong to the theme. */
const COLOURED = ['kit/chip.tsx']

test('a component names no colour', () => {
  const wrong = components.filter(({ text }) => /['"`]#[0-9a-f]{3,8}\b|\brgba?\(/i.test(text)).map(({ path }) => path)
  expect(wrong).toEqual(COLOURED)
})

// Beside its part -----------------------------------------------------------------------------------------------------

function classesDeclared(text: string): string[] {
  return [...text.replace(/"[^"]*"|url\([^)]*\)/g, '').matchAll(/\.([a-z][a-z-]*)/g)].map(([, name]) => name!)
}

/** Class names in a `class` attribute; names that are put together of parts are left out. */
function classesUsed(text: string): string[] {
  const values = [...text.matchAll(/\bclass=(?:"([^"]*)"|\{((?:[^{}]|\$?\{[^{}]*\})*)\})/g)].flatMap(
    ([, plain, code]) =>
      plain === undefined ? [...code!.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, a, b]) => a ?? b!) : [plain],
  )
  return values
    .flatMap((value) => value.replace(/\$\{[^}]*\}/g, '\u0000').split(/\s+/))
    .flatMap((word) => word.match(/^[a-z][a-z-]*$/) ?? [])
}

const importsOf = (path: string): string[] =>
  [...(textAt.get(path) ?? '').matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, to]) => join(dirname(path), to!))

const textAt = new Map(paths.filter((path) => /\.tsx?$/.test(path)).map((path) => [path, textOf(path)]))

/** All files that are loaded with a file. */
function reachedFrom(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const to of importsOf(path)) reachedFrom(to, seen)
  return seen
}

/** With every page. */
const everywhere = reachedFrom('main.tsx')
const sheetAt = new Map(sheets.map((sheet) => [sheet.path, sheet]))
/** Sheets that all screens share, or all of staff's. */
const isKit = (path: string): boolean => /^(kit|staff)\//.test(path)
/** A modifier belongs to the class that it modifies, in whichever file. */
const isModifier = (name: string): boolean => /^(is|has|takes)-/.test(name)

test.each(components.map(({ path }) => path))('%s has its classes from sheets that it names, or the kit', (path) => {
  const named = importsOf(path).filter((to) => sheetAt.has(to))
  const kit = [...reachedFrom(path), ...everywhere].filter((to) => sheetAt.has(to) && isKit(to))
  const known = new Set([...named, ...kit].flatMap((to) => [...sheetAt.get(to)!.classes]))
  expect(classesUsed(textAt.get(path)!).filter((name) => !isModifier(name) && !known.has(name))).toEqual([])
  const own = path.replace('.tsx', '.css')
  if (sheetAt.has(own)) expect(named).toContain(own)
})

test('a sheet stands beside its part, or is its screen’s own, or is one that several name', () => {
  const namedBy = (path: string): number => components.filter((one) => importsOf(one.path).includes(path)).length
  const isScreens = (path: string): boolean => basename(path, '.css') === dirname(path)
  const isBeside = (path: string): boolean => textAt.has(path.replace('.css', '.tsx'))
  const astray = sheets.filter(({ path }) => namedBy(path) < (isScreens(path) || isBeside(path) ? 1 : 2))
  // The wall's board is one component with two looks, each long enough for a sheet of its own.
  expect(astray.map(({ path }) => path)).toEqual(['display/bonus-board.css'])
})

test('every class that a sheet declares is used', () => {
  // The drawings of the felt are a room of their own; their classes are styled here.
  const drawings = readdirSync(new URL('../felt', home)).map((file) => textOf(`../felt/${file}`))
  const all = [...textAt.values(), ...drawings].join('\n')
  /** The words of a class that is put together, as in `is-${look}`. */
  const isPutTogether = (name: string): boolean => {
    const word = name.replace(/^is-/, '')
    return name.startsWith('is-') && new RegExp(`['"]${word}['"]`).test(all)
  }
  const isUsed = (name: string): boolean => new RegExp(`['"\`\\s]${name}['"\`\\s$]`).test(all) || isPutTogether(name)
  const unused = sheets.flatMap(({ path, classes }) =>
    [...classes].filter((name) => !isUsed(name)).map((name) => `${path}: ${name}`),
  )
  expect(unused).toEqual([])
})

test('a class is one thing: two sheets do not each begin a rule with it', () => {
  const beginnings = new Map<string, Set<string>>()
  for (const { path, text } of sheets)
    for (const [, name] of text.matchAll(/^ {2}\.([a-z][a-z-]*) \{/gm))
      beginnings.set(name!, (beginnings.get(name!) ?? new Set()).add(path))
  expect(
    [...beginnings].filter(([, where]) => where.size > 1).map(([name, where]) => `${name}: ${[...where]}`),
  ).toEqual([])
})

// Layers --------------------------------------------------------------------------------------------------------------

test('every rule is in its layer, so that nothing hangs on which sheet is fetched first', () => {
  const layerOf = (path: string): string => {
    if (path === 'kit/kit.css') return 'base'
    if (isKit(path)) return 'kit'
    return path === `${dirname(path)}/${dirname(path)}.css` ? 'screen' : 'part'
  }
  const outside = sheets.filter(({ path, text }) => {
    const body = text.replace('@layer base, kit, screen, part;', '').replace('@import "./tokens.css";', '').trim()
    return !body.startsWith(`@layer ${layerOf(path)} {`) || /\n[^ }\n]/.test(body)
  })
  expect(outside.map(({ path }) => path)).toEqual([])
})
