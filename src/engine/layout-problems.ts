import type { Layout, RuleBook, SeveralPieceBet, SpotId } from '../books/rule-book.ts'
import { type BookPath, type BookProblem, bookError, bookWarning, isProblemIn, soundIn } from './book-path.ts'
import {
  applyRules,
  type BookRule,
  missingNames,
  type NameAt,
  namesAt,
  problemIf,
  repeatedNames,
  unknownNames,
} from './book-rule.ts'
import { fractionText, minus, nothing } from './fraction.ts'
import { oddsOf, type SpotOdds } from './odds.ts'
import { type Box, commonPart, layoutCells, type Point, placesOf, spotsWithoutPlace } from './places.ts'
import { finalesOf } from './several-piece.ts'
import { isRecord } from './shape.ts'
import { type Spots, spotsOf } from './spots.ts'

/** `listed`: the listed spots without errors, as far as they are known. */
type LayoutInBook = { book: RuleBook; name: string; layout: Layout; at: BookPath; listed: readonly ListedSpot[] }
/** A layout with its spots. Only `zeroArea` and `sections` list spots besides those of the grid. */
type CompiledLayout = LayoutInBook & { spots: Spots }

const lists = ['zeroArea', 'sections'] as const
type ListedSpot = { at: BookPath; spot: SpotId; kind: string; covers: readonly string[] }

/**
 * Returns the problems of a book's layouts: first of each by itself, then of the spots that it yields. `found`:
 * problems of shape; `inBook`: problems of the book's other values.
 */
export function layoutProblems(
  book: RuleBook,
  found: readonly BookProblem[],
  inBook: readonly BookProblem[],
): BookProblem[] {
  const layouts = layoutsIn(book, soundIn(found))
  const inValues = layouts.flatMap((one) => applyRules(layoutRules, one, found))
  return [...inValues, ...layouts.flatMap((one) => spotProblems(one, found, [...found, ...inBook, ...inValues]))]
}

const layoutsIn = (book: RuleBook, isSound: (path: BookPath) => boolean): LayoutInBook[] =>
  Object.entries(isRecord(book.layouts) ? book.layouts : {})
    .filter(([, layout]) => isRecord(layout))
    .map(([name, layout]) => {
      const at = ['layouts', name]
      return { book, name, layout, at, listed: listedSpots(layout, at).filter((row) => isSound(row.at)) }
    })

const listedSpots = (layout: Layout, at: BookPath): ListedSpot[] =>
  lists.flatMap((list) => {
    const rows: unknown = layout[list]
    return Array.isArray(rows) ? rows.map((row, nth) => ({ ...row, at: [...at, list, nth] })) : []
  })

const listsOf = ({ at }: LayoutInBook): BookPath[] => lists.map((list) => [...at, list])

/**
 * Rules about spots. A spot is derived from the pay table, the grids, the listed spots, the pockets and the rules for its kind. A listed
 * spot with an error is left out, so that it hides no problem of the others.
 */
function spotProblems(
  one: LayoutInBook,
  misshapen: readonly BookProblem[],
  found: readonly BookProblem[],
): readonly BookProblem[] {
  const rows = listedSpots(one.layout, one.at)
  const elsewhere = found.filter((problem) => !rows.some((row) => isProblemIn(problem, row.at)))
  const needs = [[...one.at, 'wagers'], [...one.at, 'grids'], ...listsOf(one), ['wheel', 'pockets']]
  if (!needs.every(soundIn(elsewhere)) || !rulesOfSpots.every(soundIn(misshapen))) return []
  const compiled = compileSound(one, soundIn(found))
  const problems = applyRules(spotRules, compiled, found)
  const inPrint = applyRules(printRules, compiled, found)
  const isClear = problems.every(({ level }) => level === 'warning')
  return [...problems, ...inPrint, ...(isClear ? applyRules(edgeRules, compiled, found) : [])]
}

const rulesOfSpots: readonly BookPath[] = ['partage', 'enPrison', 'bonus'].map((rule) => ['rules', rule])

