import type { Book, Layout, RuleBook, SeveralPieceBet } from '../books/rule-book.ts'
import { type BookProblem, type Citation, shapeOfBook, shapeOfRules } from './book-shape.ts'
import { type Box, placesOf, spotsWithoutPlace } from './places.ts'
import { layoutNames, type Spots, spotsOf } from './spots.ts'

/** What a list of problems is made from, rule by rule; no rule looks at what another has found wrong. */
type Rule<Of> = (of: Of) => readonly BookProblem[]
type OneLayout = { book: RuleBook; name: string; layout: Layout; at: string }
type CompiledLayout = OneLayout & { spots: Spots }

/**
 * Is this a book? All that keeps a value from being one that the engine can play by; an empty list: it is one. First its
 * shape, then what its values say of one another, then whether every spot has its place.
 */
export function bookProblems(value: unknown): readonly BookProblem[] {
  const { problems, citations } = shapeOfBook(value)
  if (problems.length > 0) return problems
  const book = value as Book
  const inTexts = [...citationProblems(book, citations), ...textRules.flatMap((rule) => rule(book))]
  return inTexts.length > 0 ? [...inTexts, ...valueProblems(book)] : valueOrSpotProblems(book)
}

/** What keeps a value from being the part of a book that decides, as a journal carries it. */
export function rulesProblems(value: unknown): readonly BookProblem[] {
  const { problems } = shapeOfRules(value)
  return problems.length > 0 ? problems : valueOrSpotProblems(value as RuleBook)
}

function layoutsOf(book: RuleBook): readonly OneLayout[] {
  return layoutNames(book).map((name) => ({ book, name, layout: book.layouts[name]!, at: `layouts.${name}` }))
}

const valueProblems = (book: RuleBook): readonly BookProblem[] => [
  ...bookRules.flatMap((rule) => rule(book)),
  ...layoutsOf(book).flatMap((one) => layoutRules.flatMap((rule) => rule(one))),
]

/** Spots are compiled where the values allow it. */
function valueOrSpotProblems(book: RuleBook): readonly BookProblem[] {
  const inValues = valueProblems(book)
  if (inValues.length > 0) return inValues
  const compiled = layoutsOf(book).map((one) => ({ ...one, spots: spotsOf(book, one.name) }))
  return compiled.flatMap((one) => spotRules.flatMap((rule) => rule(one)))
}

const duplicates = (items: readonly string[]): string[] => [
  ...new Set(items.filter((item, at) => items.indexOf(item) !== at)),
]
const missingFrom = (known: readonly string[], items: readonly string[]): string[] =>
  items.filter((item) => !known.includes(item))
const problemsAt = (at: string, names: readonly string[], problem: string): BookProblem[] =>
  names.map((name) => ({ at, problem: `${name} ${problem}` }))
const onlyIf = (isWrong: boolean, at: string, problem: string): BookProblem[] => (isWrong ? [{ at, problem }] : [])

/** Where a document says nothing, a value may cite a reading of its own house. */
const isReading = (clause: string): boolean => /^reading [1-9]\d*$/.test(clause)

function citationProblems(
  {
    texts: {
      en: { clauses, appendices },
    },
  }: Book,
  citations: readonly Citation[],
): BookProblem[] {
  const names = [...clauses.map(({ clause }) => clause), ...appendices.map(({ appendix }) => appendix)]
  return citations
    .filter(({ clause }) => !names.includes(clause) && !isReading(clause))
    .map(({ at, clause }) => ({ at, problem: `${clause} is no clause of the book` }))
}

const textRules: readonly Rule<Book>[] = [
  ({
    texts: {
      en: { clauses, appendices },
    },
  }) => [
    ...problemsAt('texts.en.clauses', duplicates(clauses.map(({ clause }) => clause)), 'stands twice'),
    ...problemsAt('texts.en.appendices', duplicates(appendices.map(({ appendix }) => appendix)), 'stands twice'),
  ],
  ({ texts, irregularities, layouts }) => {
    const codes = irregularities.map(({ code }) => code)
    const printed = Object.values(layouts).flatMap(({ areas }) => areas.map(({ spot }) => spot))
    return [
      ...problemsAt('texts.en.irregularities', missingFrom(Object.keys(texts.en.irregularities), codes), 'is missing'),
      ...problemsAt('texts.en.labels', missingFrom(Object.keys(texts.en.labels), [...new Set(printed)]), 'is missing'),
    ]
  },
]

