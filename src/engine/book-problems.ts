import type { RuleBook } from '../books/rule-book.ts'
import { type BookProblem, bookError, bookWarning } from './book-path.ts'
import {
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
 * Returns the contradictions between the values of a book, and warnings. The engine can play by a book without errors.
 * `found`: problems of its shape. A rule about misshapen values is not applied.
 *
 * @example
 * const problems: readonly BookProblem[] = bookProblems(roulette3)
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
    problems: ({ wheel: { pockets } }) => repeatedNames(namesAt(['wheel', 'pockets'], pockets), 'repeated'),
  },
  {
    needs: () => [['wheel']],
    problems: ({ wheel: { pockets, order } }) => {
      const named = namesAt(['wheel', 'order'], order)
      return [
        ...repeatedNames(named, 'repeated'),
        ...unknownNames(named, pockets, 'not-in-pockets'),
        ...missingNames(pockets, order, ['wheel', 'order'], 'not-in-order'),
      ]
    },
  },
  {
    needs: () => [['wheel', 'pockets'], ['colours']],
    problems: ({ wheel: { pockets }, colours }) => {
      const named = Object.entries(colours).flatMap(([colour, own]) => namesAt(['colours', colour], own))
      const coloured = named.map(({ name }) => name)
      return [
        ...repeatedNames(named, 'repeated-colour'),
        ...unknownNames(named, pockets, 'not-on-wheel'),
        ...missingNames(pockets, coloured, ['colours'], 'without-colour'),
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
      return [
        ...repeatedNames(named, 'repeated'),
        ...missingNames(codesOfTheSpin, codes, ['irregularities'], ({ at, name }) =>
          bookError(at, 'irregularity-missing', { name, needed: codesOfTheSpin }),
        ),
        ...named
          .filter(({ name }) => name === CODE_OF_A_DECISION)
          .map(({ at, name }) => bookError(at, 'code-of-decision', { name })),
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
      const known = irregularities.map(({ code }) => code)
      return unknownNames(named, known, ({ at, name }) => bookError(at, 'unknown-irregularity', { name, known }))
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
      ...unknownNames(named, kinds, ({ at: where, name }) =>
        bookError(where, 'unknown-kind', { name, known: ['default', ...new Set(kinds)] }),
      ),
      ...(crossed === undefined ? [] : [bookError([...at, own[crossed] ? crossed : 'default'], 'limits-crossed', {})]),
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
      bookWarning(['rules', 'maximumPayout', 'amount'], 'payout-too-low', most),
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
      return unknownNames(named, wheel.pockets, 'not-on-wheel')
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
        ...unknownNames(pockets!, book.wheel.pockets, 'not-on-wheel'),
        ...unknownNames(named!, kinds, 'not-a-covering-kind'),
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
        ...unknownNames(pockets, book.wheel.pockets, 'not-on-wheel'),
        ...unknownNames(kinds, kindsThatCover(book), 'not-a-covering-kind'),
        ...kinds
          .filter(({ name }) => halved.includes(name))
          .map(({ at: where, name }) => bookError(where, 'halved-and-imprisoned', { name })),
        ...problemIf(!isDecided, () => bookError([...at, 'pockets'], 'every-pocket-imprisons', {})),
        ...problemIf(bonus !== null, () => bookError(at, 'prison-beside-bonus', {})),
      ]
    },
  },
  {
    needs: () => [['wheel', 'pockets'], ['layouts'], ['rules', 'bonus']],
    problems: ({ rules: { bonus }, wheel: { pockets }, layouts }) => {
      const rows = Object.values(layouts).flatMap(({ wagers }) => wagers)
      const asksDraw = rows.some((row) => row.wins !== 'covered' || row.paysBonus !== undefined)
      const at = ['rules', 'bonus']
      if (!bonus) return problemIf(asksDraw, () => bookError(at, 'bonus-missing', {}))
      const linked = bonus.links.flatMap((link, nth) => namesAt([...at, 'links', nth, 'pockets'], link.pockets))
      const links = bonus.links.map(({ link }, nth) => ({ at: [...at, 'links', nth, 'link'], name: link }))
      const tooMany = () => bookError([...at, 'numbers'], 'more-than-wheel', { most: pockets.length })
      return [
        ...problemIf(bonus.numbers > pockets.length, tooMany),
        ...repeatedNames(links, 'repeated'),
        ...repeatedNames(linked, 'repeated-link'),
        ...unknownNames(linked, pockets, 'not-on-wheel'),
      ]
    },
  },
]

const bookRules: readonly BookRule<RuleBook>[] = [
  {
    needs: () => [['id'], ['version']],
    problems: ({ id, version }) =>
      problemIf(!id.endsWith(`@${version}`), () =>
        bookError(['version'], 'version-differs', { version: id.slice(id.indexOf('@') + 1) }),
      ),
  },
  ...wheelRules,
  ...irregularityRules,
  ...moneyRules,
]
