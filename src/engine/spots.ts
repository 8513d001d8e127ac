import type {
  EnPrison,
  Grid,
  GridSpots,
  Layout,
  Partage,
  Pocket,
  RuleBook,
  SpotId,
  SpotKind,
  WagerRule,
  WinsOn,
} from '../books/rule-book.ts'
import { memoByIdentity } from './memo.ts'

/** A place on the layout where chips may lie, with the numbers that it covers and its pay. */
export type Spot = {
  spot: SpotId
  index: number
  kind: SpotKind
  grid: GridSpots | null
  covers: readonly Pocket[]
  /** A section has an area of its own. The others lie on numbers and the lines between them. */
  isSection: boolean
  wins: WinsOn
  pays: number
  paysBonus: number
  paysSuperBonus: number
  placed: string
  clause: string
  loses: string
  /** The rule by which half of a losing stake goes back; null if all of it is lost. */
  partage: Partage | null
  /** The rule by which a losing stake is imprisoned; null if there is none. */
  enPrison: EnPrison | null
}

/** The closed list of one layout's spots. */
export type Spots = {
  list: readonly Spot[]
  byId: ReadonlyMap<SpotId, Spot>
  /** The spots on the lines between numbers, by these numbers. A top line has an id that does not contain them. */
  byNumbers: ReadonlyMap<string, Spot>
  rank: ReadonlyMap<Pocket, number>
}

const spotsByLayout = memoByIdentity((_: RuleBook) => new Map<string, Spots>())

/**
 * Returns the names of the layouts of a book.
 *
 * @example
 * const [first] = layoutNames(roulette3)
 */
export const layoutNames = (book: RuleBook): readonly string[] => Object.keys(book.layouts)

/**
 * Returns a layout by its name. Throws if the book has no such layout.
 *
 * @example
 * const { wagers } = layoutOf(roulette3, 'table')
 */
export function layoutOf(book: RuleBook, name: string): Layout {
  const layout = Object.hasOwn(book.layouts, name) ? book.layouts[name] : undefined
  if (!layout) throw new Error(`${book.id} has no layout ${name}`)
  return layout
}

/**
 * Returns every spot of a layout with its pay, its clause and its pockets.
 *
 * @example
 * const { list, byId } = spotsOf(roulette3, 'table')
 */
export function spotsOf(book: RuleBook, layoutName: string): Spots {
  const known = spotsByLayout(book)
  const found = known.get(layoutName)
  if (found) return found
  const spots = compile(book, layoutOf(book, layoutName))
  known.set(layoutName, spots)
  return spots
}

/**
 * The spot that a text names, by its id or by its numbers in any order; undefined if the layout has no such spot.
 *
 * @example
 * const split: Spot | undefined = parseSpot(spotsOf(roulette3, 'table'), '20/17')
 */
export function parseSpot(spots: Spots, text: string): Spot | undefined {
  const exact = spots.byId.get(text)
  if (exact || !text.includes('/')) return exact
  const pockets = text.split('/')
  if (!pockets.every((pocket) => spots.rank.has(pocket))) return undefined
  return spots.byNumbers.get(inOrder(spots.rank, pockets).join('/'))
}

function compile(book: RuleBook, layout: Layout): Spots {
  const rank = new Map(book.wheel.pockets.map((pocket, index) => [pocket, index]))
  const list: Spot[] = []
  for (const rule of layout.wagers)
    for (const place of placesFor(book, layout, rule, rank)) list.push(spotOf(book, rule, place, list.length))
  const onLines = list.filter(({ covers, isSection }) => covers.length > 1 && !isSection)
  return {
    list,
    byId: new Map(list.map((spot) => [spot.spot, spot])),
    byNumbers: new Map(onLines.map((spot) => [spot.covers.join('/'), spot])),
    rank,
  }
}

type Covering = { spot: SpotId; covers: readonly Pocket[]; isSection: boolean }