/** What the engine itself finds in a spin voids the round by these. */
const codesOfTheSpin = ['same-direction', 'ball-not-spun', 'too-few-revolutions', 'wheel-not-rotating']

const bookRules: readonly Rule<RuleBook>[] = [
  ({ id, version }) =>
    onlyIf(!/^[a-z\d-]+\/[a-z\d-]+@\d+$/.test(id), 'id', 'must say operator, game and version: house/game@1').concat(
      onlyIf(!id.endsWith(`@${version}`), 'version', 'must be the one of the id'),
    ),
  ({ inForce }) =>
    Object.entries(inForce).flatMap(([when, day]) =>
      onlyIf(day !== null && !/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(day), `inForce.${when}`, 'must be a day'),
    ),
  ({ wheel: { pockets } }) => [
    ...onlyIf(pockets.length === 0, 'wheel.pockets', 'must not be empty'),
    ...problemsAt('wheel.pockets', duplicates(pockets), 'stands twice'),
    // The numbers of a spot's id are joined by a stroke, and a wheel's line knows only these characters.
    ...problemsAt(
      'wheel.pockets',
      pockets.filter((pocket) => !/^[\dA-Z]+$/.test(pocket)),
      'must be digits or capitals',
    ),
  ],
  ({ wheel: { pockets, order } }) => [
    ...problemsAt('wheel.order', duplicates(order), 'stands twice'),
    ...problemsAt('wheel.order', missingFrom(pockets, order), 'is not on the wheel'),
    ...problemsAt('wheel.order', missingFrom(order, pockets), 'is missing'),
  ],
  ({ wheel: { pockets }, colours }) => {
    const all = Object.values(colours).flat()
    return [
      ...problemsAt('colours', duplicates(all), 'stands twice'),
      ...problemsAt('colours', missingFrom(pockets, all), 'is not on the wheel'),
      ...problemsAt('colours', missingFrom(all, pockets), 'has no colour'),
    ]
  },
  ({ layouts }) => onlyIf(Object.keys(layouts).length === 0, 'layouts', 'must not be empty'),
  ({ irregularities }) => {
    const codes = irregularities.map(({ code }) => code)
    return [
      ...problemsAt('irregularities', duplicates(codes), 'stands twice'),
      ...problemsAt('irregularities', missingFrom(codes, codesOfTheSpin), 'is missing: a spin can show it'),
    ]
  },
  ({ rules, irregularities }) => {
    const codes = irregularities.map(({ code }) => code)
    const named = [rules.noSpin?.code, rules.interruption?.code, ...(rules.voidedRounds.codes ?? [])]
    const known = named.filter((code) => code !== undefined)
    return problemsAt('rules', missingFrom(codes, known), 'is no irregularity of the book')
  },
  ({ rules, wheel }) =>
    problemsAt(
      'rules.losesOnPocket',
      missingFrom(wheel.pockets, Object.keys(rules.losesOnPocket)),
      'is not on the wheel',
    ),
  ({ rules: { partage }, wheel, layouts }) => {
    if (!partage) return []
    const rows = Object.values(layouts).flatMap(({ wagers }) => wagers)
    const kinds = rows.filter((row) => row.wins === 'covered').map((row) => row.kind)
    return [
      ...problemsAt('rules.partage.pockets', missingFrom(wheel.pockets, partage.pockets), 'is not on the wheel'),
      ...problemsAt('rules.partage.kinds', missingFrom(kinds, partage.kinds), 'is no kind that wins by what it covers'),
      ...onlyIf(partage.pockets.length === 0 || partage.kinds.length === 0, 'rules.partage', 'halves nothing'),
    ]
  },
  ({ rules: { enPrison, partage, bonus }, wheel, layouts }) => {
    if (!enPrison) return []
    const rows = Object.values(layouts).flatMap(({ wagers }) => wagers)
    const kinds = rows.filter((row) => row.wins === 'covered').map((row) => row.kind)
    const at = 'rules.enPrison'
    const isDecided = wheel.pockets.some((pocket) => !enPrison.pockets.includes(pocket))
    const halved = enPrison.pockets.some((pocket) => partage?.pockets.includes(pocket)) ? (partage?.kinds ?? []) : []
    return [
      ...problemsAt(`${at}.pockets`, missingFrom(wheel.pockets, enPrison.pockets), 'is not on the wheel'),
      ...problemsAt(`${at}.pockets`, duplicates(enPrison.pockets), 'stands twice'),
      ...problemsAt(`${at}.kinds`, missingFrom(kinds, enPrison.kinds), 'is no kind that wins by what it covers'),
      ...problemsAt(
        `${at}.kinds`,
        enPrison.kinds.filter((kind) => halved.includes(kind)),
        'is halved by rules.partage on the same pocket',
      ),
      ...onlyIf(enPrison.pockets.length === 0 || enPrison.kinds.length === 0, at, 'imprisons nothing'),
      ...onlyIf(!isDecided, at, 'imprisons on every pocket, so nothing is ever decided'),
      ...onlyIf(bonus !== null, at, 'cannot stand beside rules.bonus'),
    ]
  },
  ({ rules: { bonus }, wheel, layouts }) => {
    const rows = Object.values(layouts).flatMap(({ wagers }) => wagers)
    const asksDraw = rows.some((row) => row.wins !== 'covered' || row.paysBonus !== undefined)
    if (!bonus) return onlyIf(asksDraw, 'rules.bonus', 'is null, and wagers ask what the draw lit')
    const linked = bonus.links.flatMap(({ pockets }) => pockets)
    const isDrawn = bonus.numbers >= 1 && bonus.numbers <= wheel.pockets.length
    return [
      ...onlyIf(!isDrawn, 'rules.bonus.numbers', 'must be between 1 and all pockets'),
      ...problemsAt('rules.bonus.links', duplicates(bonus.links.map(({ link }) => link)), 'stands twice'),
      ...problemsAt('rules.bonus.links', duplicates(linked), 'is in two links'),
      ...problemsAt('rules.bonus.links', missingFrom(wheel.pockets, linked), 'is not on the wheel'),
    ]
  },
]

