/** How Chinese is put together: what the sentences of the story share. */

/** Chinese beside a number, an amount or a name in Latin letters stands apart from it. */
const meets = /^(?:\p{Script=Han}[\w$(]|[\w.%)]\p{Script=Han})$/u
const beside = (before: string, after: string): string =>
  meets.test(before.slice(-1) + after.slice(0, 1)) ? `${before} ${after}` : before + after

/** A sentence with its facts. The text of a fact stays unchanged. */
export const spaced = (pieces: readonly string[], ...facts: readonly unknown[]): string =>
  pieces.reduce((text, piece, index) => beside(beside(text, String(facts[index - 1])), piece))

export const optional = (fact: string | null, told: (fact: string) => string): string =>
  fact === null ? '' : told(fact)

export const listInWords = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : spaced`${items.slice(0, -1).join('、')}和${items.at(-1)}`

export const forPlayer = (whom: string | null): string => optional(whom, (player) => spaced`为${player}`)
export const afterRevolutions = (revolutions: number | undefined): string =>
  revolutions === undefined ? '' : `转动 ${revolutions} 圈后`
export const makingTotal = (total: string | null): string => optional(total, (all) => `，该处共 ${all}`)

/** How the wheel and the dealer name a number. */
export const verbs = { wheel: '报出', dealer: '宣布' }