/** A rule for certain kinds of wager, if it applies to this kind. */
const ruleFor = <Rule extends { kinds: readonly SpotKind[] }>(rule: Rule | undefined, kind: SpotKind): Rule | null =>
  rule?.kinds.includes(kind) ? rule : null

const spotOf = ({ rules }: RuleBook, rule: WagerRule, { spot, covers, isSection }: Covering, index: number): Spot => ({
  spot,
  index,
  kind: rule.kind,
  grid: rule.grid ?? null,
  covers,
  isSection,
  wins: rule.wins,
  pays: rule.pays,
  paysBonus: rule.paysBonus ?? rule.pays,
  paysSuperBonus: rule.paysSuperBonus ?? rule.paysBonus ?? rule.pays,
  placed: rule.placed,
  clause: rule.clause,
  loses: rule.loses,
  partage: ruleFor(rules.partage, rule.kind),
  enPrison: ruleFor(rules.enPrison, rule.kind),
})

function placesFor(
  book: RuleBook,
  layout: Layout,
  { kind, grid: given }: WagerRule,
  rank: ReadonlyMap<Pocket, number>,
): readonly Covering[] {
  if (given === 'number')
    return book.wheel.pockets.map((pocket) => ({ spot: pocket, covers: [pocket], isSection: false }))
  const inZeroArea = layout.zeroArea.filter((row) => row.kind === kind)
  const isNumbered = ({ spot }: { spot: SpotId }) => spot.includes('/')
  const listed = inZeroArea.filter(isNumbered).map(({ covers }) => covers)
  const numbered = [...layout.grids.flatMap((grid) => gridGroups(grid, given)), ...listed]
    .map((pockets) => inOrder(rank, pockets))
    .sort((a, b) => compareByRank(rank, a, b))
    .map((covers) => ({ spot: covers.join('/'), covers, isSection: false }))
  const named = inZeroArea.filter((row) => !isNumbered(row)).map((row) => ({ ...row, isSection: false }))
  const sections = layout.sections.filter((row) => row.kind === kind).map((row) => ({ ...row, isSection: true }))
  const inWords = [...named, ...sections].map((row) => ({ ...row, covers: inOrder(rank, row.covers) }))
  return [...numbered, ...inWords]
}

/**
 * The groups of neighbouring cells in a printed block: a street is a column of the print, a corner four cells that
 * touch.
 */
function gridGroups({ rows }: Grid, given: WagerRule['grid']): Pocket[][] {
  const width = rows[0]?.length ?? 0
  switch (given) {
    case 'split':
      return [...blocks(rows, 2, 1), ...blocks(rows, 1, 2)]
    case 'corner':
      return blocks(rows, 2, 2)
    case 'street':
      return blocks(rows, 1, rows.length)
    case 'six-line':
      return width > 1 ? blocks(rows, 2, rows.length) : []
    case 'number':
    case undefined:
      return []
  }
}

/** Every block of `wide` by `high` cells. */
function blocks(rows: Grid['rows'], wide: number, high: number): Pocket[][] {
  const found: Pocket[][] = []
  for (let y = 0; y + high <= rows.length; y++)
    for (let x = 0; x + wide <= rows[y]!.length; x++)
      found.push(rows.slice(y, y + high).flatMap((row) => row.slice(x, x + wide)))
  return found
}

const inOrder = (rank: ReadonlyMap<Pocket, number>, pockets: readonly Pocket[]): Pocket[] =>
  [...pockets].sort((a, b) => rank.get(a)! - rank.get(b)!)

function compareByRank(rank: ReadonlyMap<Pocket, number>, a: readonly Pocket[], b: readonly Pocket[]): number {
  const at = a.findIndex((pocket, index) => pocket !== b[index])
  return at < 0 ? 0 : rank.get(a[at]!)! - rank.get(b[at]!)!
}

/** Every kind of wager that a layout has, in the order of its pay table. */
export const kindsOf = (book: RuleBook, layout: string): SpotKind[] =>
  layoutOf(book, layout).wagers.map(({ kind }) => kind)
