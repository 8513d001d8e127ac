import type { Book, ClauseRow, Layout, SeveralPieceBet } from '../books/rule-book.ts'
import { formOf } from '../engine/several-piece.ts'
import { layoutNames, type Spot, type Spots, spotsOf } from '../engine/spots.ts'
import { wrap } from '../story/text.ts'
import type { Arguments } from './commands.ts'
import { readBook } from './input.ts'
import { printAnswer } from './output.ts'

/** The changes between two books, for a person who has to approve them: values first, then clause by clause. */
export async function runDiff({ values, words }: Arguments<'diff'>): Promise<void> {
  const changes = diffBooks(await readBook(words[0]), await readBook(words[1]))
  await printAnswer(values.json, changes, () => writeChanges(changes))
}

type ValueChange = { what: string; from: string; to: string }
type ClauseChange =
  | { change: 'added'; to: string; means: string }
  | { change: 'removed'; from: string; means: string }
  | { change: 'changed'; from: string; to: string; meant: string; means: string }
  | { change: 'renumbered'; from: string; to: string; means: string }
type BookChanges = {
  from: string
  to: string
  values: readonly ValueChange[]
  clauses: readonly ClauseChange[]
  unchanged: number
}

function diffBooks(from: Book, to: Book): BookChanges {
  const pairs = pairClauses(from.texts.en.clauses, to.texts.en.clauses)
  const clauses = pairs.flatMap(clauseChange)
  return {
    from: from.id,
    to: to.id,
    values: valueChanges(from, to, pairs),
    clauses,
    unchanged: pairs.length - clauses.length,
  }
}

type Pair = { before?: ClauseRow; after?: ClauseRow }

/** Rows belong together that say the most of the same, whatever their number; what is like nothing else stands alone. */
function pairClauses(before: readonly ClauseRow[], after: readonly ClauseRow[]): Pair[] {
  const candidates = before
    .flatMap((old) => after.map((now) => ({ before: old, after: now, likeness: likeness(old, now) })))
    .filter(({ likeness }) => likeness >= 0.5)
    .sort((a, b) => b.likeness - a.likeness)
  const taken = new Map<ClauseRow, ClauseRow>()
  for (const pair of candidates)
    if (!taken.has(pair.before) && !taken.has(pair.after))
      taken.set(pair.before, pair.after).set(pair.after, pair.before)
  const kept = after.map((row) => (taken.has(row) ? { before: taken.get(row)!, after: row } : { after: row }))
  return [...kept, ...before.filter((row) => !taken.has(row)).map((row) => ({ before: row }))]
}

/** The share of words that two clauses have in common, and a little more where the number is the same. */
function likeness(a: ClauseRow, b: ClauseRow): number {
  const [ours, theirs] = [wordSet(a), wordSet(b)]
  const shared = [...ours].filter((word) => theirs.has(word)).length
  return shared / (ours.size + theirs.size - shared) + (a.clause === b.clause ? 0.2 : 0)
}

const wordSet = ({ means }: ClauseRow): Set<string> => new Set(means.toLowerCase().match(/[a-z0-9]+/g))

function clauseChange({ before, after }: Pair): ClauseChange[] {
  if (!before) return [{ change: 'added', to: after!.clause, means: after!.means }]
  if (!after) return [{ change: 'removed', from: before.clause, means: before.means }]
  const numbers = { from: before.clause, to: after.clause }
  if (before.means !== after.means) return [{ change: 'changed', ...numbers, meant: before.means, means: after.means }]
  return before.clause === after.clause ? [] : [{ change: 'renumbered', ...numbers, means: after.means }]
}

