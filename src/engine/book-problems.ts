import type { RuleBook } from '../books/rule-book.ts'
import { type BookProblem, bookError, bookWarning } from './book-path.ts'
import {
  aPocket,
  applyRules,
  type BookRule,
  missingNames,
  namesAt,
  problemIf,
  repeatedNames,
  unknownNames,
} from './book-rule.ts'
import { layoutProblems } from './layout-problems.ts'
import { crossedKind, type Limits, limitsFor } from './limits.ts'

/**
 * Returns what the values of a book say of one another that cannot be, and warnings. The engine can play by a book without errors.
 * `found`: what is wrong with its shape. A rule about misshapen values is not applied.
 */
export function bookProblems(book: RuleBook, found: readonly BookProblem[] = []): readonly BookProblem[] {
  const inValues = applyRules(bookRules, book, found)
  return [...inValues, ...layoutProblems(book, found, inValues)]
}

/** Codes that the engine itself finds in a spin and voids the round by. */
const codesOfTheSpin = ['same-direction', 'ball-not-spun', 'too-few-revolutions', 'wheel-not-rotating']
/** A round that the shift manager voids has this in place of a code. */
const CODE_OF_A_DECISION = 'decision'

const wheelRules: readonly BookRule<RuleBook>[] = [
  {
    needs: () => [['wheel', 'pockets']],
    problems: ({ wheel: { pockets } }) => repeatedNames(namesAt(['wheel', 'pockets'], pockets), 'stands twice'),
  },
  {
    needs: () => [['wheel']],
    problems: ({ wheel: { pockets, order } }) => {
      const named = namesAt(['wheel', 'order'], order)
      return [
        ...repeatedNames(named, 'stands twice'),
        ...unknownNames(named, pockets, 'is not in wheel.pockets', aPocket),
        ...missingNames(pockets, order, ['wheel', 'order'], 'is missing', 'every pocket of wheel.pockets'),
      ]
    },
  },
  {
    needs: () => [['wheel', 'pockets'], ['colours']],
    problems: ({ wheel: { pockets }, colours }) => {
      const named = Object.entries(colours).flatMap(([colour, own]) => namesAt(['colours', colour], own))
      const coloured = named.map(({ name }) => name)
      return [
        ...repeatedNames(named, 'has two colours', 'one colour each'),
        ...unknownNames(named, pockets, 'is not on the wheel', aPocket),
        ...missingNames(pockets, coloured, ['colours'], 'has no colour', 'every pocket in red, black or green'),
      ]
    },
  },
]

const irregularityRules: readonly BookRule<RuleBook>[] = [
  {
    needs: () => [['irregularities']],
    problems: ({ irregularities }) => {
      const named = irregularities.map(({ code }, nth) => ({ at: ['irregularities', nth, 'code'], name: code }))
      const codes = named.map(({ name }) => name)
      const found = 'is missing, and a spin can show it'
      return [
        ...repeatedNames(named, 'stands twice'),
        ...missingNames(
          codesOfTheSpin,
          codes,
          ['irregularities'],
          found,
          `a row for each of ${codesOfTheSpin.join(', ')}`,
        ),
        ...named
          .filter(({ name }) => name === CODE_OF_A_DECISION)
          .map(({ at, name }) => bookError(at, `${name} means a decision of the shift manager`, 'another code')),
      ]
    },
  },
  {
    needs: () => [['irregularities'], ['rules', 'noSpin'], ['rules', 'interruption'], ['rules', 'voidedRounds']],
    problems: ({ irregularities, rules: { noSpin, interruption, voidedRounds } }) => {
      const named = [
        ...(noSpin ? [{ at: ['rules', 'noSpin', 'code'], name: noSpin.code }] : []),
        ...(interruption ? [{ at: ['rules', 'interruption', 'code'], name: interruption.code }] : []),
        ...namesAt(['rules', 'voidedRounds', 'codes'], voidedRounds.codes ?? []),
      ]
      const codes = irregularities.map(({ code }) => code)
      return unknownNames(named, codes, 'is no irregularity of the book', `one of ${codes.join(', ')}`)
    },
  },
]

const kindsThatCover = ({ layouts }: RuleBook): string[] =>
  Object.values(layouts).flatMap(({ wagers }) =>
    wagers.filter(({ wins }) => wins === 'covered').map(({ kind }) => kind),
  )

const kindsOfBook = ({ layouts }: RuleBook): string[] =>
  Object.values(layouts).flatMap(({ wagers }) => wagers.map(({ kind }) => kind))

/** Limits of the book itself: of its kinds, each minimum within its maximum. */
const limitRule: BookRule<RuleBook> = {
  needs: () => [['layouts'], ['rules', 'limits']],
  problems: (book) => {
    const { limits } = book.rules
    if (limits.policy === 'none' || !limits.amounts) return []
    const at = ['rules', 'limits', 'amounts']
    const { default: _, ...own } = limits.amounts
    const named = Object.keys(own).map((name) => ({ at: [...at, name], name }))
    const kinds = kindsOfBook(book)
    const crossed = crossedKind(limits.amounts as Limits, kinds)
    return [
      ...unknownNames(named, kinds, 'is no kind of the book', `one of default, ${[...new Set(kinds)].join(', ')}`),
      ...(crossed === undefined
        ? []
        : [
            bookError(
              [...at, own[crossed] ? crossed : 'default'],
              'has its minimum above its maximum',
              'a minimum up to the maximum',
            ),
          ]),
    ]
  },
}