function compileSound(one: LayoutInBook, isSound: (path: BookPath) => boolean): CompiledLayout {
  const { book, name, layout, at } = one
  const isSoundRow = (list: (typeof lists)[number]) => (_: unknown, nth: number) => isSound([...at, list, nth])
  const sound: Layout = {
    ...layout,
    zeroArea: layout.zeroArea.filter(isSoundRow('zeroArea')),
    sections: layout.sections.filter(isSoundRow('sections')),
  }
  const isWhole = listsOf(one).every(isSound)
  const compiled = isWhole ? book : { ...book, layouts: { ...book.layouts, [name]: sound } }
  const listed = one.listed.filter((row) => isSound(row.at))
  return { ...one, book: compiled, listed, spots: spotsOf(compiled, name) }
}

// One layout ------------------------------------------------------------------------------------------------------------

const gridCells = ({ layout, at }: LayoutInBook): NameAt[] =>
  layout.grids.flatMap(({ rows }, nth) => rows.flatMap((row, y) => namesAt([...at, 'grids', nth, 'rows', y], row)))

const printedSpots = (one: LayoutInBook): NameAt[] => [
  ...gridCells(one),
  ...one.layout.areas.map(({ spot }, nth) => ({ at: [...one.at, 'areas', nth, 'spot'], name: spot })),
]

const layoutRules: readonly BookRule<LayoutInBook>[] = [
  {
    needs: ({ at }) => [[...at, 'wagers']],
    problems: ({ layout, at }) =>
      repeatedNames(
        layout.wagers.map(({ kind }, nth) => ({ at: [...at, 'wagers', nth, 'kind'], name: kind })),
        'repeated-kind',
      ),
  },
  {
    needs: () => [],
    problems: (one) =>
      repeatedNames(
        one.listed.map(({ at, spot }) => ({ at: [...at, 'spot'], name: spot })),
        'repeated',
      ),
  },
  {
    needs: ({ at }) => [[...at, 'wagers']],
    problems: (one) => {
      const known = one.layout.wagers.map(({ kind }) => kind)
      const named = one.listed.map(({ at, kind }) => ({ at: [...at, 'kind'], name: kind }))
      return unknownNames(named, known, ({ at, name }) => bookError(at, 'not-in-pay-table', { name, known }))
    },
  },
  {
    needs: ({ at }) => [[...at, 'wagers']],
    problems: (one) => {
      const ofNumbers = one.layout.wagers.filter(({ grid }) => grid === 'number').map(({ kind }) => kind)
      return one.listed
        .filter(({ kind }) => ofNumbers.includes(kind))
        .map(({ at, kind }) => bookError([...at, 'kind'], 'kind-of-numbers', { name: kind }))
    },
  },
  {
    needs: () => [['wheel', 'pockets']],
    problems: (one) =>
      one.listed.flatMap(({ at, spot, covers }) => {
        const named = namesAt([...at, 'covers'], covers)
        return [
          ...unknownNames(named, one.book.wheel.pockets, ({ at: where, name }) =>
            bookError(where, 'cover-not-on-wheel', { name, spot }),
          ),
          ...repeatedNames(named, ({ at: where, name }) => bookError(where, 'repeated-cover', { name, spot })),
        ]
      }),
  },
  {
    needs: () => [['wheel', 'pockets']],
    problems: (one) => {
      const { pockets } = one.book.wheel
      const nameOf = (covers: readonly string[]) => pockets.filter((pocket) => covers.includes(pocket)).join('/')
      return one.listed
        .filter(({ spot, covers }) => spot.includes('/') && spot !== nameOf(covers))
        .map(({ at, spot, covers }) => bookError([...at, 'spot'], 'misnamed-spot', { spot, name: nameOf(covers) }))
    },
  },
  {
    needs: ({ at }) => [
      [...at, 'grids'],
      ['wheel', 'pockets'],
    ],
    problems: (one) => unknownNames(gridCells(one), one.book.wheel.pockets, 'not-on-wheel'),
  },
  {
    needs: ({ at }) => [[...at, 'grids']],
    problems: ({ layout, at }) =>
      layout.grids.flatMap(({ rows }, nth) =>
        problemIf(new Set(rows.map(({ length }) => length)).size > 1, () =>
          bookError([...at, 'grids', nth, 'rows'], 'uneven-rows', {}),
        ),
      ),
  },
  {
    needs: ({ at }) => [
      [...at, 'grids'],
      [...at, 'areas'],
    ],
    problems: (one) => repeatedNames(printedSpots(one), 'repeated-print'),
  },
]

// Its spots -------------------------------------------------------------------------------------------------------------

type SpotRule = BookRule<CompiledLayout>
type SpotProblems = SpotRule['problems']