/** An inspector's names for the parts of a book. A part without a name is shown by its path. */
const parts: readonly (readonly [string, string])[] = [
  ['texts.en.title', 'Game'],
  ['texts.en.operator', 'Casino'],
  ['version', 'Version'],
  ['inForce', 'In force'],
  ['supersedes', 'Supersedes'],
  ['playedOn', 'Played on'],
  ['wheel.pockets', 'Numbers on the wheel'],
  ['wheel.order', 'Order of the wheel'],
  ['wheel.clause', 'Clause of the wheel'],
  ['colours', 'Colours'],
  ['funds.money', 'What is played with'],
  ['funds.colourChips', 'Colour chips'],
  ['rules.opening', 'Opening of bets'],
  ['rules.closing.beforeSpin', 'No more bets before the spin'],
  ['rules.closing', 'Closing of bets'],
  ['rules.spin', 'A valid spin'],
  ['rules.outcome', 'The outcome'],
  ['rules.losesOnPocket', 'Outcomes with a rule of their own'],
  ['rules.partage', 'La partage'],
  ['rules.enPrison', 'En prison'],
  ['rules.placedByStaff', 'Staff place wagers for a player'],
  ['rules.playersAlone', 'Players alone place their wagers'],
  ['rules.unclearWagers', 'Rulings on unclear or moved wagers'],
  ['rules.noMoving', 'Rulings move no wager'],
  ['rules.positionOfChips', 'The position of chips'],
  ['rules.settling', 'What a round is settled by'],
  ['rules.returnedStakes', 'Stakes of a void round'],
  ['rules.lateWager', 'Late wagers'],
  ['rules.lateWithdrawal', 'Late withdrawals'],
  ['rules.limits', 'Wagers outside the limits'],
  ['rules.maximumPayout', 'Maximum payout of a round'],
  ['rules.noSpin', 'Announcing no spin'],
  ['rules.powerFailure', 'Power failure'],
  ['rules.interruption', 'Technical interruption'],
  ['rules.referral', 'What the rules do not cover'],
  ['rules.correction', 'A wrong result is put right'],
  ['rules.voidedRounds', 'Rounds voided afterwards'],
  ['rules.lateReports', 'Irregularities reported once the ball rests'],
  ['rules.higherPosition', 'Higher positions'],
  ['rules.displayInformation', 'Displays only inform'],
  ['rules.bonus', 'Bonus numbers'],
]

function valueChanges(from: Book, to: Book, pairs: readonly Pair[]): ValueChange[] {
  const renumbered = new Map(
    pairs.flatMap(({ before, after }) => (before && after ? [[before.clause, after.clause]] : [])),
  )
  const [before, after] = [withAnnouncements(from), withAnnouncements(to)]
  const all = [...parts, ...unlistedRules(from, to)]
  const listed = all.flatMap(([path, what]) => partChange(what, own(before, path), own(after, path), renumbered))
  const offers = partChange('Several-piece bets', offersOf(from), offersOf(to), renumbered)
  return [
    ...listed,
    ...spotChanges(from, to, renumbered),
    ...offers,
    ...betChanges(from, to),
    ...irregularityChanges(from, to, renumbered),
  ]
}

/** The rules that an inspector has no name for, by their paths. */
function unlistedRules(...books: readonly Book[]): (readonly [string, string])[] {
  const paths = new Set(books.flatMap(({ rules }) => Object.keys(rules).map((name) => `rules.${name}`)))
  const isListed = (path: string) => parts.some(([other]) => other === path)
  return [...paths].filter((path) => !isListed(path)).map((path) => [path, path])
}

/** With what the dealer says beside the rule that has it said. */
function withAnnouncements(book: Book): object {
  const { rules, texts } = book
  const opening = { says: texts.en.opening, ...rules.opening }
  const closing = { says: texts.en.closing, ...rules.closing }
  return { ...book, rules: { ...rules, opening, closing } }
}

const at = (book: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], book)

/** A part without those of its parts that are listed themselves. */
function own(book: object, path: string): unknown {
  const value = at(book, path)
  const inner = parts.map(([other]) => other).filter((other) => other.startsWith(`${path}.`))
  if (inner.length === 0 || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !inner.includes(`${path}.${key}`)))
}

/** A citation that only moved with its clause does not count as a change. */
function partChange(what: string, from: unknown, to: unknown, renumbered: ReadonlyMap<string, string>): ValueChange[] {
  if (JSON.stringify(withNewNumbers(from, renumbered)) === JSON.stringify(to)) return []
  const [before, after] = [describeValue(from), describeValue(to)]
  return before === after ? [] : [{ what, from: before, to: after }]
}

function withNewNumbers(value: unknown, renumbered: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return renumbered.get(value) ?? value
  if (Array.isArray(value)) return value.map((item) => withNewNumbers(item, renumbered))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNewNumbers(item, renumbered)]))
}