/** The maximum payout: a single wager within the limits should be paid in full. */
const payoutRule: BookRule<RuleBook> = {
  needs: () => [['layouts'], ['rules', 'limits'], ['rules', 'maximumPayout']],
  problems: ({ layouts, rules: { limits, maximumPayout } }) => {
    const amount = maximumPayout?.amount
    if (amount === undefined || limits.policy === 'none' || !limits.amounts) return []
    const wins = Object.values(layouts)
      .flatMap(({ wagers }) => wagers)
      .map(({ kind, pays }) => ({ kind, wins: limitsFor(limits.amounts as Limits, kind).max * pays }))
    const most = wins.reduce((a, b) => (b.wins > a.wins ? b : a))
    return problemIf(most.wins > amount, () =>
      bookWarning(
        ['rules', 'maximumPayout', 'amount'],
        `${most.kind} at its maximum wins ${most.wins}`,
        `${most.wins} or more, or lower maxima: otherwise a single wager is not paid in full`,
      ),
    )
  },
}

const moneyRules: readonly BookRule<RuleBook>[] = [
  limitRule,
  payoutRule,
  {
    needs: () => [
      ['wheel', 'pockets'],
      ['rules', 'losesOnPocket'],
    ],
    problems: ({ rules, wheel }) => {
      const named = Object.keys(rules.losesOnPocket).map((name) => ({ at: ['rules', 'losesOnPocket', name], name }))
      return unknownNames(named, wheel.pockets, 'is not on the wheel', aPocket)
    },
  },
  {
    needs: () => [['wheel', 'pockets'], ['layouts'], ['rules', 'partage']],
    problems: (book) => {
      const { partage } = book.rules
      if (!partage) return []
      const kinds = kindsThatCover(book)
      const [pockets, named] = (['pockets', 'kinds'] as const).map((list) =>
        namesAt(['rules', 'partage', list], partage[list]),
      )
      return [
        ...unknownNames(pockets!, book.wheel.pockets, 'is not on the wheel', aPocket),
        ...unknownNames(
          named!,
          kinds,
          'is no kind that wins by what it covers',
          'a kind of layouts that wins on covered',
        ),
      ]
    },
  },
  {
    needs: () => [['wheel', 'pockets'], ['layouts'], ['rules', 'enPrison'], ['rules', 'partage'], ['rules', 'bonus']],
    problems: (book) => {
      const { enPrison, partage, bonus } = book.rules
      if (!enPrison) return []
      const at = ['rules', 'enPrison']
      const pockets = namesAt([...at, 'pockets'], enPrison.pockets)
      const kinds = namesAt([...at, 'kinds'], enPrison.kinds)
      const isDecided = book.wheel.pockets.some((pocket) => !enPrison.pockets.includes(pocket))
      const halved = enPrison.pockets.some((pocket) => partage?.pockets.includes(pocket)) ? (partage?.kinds ?? []) : []
      return [
        ...unknownNames(pockets, book.wheel.pockets, 'is not on the wheel', aPocket),
        ...unknownNames(
          kinds,
          kindsThatCover(book),
          'is no kind that wins by what it covers',
          'a kind of layouts that wins on covered',
        ),
        ...kinds
          .filter(({ name }) => halved.includes(name))
          .map(({ at: where, name }) =>
            bookError(
              where,
              `${name} is halved by rules.partage on the same pocket`,
              'la partage or en prison, not both',
            ),
          ),
        ...problemIf(!isDecided, () =>
          bookError([...at, 'pockets'], 'has every pocket, so nothing is ever decided', 'the zeros of the wheel'),
        ),
        ...problemIf(bonus !== null, () => bookError(at, 'cannot stand beside rules.bonus', 'no bonus draw')),
      ]
    },
  },
  {
    needs: () => [['wheel', 'pockets'], ['layouts'], ['rules', 'bonus']],
    problems: ({ rules: { bonus }, wheel: { pockets }, layouts }) => {
      const rows = Object.values(layouts).flatMap(({ wagers }) => wagers)
      const asksDraw = rows.some((row) => row.wins !== 'covered' || row.paysBonus !== undefined)
      const at = ['rules', 'bonus']
      if (!bonus)
        return problemIf(asksDraw, () => bookError(at, 'is null, and wagers ask what the draw lit', 'a bonus draw'))
      const linked = bonus.links.flatMap((link, nth) => namesAt([...at, 'links', nth, 'pockets'], link.pockets))
      const links = bonus.links.map(({ link }, nth) => ({ at: [...at, 'links', nth, 'link'], name: link }))
      const tooMany = () => bookError([...at, 'numbers'], 'is more than the wheel has', `${pockets.length} at most`)
      return [
        ...problemIf(bonus.numbers > pockets.length, tooMany),
        ...repeatedNames(links, 'stands twice'),
        ...repeatedNames(linked, 'is in two links', 'one link each'),
        ...unknownNames(linked, pockets, 'is not on the wheel', aPocket),
      ]
    },
  },
]

const bookRules: readonly BookRule<RuleBook>[] = [
  {
    needs: () => [['id'], ['version']],
    problems: ({ id, version }) =>
      problemIf(!id.endsWith(`@${version}`), () =>
        bookError(['version'], 'differs from the version in the id', `${id.split('@')[1]}, as in the id`),
      ),
  },
  ...wheelRules,
  ...irregularityRules,
  ...moneyRules,
]
