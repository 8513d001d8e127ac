import { describe, expect, test } from 'vitest'
import { books } from '../books/index.ts'
import { refusalCodes } from '../engine/refusals.ts'
import { playScript, type Script } from '../engine/script.ts'
import { scenariosOf } from './scenarios.ts'

const booksPlayed = books.map((book) => ({ book, scenarios: scenariosOf(book) }))
const played = booksPlayed.flatMap(({ book, scenarios }) =>
  scenarios.flatMap(({ script }) =>
    [...playScript(script)].flatMap((step) =>
      step.played === 'command' ? [{ book: book.id, answer: step.answer }] : [],
    ),
  ),
)

const isCited = (clause: string, script: Script): boolean =>
  [...playScript(script)].some(
    (step) => step.played === 'command' && JSON.stringify(step.answer).includes(`"${clause}"`),
  )

describe.each(booksPlayed)('$book.id', ({ book, scenarios }) => {
  test.each(scenarios)('$path', ({ path, clauses, script }) => {
    const steps = [...playScript(script)]
    const missed = steps.flatMap((step) =>
      step.played === 'expect' && step.missed ? [`line ${step.line}: ${step.missed}`] : [],
    )
    expect(missed).toEqual([])
    expect(steps.some((step) => step.played === 'expect')).toBe(true)
    for (const step of script) if (step.step === 'table') expect(step.book.id).toBe(book.id)
    const known = [
      ...book.texts.en.clauses.map(({ clause }) => clause),
      ...book.texts.en.appendices.map(({ appendix }) => appendix),
    ]
    expect(clauses.filter((clause) => !known.includes(clause))).toEqual([])
    expect(path.split('/').at(-1)!.split('-')[0]).toBe(clauses[0])
  })

  /** A scenario that is about the clause, or about a part of it, or in which an answer cites it. */
  test('every clause that the engine carries is shown, and not only listed', () => {
    const carried = book.texts.en.clauses.filter(({ where }) => where === 'engine').map(({ clause }) => clause)
    const isShown = (clause: string) =>
      scenarios
        .filter(({ clauses }) => clauses.includes(clause))
        .some(
          ({ clauses: [first], script }) =>
            first === clause || first!.startsWith(`${clause}.`) || isCited(clause, script),
        )
    expect(carried.filter((clause) => !isShown(clause))).toEqual([])
  })

  test('every irregularity voids a round', () => {
    const codes = played
      .filter((one) => one.book === book.id && 'events' in one.answer)
      .flatMap(({ answer }) => ('events' in answer ? answer.events : []) as { type: string; code?: string }[])
      .filter(({ type }) => type === 'round-voided')
      .map(({ code }) => code)
    expect(book.irregularities.map(({ code }) => code).filter((code) => !codes.includes(code))).toEqual([])
  })
})

/** No two versions of a game differ in their layouts, and none of the five books has en prison (engine/en-prison.test.ts). */
const withoutCase: readonly string[] = ['book-does-not-fit', 'stakes-imprisoned']

test('every refusal is given at least once', () => {
  const given = new Set(played.flatMap(({ answer }) => ('refused' in answer ? [answer.refused] : [])))
  expect(refusalCodes.filter((code) => !given.has(code))).toEqual(withoutCase)
})