const printOf = ({ at }: LayoutInBook): BookPath[] => ['areas', 'places'].map((part) => [...at, part])

const spotsAreApart: SpotProblems = ({ at, spots }) =>
  repeatedNames(
    spots.list.map(({ spot }) => ({ at, name: spot })),
    'repeated-spot',
  )

const everyKindHasSpots: SpotProblems = ({ layout, at, spots }) => {
  const kinds = spots.list.map(({ kind }) => kind)
  const named = layout.wagers.map(({ kind }, nth) => ({ at: [...at, 'wagers', nth, 'kind'], name: kind }))
  return unknownNames(named, kinds, 'kind-without-spot')
}

const spotsCoverPockets: SpotProblems = (one) =>
  one.listed.flatMap(({ at, spot, covers }) => {
    const { wins } = one.spots.byId.get(spot)!
    const code = wins === 'covered' ? 'covers-nothing' : 'covers-with-draw'
    return problemIf((wins === 'covered') !== covers.length > 0, () =>
      bookError([...at, 'covers'], code, { spot, wins }),
    )
  })

const coloursCoverThemselves: SpotProblems = (one) =>
  one.listed.flatMap(({ at, spot, covers }) => {
    const { colours } = one.book
    if (!Object.hasOwn(colours, spot)) return []
    const own: readonly string[] = colours[spot as keyof typeof colours]
    const isSame = own.length === covers.length && own.every((pocket) => covers.includes(pocket))
    return problemIf(!isSame, () => bookWarning([...at, 'covers'], 'colour-covers-others', { spot, own }))
  })

const printNamesSpots: SpotProblems = (one) => {
  const { layout, at, spots } = one
  const places = layout.places.map(({ spot }, nth) => ({ at: [...at, 'places', nth, 'spot'], name: spot }))
  return unknownNames([...printedSpots(one), ...places], [...spots.byId.keys()], 'printed-without-spot')
}

const areasAreApart: SpotProblems = ({ layout, at }) => {
  const cells = layoutCells(layout)
  return cells.flatMap((a, nth) =>
    cells
      .slice(nth + 1)
      .filter((b) => isOnEachOther(a, b))
      .map((b) => bookError([...at, 'areas'], 'areas-overlap', { spots: [a.spot, b.spot] })),
  )
}

const isOnEachOther = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** A split with a zero: two areas with an edge in common, or a place of its own. */
const splitsTouch: SpotProblems = (one) => {
  const { layout, spots } = one
  const cells = new Map(layoutCells(layout).map((cell) => [cell.spot, cell]))
  const isTouching = (covers: readonly string[]): boolean => {
    const edge = commonPart(covers.flatMap((pocket) => cells.get(pocket) ?? []))
    return covers.length === 2 && edge !== undefined && (edge.w > 0 || edge.h > 0)
  }
  return one.listed
    .filter(({ spot }) => spots.byId.get(spot)!.grid === 'split' && !layout.places.some((place) => place.spot === spot))
    .filter(({ covers }) => !isTouching(covers))
    .map(({ at, spot }) => bookError([...at, 'covers'], 'split-apart', { spot }))
}

/** Every chip has its place, and no two spots have the same. */
const chipsHavePlaces: SpotProblems = ({ book, name, at }) => {
  const without = spotsWithoutPlace(book, name)
  const place = [...at, 'places']
  if (without.length > 0) return without.map((spot) => bookError(place, 'without-place', { spot }))
  const { list } = placesOf(book, name)
  const isThere = (one: Point) => (other: Point) => one.x === other.x && one.y === other.y
  const first = list.filter((one, nth) => list.findIndex(isThere(one)) === nth)
  return first
    .map((one) => list.filter(isThere(one)))
    .filter(({ length }) => length > 1)
    .map((some) => bookError(place, 'same-place', { spots: some.map(({ spot }) => spot) }))
}