/** A value in words: `by pit-supervisor (3.9)`. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'not in this book'
  if (Array.isArray(value) && value.length === 0) return 'none'
  if (Array.isArray(value))
    return value.map(describeValue).join(value.every((item) => typeof item === 'string') ? ' ' : '; ')
  if (typeof value !== 'object') return String(value)
  const { clause, ...rest } = value as Record<string, unknown>
  if (Object.keys(value).length === 0) return 'none'
  const entries = Object.entries(rest).filter(([, item]) => item !== null)
  const said = entries
    .map(([key, item]) => (item === true ? spaceWords(key) : `${spaceWords(key)} ${describeValue(item)}`))
    .join(', ')
  const cited = typeof clause === 'string' ? `(${clause})` : ''
  return [said, cited].filter((part) => part !== '').join(' ') || 'not stated'
}

const spaceWords = (key: string): string => key.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const offersOf = (book: Book): unknown =>
  Object.entries(book.layouts).flatMap(([layout, { severalPieceBets }]) =>
    severalPieceBets.map(
      ({ terminal, bets }) => `layout ${layout}, ${terminal ?? 'every table'}: ${bets.map(formOf).join(', ')};`,
    ),
  )

/** Bets that both books offer in one form, with other pieces or numbers. */
function betChanges(from: Book, to: Book): ValueChange[] {
  const [before, after] = [betsOf(from), betsOf(to)]
  return Object.entries(before)
    .filter(([name]) => Object.hasOwn(after, name))
    .flatMap(([name, content]) => partChange(name, content, after[name], new Map()))
}

const betsOf = (book: Book): Rows =>
  Object.fromEntries(
    Object.entries(book.layouts).flatMap(([layout, { severalPieceBets }]) =>
      severalPieceBets.flatMap(({ terminal, bets }) =>
        bets.map((bet) => [`Layout ${layout}, ${terminal}: ${formOf(bet)}`, withoutForm(bet)]),
      ),
    ),
  )

const withoutForm = ({ bet: _, choose: __, ...content }: SeveralPieceBet): object => content

type Rows = Readonly<Record<string, unknown>>
type Renumbered = ReadonlyMap<string, string>

/**
 * Spots and pays, layout by layout: compared with the layout of the same name, otherwise with every layout of the other
 * book.
 */
function spotChanges(from: Book, to: Book, renumbered: Renumbered): ValueChange[] {
  const pairs = layoutNames(to).flatMap((after) => {
    const names = layoutNames(from)
    return (names.includes(after) ? [after] : names).map((before) => [before, after] as const)
  })
  return pairs.flatMap(([before, after]) => {
    const name = before === after ? `Layout ${after}` : `Layout ${before} against ${after}`
    const [old, now] = [spotsOf(from, before), spotsOf(to, after)]
    const inLayout = before === after ? inLayouts(name, from.layouts[before]!, to.layouts[after]!, renumbered) : []
    return [...spotsAdded(name, old, now), ...factChanges(name, old, now), ...inLayout]
  })
}

function spotsAdded(name: string, old: Spots, now: Spots): ValueChange[] {
  const gone = old.list.filter(({ spot }) => !now.byId.has(spot)).map(({ spot }) => spot)
  const fresh = now.list.filter(({ spot }) => !old.byId.has(spot)).map(({ spot }) => spot)
  if (gone.length + fresh.length === 0) return []
  return [{ what: `${name}: spots`, from: gone.join(' ') || 'all kept', to: fresh.join(' ') || 'none new' }]
}

/** The facts of a spot that two books may state differently. */
const comparedFacts: readonly (readonly [what: string, of: (spot: Spot) => string])[] = [
  ['kind', ({ kind }) => kind],
  ['covers', ({ covers }) => covers.join(' ')],
  ['wins on', ({ wins }) => wins],
  ['pays', paysText],
]

function paysText({ pays, paysBonus, paysSuperBonus }: Spot): string {
  const bonus = `, ${paysBonus} on a bonus number, ${paysSuperBonus} on a super bonus number`
  return `${pays} to 1${paysBonus === pays && paysSuperBonus === pays ? '' : bonus}`
}

/** One change for all spots that it is the same for. */
function factChanges(name: string, old: Spots, now: Spots): ValueChange[] {
  const common = now.list.filter(({ spot }) => old.byId.has(spot))
  return comparedFacts.flatMap(([what, factOf]) => {
    const rows = common.map((spot) => ({ spot: spot.spot, from: factOf(old.byId.get(spot.spot)!), to: factOf(spot) }))
    const differing = rows.filter(({ from, to }) => from !== to)
    return [...Map.groupBy(differing, ({ from, to }) => JSON.stringify([from, to])).values()].map((group) => ({
      what: `${name}: ${someOf(group.map(({ spot }) => spot))} ${what}`,
      from: group[0]!.from,
      to: group[0]!.to,
    }))
  })
}