const rowsOf = ({ zeroArea, sections }: Layout) => [...zeroArea, ...sections]
const cellsOf = ({ grids }: Layout): string[] => grids.flatMap(({ rows }) => rows.flat())

const layoutRules: readonly Rule<OneLayout>[] = [
  ({ layout, at }) => problemsAt(`${at}.wagers`, duplicates(layout.wagers.map(({ kind }) => kind)), 'stands twice'),
  ({ layout, at }) =>
    layout.wagers.flatMap(({ kind, pays, paysBonus, paysSuperBonus }) =>
      onlyIf([pays, paysBonus, paysSuperBonus].includes(0), `${at}.wagers`, `${kind} pays nothing`),
    ),
  ({ layout, at }) => problemsAt(at, duplicates(rowsOf(layout).map(({ spot }) => spot)), 'stands twice'),
  ({ layout, at }) => {
    const kinds = layout.wagers.map(({ kind }) => kind)
    const unpaid = rowsOf(layout).filter(({ kind }) => !kinds.includes(kind))
    return problemsAt(
      at,
      unpaid.map(({ spot }) => spot),
      'is of a kind that the pay table does not have',
    )
  },
  ({ book, layout, at }) =>
    rowsOf(layout).flatMap(({ spot, covers }) => [
      ...problemsAt(at, missingFrom(book.wheel.pockets, covers), `is covered by ${spot} and not on the wheel`),
      ...problemsAt(at, duplicates(covers), `is covered twice by ${spot}`),
    ]),
  ({ book, layout, at }) => {
    const rank = (pocket: string) => book.wheel.pockets.indexOf(pocket)
    const numbered = rowsOf(layout).filter(({ spot }) => spot.includes('/'))
    const misnamed = numbered.filter(
      ({ spot, covers }) => spot !== [...covers].sort((a, b) => rank(a) - rank(b)).join('/'),
    )
    return problemsAt(
      at,
      misnamed.map(({ spot }) => spot),
      'must be named by what it covers, in the order of wheel.pockets',
    )
  },
  ({ book, layout, at }) =>
    problemsAt(`${at}.grids`, missingFrom(book.wheel.pockets, cellsOf(layout)), 'is not on the wheel'),
  ({ layout, at }) =>
    onlyIf(
      layout.grids.some(({ rows }) => rows.length === 0 || rows.some((row) => row.length !== rows[0]!.length)),
      `${at}.grids`,
      'must have rows of one length',
    ),
]

