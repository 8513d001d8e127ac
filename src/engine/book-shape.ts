import type {
  AppendixRow,
  Bonus,
  Book,
  BookTexts,
  ClauseHome,
  ClauseRow,
  EnPrison,
  Funds,
  GridSpots,
  Irregularity,
  KindName,
  Layout,
  LimitsPolicy,
  Meaning,
  Partage,
  Position,
  RuleBook,
  Rules,
  SeveralPieceBet,
  Texts,
  TranslatedTexts,
  WagerRule,
  WinsOn,
} from '../books/rule-book.ts'
import { isRecord } from './shape.ts'

/** What a rule book looks like, field by field: a field that the type has and this has not does not compile. */

export type BookProblem = { at: string; problem: string }
export type Citation = { at: string; clause: string }
/** What is wrong with a value's shape, and every clause that it cites. */
export type BookShape = { problems: BookProblem[]; citations: Citation[] }

type Shape = (value: unknown, at: string, found: BookShape) => void

const must =
  (isRight: (value: unknown) => boolean, problem: string): Shape =>
  (value, at, { problems }) => {
    if (!isRight(value)) problems.push({ at, problem })
  }

const text = must((value) => typeof value === 'string' && value.trim() !== '', 'must be a text')
const number = must(Number.isFinite, 'must be a number')
const count = must((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'must be a whole number')
const flag = must((value) => typeof value === 'boolean', 'must be true or false')

const clause: Shape = (value, at, found) => {
  text(value, at, found)
  if (typeof value === 'string') found.citations.push({ at, clause: value })
}

const oneOf = <T extends string>(words: Record<T, true>): Shape =>
  must((value) => typeof value === 'string' && Object.hasOwn(words, value), `must be ${Object.keys(words).join(', ')}`)

const orNull =
  (shape: Shape): Shape =>
  (value, at, found) => {
    if (value !== null) shape(value, at, found)
  }

const listOf =
  (shape: Shape): Shape =>
  (value, at, found) => {
    if (!Array.isArray(value)) found.problems.push({ at, problem: 'must be a list' })
    else for (const [index, item] of value.entries()) shape(item, `${at}.${index}`, found)
  }

const mapOf =
  (shape: Shape): Shape =>
  (value, at, found) => {
    if (!isRecord(value)) found.problems.push({ at, problem: 'must be an object' })
    else for (const [name, item] of Object.entries(value)) shape(item, `${at}.${name}`, found)
  }

/** Every field and no other; `optional` ones may be left out. */
const fields =
  <T>(shapes: { [Name in keyof T]-?: Shape }, ...optional: (keyof T)[]): Shape =>
  (value, at, found) => {
    if (!isRecord(value)) return void found.problems.push({ at, problem: 'must be an object' })
    for (const [name, shape] of Object.entries<Shape>(shapes)) {
      if (Object.hasOwn(value, name)) shape(value[name], pathOf(at, name), found)
      else if (!optional.includes(name as keyof T)) found.problems.push({ at: pathOf(at, name), problem: 'is missing' })
    }
    for (const name of Object.keys(value))
      if (!Object.hasOwn(shapes, name)) found.problems.push({ at: pathOf(at, name), problem: 'is no field of a book' })
  }

const pathOf = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

/** One of several forms, told apart by one field. */
const formsBy =
  (name: string, forms: Readonly<Record<string, Shape>>): Shape =>
  (value, at, found) => {
    const form = isRecord(value) ? value[name] : undefined
    if (typeof form === 'string' && Object.hasOwn(forms, form)) forms[form]!(value, at, found)
    else found.problems.push({ at: pathOf(at, name), problem: `must be ${Object.keys(forms).join(', ')}` })
  }

const texts = listOf(text)
const citing = fields<{ clause: string }>({ clause })
const kind = text
const grid = oneOf<GridSpots>({ number: true, split: true, street: true, corner: true, 'six-line': true })
const wins = oneOf<WinsOn>({ covered: true, 'bonus-number': true, 'super-bonus-number': true, scatter: true })
const position = oneOf<Position>({
  player: true,
  dealer: true,
  'pit-supervisor': true,
  'pit-manager': true,
  'shift-manager': true,
})
const byPosition = fields<{ by: Position; clause: string }>({ by: position, clause })

type Form<Union, Tag extends keyof Union, Name extends Union[Tag]> = Extract<Union, Record<Tag, Name>>

const severalPieceBet = formsBy('choose', {
  'number-and-neighbours': fields<Form<SeveralPieceBet, 'choose', 'number-and-neighbours'>>({
    bet: text,
    choose: text,
    sidesMin: count,
    sidesMax: count,
  }),
  'last-digit': fields<Form<SeveralPieceBet, 'choose', 'last-digit'>>({
    bet: text,
    choose: text,
    groups: mapOf(texts),
  }),
  nothing: fields<Form<SeveralPieceBet, 'choose', 'nothing'>>({
    bet: text,
    choose: text,
    pieces: listOf(fields({ spot: text, pieces: count })),
  }),
})

const layout = fields<Layout>({
  clause,
  wagers: listOf(
    fields<WagerRule>(
      { kind, grid, wins, pays: count, paysBonus: count, paysSuperBonus: count, placed: clause, clause, loses: clause },
      'grid',
      'paysBonus',
      'paysSuperBonus',
    ),
  ),
  zeroArea: listOf(fields<Layout['zeroArea'][number]>({ spot: text, kind, covers: texts, clause })),
  sections: listOf(fields<Layout['sections'][number]>({ spot: text, kind, covers: texts })),
  grids: listOf(fields<Layout['grids'][number]>({ x: number, y: number, rows: listOf(texts) })),
  areas: listOf(fields<Layout['areas'][number]>({ spot: text, x: number, y: number, w: number, h: number })),
  places: listOf(fields<Layout['places'][number]>({ spot: text, x: number, y: number })),
  severalPieceBets: listOf(
    fields<Layout['severalPieceBets'][number]>({ terminal: text, clause, bets: listOf(severalPieceBet) }),
  ),
})

const limits = formsBy('policy', {
  none: fields<Form<LimitsPolicy, 'policy', 'none'>>({ policy: text }),
  refused: fields<Form<LimitsPolicy, 'policy', 'refused'>>({ policy: text, clause }),
  'settled-by-rule': fields<Form<LimitsPolicy, 'policy', 'settled-by-rule'>>({
    policy: text,
    clause,
    underMinimum: clause,
    overMaximum: clause,
    pastRounds: clause,
  }),
})

const bonus = fields<Bonus>({
  numbers: count,
  clause,
  superBonusClause: clause,
  scatterClause: clause,
  links: listOf(fields<Bonus['links'][number]>({ link: text, pockets: texts })),
})

const partage = fields<Partage>({
  kinds: listOf(kind),
  pockets: texts,
  clause,
  oddCent: oneOf<Partage['oddCent']>({ house: true, player: true }),
})

const enPrison = fields<EnPrison>({
  kinds: listOf(kind),
  pockets: texts,
  clause,
  further: oneOf<EnPrison['further']>({ stays: true, loses: true }),
})

const rules = fields<Rules>(
  {
    opening: citing,
    closing: fields<Rules['closing']>({ clause, whileSpinning: clause, beforeSpin: orNull(byPosition) }),
    spin: fields<Rules['spin']>({ revolutionsMin: count, clause, onRecord: clause }),
    outcome: citing,
    losesOnPocket: mapOf(clause),
    partage,
    enPrison,
    placedByStaff: orNull(citing),
    playersAlone: citing,
    unclearWagers: orNull(byPosition),
    positionOfChips: citing,
    settling: citing,
    returnedStakes: citing,
    lateWager: citing,
    lateWithdrawal: citing,
    limits,
    noSpin: orNull(fields<NonNullable<Rules['noSpin']>>({ by: position, code: text, onceAtRest: clause })),
    powerFailure: orNull(
      fields<NonNullable<Rules['powerFailure']>>({ clause, noSpinAnnounced: clause, playContinues: clause }),
    ),
    interruption: orNull(
      fields<NonNullable<Rules['interruption']>>({
        outcomeEstablished: clause,
        noOutcome: clause,
        code: text,
        someTerminals: clause,
        registered: clause,
        notRegistered: clause,
      }),
    ),
    referral: byPosition,
    correction: fields<Rules['correction']>({ by: position, clause, laterRounds: orNull(clause), ofVoid: clause }),
    voidedRounds: fields<Rules['voidedRounds']>({ by: position, returned: orNull(clause), codes: orNull(texts) }),
    lateReports: byPosition,
    higherPosition: citing,
    displayInformation: fields<Rules['displayInformation']>({ clause: orNull(clause) }),
    bonus: orNull(bonus),
  },
  'partage',
  'enPrison',
  'playersAlone',
  'settling',
  'returnedStakes',
)

const irregularity = fields<Irregularity>(
  {
    code: text,
    clause,
    from: oneOf<NonNullable<Irregularity['from']>>({ spin: true, 'no-more-bets': true }),
    against: oneOf<NonNullable<Irregularity['against']>>({ directions: true, count: true, compartment: true }),
  },
  'from',
  'against',
)

const home = oneOf<ClauseHome>({ value: true, engine: true, service: true, screen: true, outside: true })

const bookTexts = fields<BookTexts>(
  {
    title: text,
    operator: text,
    document: text,
    opening: text,
    closing: text,
    labels: mapOf(text),
    kinds: mapOf(fields<KindName>({ label: text, plural: text }, 'plural')),
    bets: mapOf(text),
    irregularities: mapOf(text),
    clauses: listOf(fields<ClauseRow>({ clause: text, means: text, where: home, why: text })),
    appendices: listOf(fields<AppendixRow>({ appendix: text, of: clause, means: text, where: home, why: text })),
  },
  'kinds',
  'bets',
)

const meanings = mapOf(fields<Meaning>({ means: text, why: text }, 'means', 'why'))
const translated = fields<TranslatedTexts>(
  {
    title: text,
    operator: text,
    document: text,
    opening: text,
    closing: text,
    labels: mapOf(text),
    kinds: mapOf(fields<KindName>({ label: text, plural: text }, 'plural')),
    bets: mapOf(text),
    irregularities: mapOf(text),
    clauses: meanings,
    appendices: meanings,
  },
  'title',
  'operator',
  'document',
  'opening',
  'closing',
  'labels',
  'kinds',
  'bets',
  'irregularities',
  'clauses',
  'appendices',
)

const rulesShape: { [Name in keyof RuleBook]-?: Shape } = {
  id: text,
  version: count,
  inForce: fields<RuleBook['inForce']>({ from: orNull(text), until: orNull(text) }),
  supersedes: orNull(text),
  playedOn: oneOf<RuleBook['playedOn']>({ table: true, terminals: true }),
  wheel: fields<RuleBook['wheel']>({ pockets: texts, order: texts, clause }),
  colours: fields<RuleBook['colours']>({ red: texts, black: texts, green: texts }),
  layouts: mapOf(layout),
  funds: fields<Funds>({
    money: oneOf<Funds['money']>({ chips: true, credits: true }),
    colourChips: orNull(fields<NonNullable<Funds['colourChips']>>({ clause, markedAboveMinimum: flag })),
  }),
  rules,
  irregularities: listOf(irregularity),
}
const ruleBook = fields<RuleBook>(rulesShape)
const book = fields<Book>(
  {
    ...rulesShape,
    $schema: text,
    format: must((value) => value === 1, 'must be 1'),
    texts: fields<Texts>({ en: bookTexts, zh: translated }, 'zh'),
  },
  '$schema',
)

export const shapeOfBook = (value: unknown): BookShape => shapeBy(book, value)

/** Shape of the part that decides, as a journal carries it. */
export const shapeOfRules = (value: unknown): BookShape => shapeBy(ruleBook, value)

function shapeBy(shape: Shape, value: unknown): BookShape {
  const found: BookShape = { problems: [], citations: [] }
  shape(value, '', found)
  return found
}