const SPOTS_NAMED = 6

const someOf = (spots: readonly string[]): string =>
  spots.length <= SPOTS_NAMED
    ? spots.join(' ')
    : `${spots.slice(0, SPOTS_NAMED - 1).join(' ')} and ${spots.length - SPOTS_NAMED + 1} more:`

/** Citations and print of a layout that both books have. */
const inLayouts = (name: string, before: Layout, after: Layout, renumbered: Renumbered): ValueChange[] => [
  ...rowChanges(`${name}: clauses`, citationsOf(before), citationsOf(after), renumbered),
  ...partChange(`${name}: printed numbers`, before.grids, after.grids, new Map()),
  ...rowChanges(`${name}: printed places`, printOf(before), printOf(after), new Map()),
]

const citationsOf = ({ clause, wagers, zeroArea }: Layout): Rows => ({
  layout: clause,
  ...Object.fromEntries(wagers.map((row) => [row.kind, [row.placed, row.clause, row.loses]])),
  ...Object.fromEntries(zeroArea.map((row) => [row.spot, row.clause])),
})

const printOf = ({ areas, places }: Layout): Rows =>
  Object.fromEntries([...areas, ...places].map(({ spot, ...where }) => [spot, where]))

/** One change for all rows that differ. */
function rowChanges(what: string, before: Rows, after: Rows, renumbered: Renumbered): ValueChange[] {
  const isSame = (name: string) =>
    JSON.stringify(withNewNumbers(before[name], renumbered)) === JSON.stringify(after[name])
  const pick = (rows: Rows) => Object.fromEntries(Object.entries(rows).filter(([name]) => !isSame(name)))
  return partChange(what, pick(before), pick(after), renumbered)
}

function irregularityChanges(from: Book, to: Book, renumbered: Renumbered): ValueChange[] {
  const codes = [...new Set([...from.irregularities, ...to.irregularities].map(({ code }) => code))]
  const inBook = (book: Book, code: string) => {
    const { code: found, ...row } = book.irregularities.find((one) => one.code === code) ?? {}
    return found === undefined ? undefined : { yes: true, ...row }
  }
  return codes.flatMap((code) => {
    const what = `Voids the round: ${from.texts.en.irregularities[code] ?? to.texts.en.irregularities[code] ?? code}`
    return partChange(what, inBook(from, code), inBook(to, code), renumbered)
  })
}

const DIFF_WIDTH = 92

function writeChanges({ from, to, values, clauses, unchanged }: BookChanges): string {
  const sections = [`From ${from}\nto   ${to}`, heading(`Values that differ: ${values.length}`)]
  for (const { what, from: before, to: after } of values)
    sections.push(`${what}\n  - ${wrap(before, DIFF_WIDTH, '    ')}\n  + ${wrap(after, DIFF_WIDTH, '    ')}`)
  const titles = {
    added: 'New clauses',
    removed: 'Clauses that are gone',
    changed: 'Clauses that say something else',
    renumbered: 'Clauses that only moved',
  }
  for (const [change, title] of Object.entries(titles)) {
    const rows = clauses.filter((row) => row.change === change)
    if (rows.length > 0) sections.push(heading(`${title}: ${rows.length}`), rows.map(clauseLine).join('\n'))
  }
  sections.push(heading(`Clauses that stayed as they were: ${unchanged}`))
  return sections.join('\n\n')
}

const heading = (text: string): string => `${text}\n${'='.repeat(text.length)}`

function clauseLine(row: ClauseChange): string {
  const margin = ' '.repeat(18)
  switch (row.change) {
    case 'added':
      return `+ ${row.to.padEnd(16)}${wrap(row.means, 76, margin)}`
    case 'removed':
      return `- ${row.from.padEnd(16)}${wrap(row.means, 76, margin)}`
    case 'renumbered':
      return `  ${`${row.from} > ${row.to}`.padEnd(16)}${wrap(row.means, 76, margin)}`
    case 'changed':
      return `- ${row.from.padEnd(16)}${wrap(row.meant, 76, margin)}\n+ ${row.to.padEnd(16)}${wrap(row.means, 76, margin)}`
  }
}