const spotRules: readonly Rule<CompiledLayout>[] = [
  // The odds of a stake in prison count on it: a prison pocket never frees one.
  ({ spots }) =>
    problemsAt(
      'rules.enPrison',
      spots.list
        .filter(({ enPrison, covers }) => enPrison?.pockets.some((pocket) => covers.includes(pocket)))
        .map(({ spot }) => spot),
      'covers a pocket that imprisons it',
    ),
  ({ layout, at, spots }) => {
    const kinds = spots.list.map(({ kind }) => kind)
    return problemsAt(
      `${at}.wagers`,
      missingFrom(
        kinds,
        layout.wagers.map(({ kind }) => kind),
      ),
      'has no spot',
    )
  },
  ({ at, spots }) => problemsAt(at, duplicates(spots.list.map(({ spot }) => spot)), 'is two spots'),
  ({ at, spots }) =>
    spots.list.flatMap(({ spot, wins, covers }) =>
      onlyIf(
        (wins === 'covered') !== covers.length > 0,
        at,
        `${spot} must cover pockets if it wins by them, and else none`,
      ),
    ),
  ({ book, at, spots }) =>
    Object.entries(book.colours).flatMap(([colour, pockets]) => {
      const covers = spots.byId.get(colour)?.covers
      return onlyIf(covers !== undefined && !isSameSet(covers, pockets), at, `${colour} must cover its colour`)
    }),
  ({ layout, at, spots }) => {
    const printed = [...cellsOf(layout), ...layout.areas.map(({ spot }) => spot)]
    const named = [...printed, ...layout.places.map(({ spot }) => spot)]
    return [
      ...problemsAt(at, missingFrom([...spots.byId.keys()], named), 'is printed and no spot'),
      ...problemsAt(at, duplicates(printed), 'is printed twice'),
    ]
  },
  ({ layout, at }) => overlaps(layout).map((problem) => ({ at, problem })),
  placeProblems,
  ({ layout, at, spots }) => {
    const offers = layout.severalPieceBets
    const chosen = offers.flatMap(({ bets }) => bets).map(chosenSpots)
    const where = `${at}.severalPieceBets`
    return [
      ...problemsAt(where, duplicates(offers.map(({ terminal }) => terminal)), 'stands twice'),
      ...offers.flatMap(({ bets }) => problemsAt(where, duplicates(bets.map(({ bet }) => bet)), 'stands twice')),
      ...problemsAt(where, missingFrom([...spots.byId.keys()], chosen.flat()), 'is no spot'),
      ...problemsAt(where, chosen.flatMap(duplicates), 'stands twice in a bet'),
    ]
  },
]

/** The spots that a several-piece bet names; neighbours are found on the wheel. */
function chosenSpots(rule: SeveralPieceBet): readonly string[] {
  if (rule.choose === 'nothing') return rule.pieces.map(({ spot }) => spot)
  return rule.choose === 'last-digit' ? Object.values(rule.groups).flat() : []
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && missingFrom(others, some).length === 0

function overlaps(layout: Layout): string[] {
  const cells = layout.grids.flatMap(({ x, y, rows }) =>
    rows.flatMap((row, down) => row.map((spot, right) => ({ spot, x: x + right, y: y + down, w: 1, h: 1 }))),
  )
  const boxes = [...cells, ...layout.areas]
  return boxes.flatMap((a, at) =>
    boxes.slice(at + 1).flatMap((b) => (isOnEachOther(a, b) ? [`${a.spot} and ${b.spot} lie on each other`] : [])),
  )
}

const isOnEachOther = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** Every chip has its place, and no two spots have the same. */
function placeProblems({ book, name, at }: CompiledLayout): BookProblem[] {
  const without = spotsWithoutPlace(book, name)
  if (without.length > 0) return problemsAt(at, without, 'has no place')
  const { list } = placesOf(book, name)
  const points = list.map(({ x, y }) => `${x} ${y}`)
  const shared = duplicates(points).map((point) => list.filter((_, nth) => points[nth] === point))
  return shared.map((some) => ({ at, problem: `${some.map(({ spot }) => spot).join(' and ')} have one place` }))
}