const betsNameSpots: SpotProblems = ({ book, layout, at, spots }) => {
  const where = [...at, 'severalPieceBets']
  const known = [...spots.byId.keys()]
  const offers = layout.severalPieceBets
  const terminals = offers.flatMap(({ terminal }, nth) =>
    terminal === undefined ? [] : [{ at: [...where, nth, 'terminal'], name: terminal }],
  )
  const bets = offers.map((offer, nth) => offer.bets.map((bet, row) => ({ at: [...where, nth, 'bets', row], bet })))
  return [
    ...repeatedNames(terminals, 'repeated'),
    ...problemIf(offers.length > 1 && terminals.length < offers.length, () =>
      bookError(where, 'offer-without-terminal', {}),
    ),
    ...bets.flatMap((own) =>
      repeatedNames(
        own.map((row) => ({ at: [...row.at, 'bet'], name: row.bet.bet })),
        'repeated',
      ),
    ),
    ...bets.flat().flatMap((row) => betProblems(row.at, row.bet, known, book.wheel.pockets)),
  ]
}

function betProblems(at: BookPath, bet: SeveralPieceBet, spots: readonly string[], pockets: readonly string[]) {
  switch (bet.choose) {
    case 'nothing':
      return piecesProblems(
        bet.pieces.map(({ spot }, nth) => ({ at: [...at, 'pieces', nth, 'spot'], name: spot })),
        spots,
      )
    case 'last-digit':
      return [...finalesOf(bet, pockets)].flatMap(([digit, group]) =>
        piecesProblems(
          bet.groups ? namesAt([...at, 'groups', digit], group) : group.map((name) => ({ at: [...at, 'bet'], name })),
          spots,
        ),
      )
    case 'number-and-neighbours':
      return [
        ...problemIf(bet.sidesMin > bet.sidesMax, () =>
          bookError([...at, 'sidesMin'], 'sides-crossed', { most: bet.sidesMax }),
        ),
        ...problemIf(2 * bet.sidesMax + 1 > pockets.length, () =>
          bookError([...at, 'sidesMax'], 'more-than-wheel', { most: (pockets.length - 1) >> 1 }),
        ),
        ...missingNames(pockets, spots, [...at, 'bet'], 'number-without-spot'),
      ]
  }
}

const piecesProblems = (pieces: readonly NameAt[], spots: readonly string[]): BookProblem[] => [
  ...unknownNames(pieces, spots, 'unknown-spot'),
  ...repeatedNames(pieces, 'repeated-piece'),
]

/** The odds of a stake in prison rely on this: a prison pocket never frees one. */
const prisonersCoverNoPrison: SpotProblems = ({ spots }) =>
  spots.list
    .filter(({ enPrison, covers }) => enPrison?.pockets.some((pocket) => covers.includes(pocket)))
    .map(({ spot }) => bookError(['rules', 'enPrison', 'kinds'], 'covers-its-prison', { spot }))

const spotRules: readonly SpotRule[] = [
  { needs: () => [['rules', 'enPrison']], problems: prisonersCoverNoPrison },
  { needs: listsOf, problems: everyKindHasSpots },
  { needs: () => [], problems: spotsAreApart },
  { needs: () => [], problems: spotsCoverPockets },
  { needs: () => [['colours']], problems: coloursCoverThemselves },
]

const printRules: readonly SpotRule[] = [
  { needs: (one) => [...listsOf(one), ...printOf(one)], problems: printNamesSpots },
  { needs: printOf, problems: areasAreApart },
  { needs: printOf, problems: splitsTouch },
  { needs: printOf, problems: chipsHavePlaces },
  { needs: (one) => [...listsOf(one), [...one.at, 'severalPieceBets']], problems: betsNameSpots },
]

/** Warns of a kind that returns more than the stakes on it, with the exact figure of its best spot. */
function edgeWarnings({ book, name, layout, at }: CompiledLayout): BookProblem[] {
  const odds = oddsOf(book, name)
  return layout.wagers.flatMap(({ kind }, nth) => {
    const ofKind = odds.filter(({ spot }) => spot.kind === kind)
    const best = ofKind.length > 0 ? ofKind.reduce(betterForPlayer) : null
    if (!best || best.houseEdge.n >= 0n) return []
    const [edge, returns] = [minus(nothing, best.houseEdge), best.returnToPlayer].map(fractionText)
    return [
      bookWarning([...at, 'wagers', nth, 'pays'], 'player-edge', {
        spot: best.spot.spot,
        edge: edge!,
        returns: returns!,
      }),
    ]
  })
}

const betterForPlayer = (a: SpotOdds, b: SpotOdds): SpotOdds => (minus(a.houseEdge, b.houseEdge).n <= 0n ? a : b)

const edgeRules: readonly SpotRule[] = [{ needs: () => rulesOfSpots, problems: edgeWarnings }]
