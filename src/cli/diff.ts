import type { Book, ClauseRow } from '../books/rule-book.ts'
import { formOf } from '../engine/several-piece.ts'
import { layoutNames, spotsOf } from '../engine/spots.ts'
import { wrap } from '../story/text.ts'
import type { Arguments } from './commands.ts'
import { readBook } from './input.ts'
import { printAnswer } from './output.ts'

/** What changed between two books, for somebody who has to approve it: values first, then clause by clause. */
export async function runDiff({ values, words }: Arguments<'diff'>): Promise<void> {
  const changes = diffBooks(readBook(words[0]), readBook(words[1]))
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

/** What an inspector calls the parts of a book. A part that is not listed is named by its path. */
const parts: readonly (readonly [string, string])[] = [
  ['texts.en.title', 'Game'],
  ['texts.en.operator', 'Casino'],
  ['version', 'Version'],
  ['inForce', 'In force'],
  ['supersedes', 'Supersedes'],
  ['playedOn', 'Played on'],
  ['wheel.pockets', 'Numbers on the wheel'],
  ['wheel.order', 'Order of the wheel'],
  ['colours', 'Colours'],
  ['funds.money', 'What is played with'],
  ['funds.colourChips', 'Colour chips'],
  ['rules.opening', 'Opening of bets'],
  ['rules.closing.beforeSpin', 'No more bets before the spin'],
  ['rules.closing', 'Closing of bets'],
  ['rules.spin', 'A valid spin'],
  ['rules.losesOnPocket', 'Outcomes with a rule of their own'],
  ['rules.placedByStaff', 'Staff place wagers for a player'],
  ['rules.playersAlone', 'Players alone place their wagers'],
  ['rules.unclearWagers', 'Rulings on unclear or moved wagers'],
  ['rules.limits', 'Wagers outside the limits'],
  ['rules.noSpin', 'Announcing no spin'],
  ['rules.powerFailure', 'Power failure'],
  ['rules.interruption', 'Technical interruption'],
  ['rules.referral', 'What the rules do not cover'],
  ['rules.correction', 'A wrong result is put right'],
  ['rules.voidedRounds', 'Rounds voided afterwards'],
  ['rules.higherPosition', 'Higher positions'],
  ['rules.displayInformation', 'Displays only inform'],
  ['rules.bonus', 'Bonus numbers'],
]

function valueChanges(from: Book, to: Book, pairs: readonly Pair[]): ValueChange[] {
  const renumbered = new Map(
    pairs.flatMap(({ before, after }) => (before && after ? [[before.clause, after.clause]] : [])),
  )
  const [before, after] = [withAnnouncements(from), withAnnouncements(to)]
  const listed = parts.flatMap(([path, what]) => partChange(what, own(before, path), own(after, path), renumbered))
  const offers = partChange('Several-piece bets', offersOf(from), offersOf(to), renumbered)
  return [...listed, ...spotChanges(from, to), ...offers, ...irregularityChanges(from, to)]
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

/** A citation that only moved with its clause is no change. */
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
    severalPieceBets.map(({ terminal, bets }) => `layout ${layout}, ${terminal}: ${bets.map(formOf).join(', ')};`),
  )

/** Spots and pays, layout by layout: the same name, or whatever the other book has. */
function spotChanges(from: Book, to: Book): ValueChange[] {
  const pairs = layoutNames(to).flatMap((after) => {
    const names = layoutNames(from)
    return (names.includes(after) ? [after] : names).map((before) => [before, after] as const)
  })
  return pairs.flatMap(([before, after]) => layoutChanges(from, before, to, after))
}

function layoutChanges(from: Book, before: string, to: Book, after: string): ValueChange[] {
  const [old, now] = [spotsOf(from, before), spotsOf(to, after)]
  const name = before === after ? `Layout ${after}` : `Layout ${before} against ${after}`
  const gone = old.list.filter(({ spot }) => !now.byId.has(spot)).map(({ spot }) => spot)
  const fresh = now.list.filter(({ spot }) => !old.byId.has(spot)).map(({ spot }) => spot)
  const pays = now.list.filter(({ spot, pays }) => old.byId.has(spot) && old.byId.get(spot)!.pays !== pays)
  const changes: ValueChange[] = []
  if (gone.length + fresh.length > 0)
    changes.push({ what: `${name}: spots`, from: gone.join(' ') || 'all kept', to: fresh.join(' ') || 'none new' })
  for (const { spot, pays: odds } of pays)
    changes.push({ what: `${name}: ${spot} pays`, from: `${old.byId.get(spot)!.pays} to 1`, to: `${odds} to 1` })
  return changes
}

function irregularityChanges(from: Book, to: Book): ValueChange[] {
  const codes = [...new Set([...from.irregularities, ...to.irregularities].map(({ code }) => code))]
  const inBook = (book: Book, code: string) => book.irregularities.find((row) => row.code === code)
  return codes
    .filter((code) => (inBook(from, code) === undefined) !== (inBook(to, code) === undefined))
    .map((code) => ({
      what: `Voids the round: ${from.texts.en.irregularities[code] ?? to.texts.en.irregularities[code]}`,
      from: inBook(from, code) ? `yes (${inBook(from, code)!.clause})` : 'not in this book',
      to: inBook(to, code) ? `yes (${inBook(to, code)!.clause})` : 'not in this book',
    }))
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
