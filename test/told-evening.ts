import { isScriptProblem, playScript, readScript } from '../src/engine/script.ts'
import { passagesOf, tellStory } from '../src/story/story.ts'
import { vocabularyIn } from '../src/words/index.ts'
import { bookOrMisfit } from './books/misfit-book.ts'

/** For the tests: an evening in short words, played and told. */

export const zh = await vocabularyIn('zh')

export type Fields = Record<string, unknown>

const scriptOf = (steps: readonly Fields[]) => steps.map((step) => JSON.stringify(step)).join('\n')

export function playedOf(steps: readonly Fields[]) {
  const script = readScript(scriptOf(steps), bookOrMisfit)
  if (isScriptProblem(script)) throw new Error(`${script.line} ${script.field}: ${script.problem}`)
  return [...playScript(script)]
}

export const linesOf = (...steps: readonly Fields[]): string[] => [...tellStory(playedOf(steps))]
/** As one line, so that a sentence is found wherever it was broken. */
const asOne = (lines: readonly string[]): string => lines.join(' ').replace(/ +/g, ' ')
export const storyText = (...steps: readonly Fields[]): string => asOne(linesOf(...steps))
export const sentencesInChinese = (...steps: readonly Fields[]): string[] =>
  [...passagesOf(playedOf(steps), zh)].flatMap((passage) => ('says' in passage ? [passage.says] : []))

const limits = { default: { min: 500, max: 100000 }, 'straight-up': { max: 20000 } }
export const roulette = { table: { book: 'mbs/roulette@3', limits } }
export const sands1 = { table: { book: 'mbs/sands-roulette@1' } }
export const sands2 = { table: { book: 'mbs/sands-roulette@2', limits } }
export const fast = { table: { book: 'mbs/sands-fast-action-roulette@2', limits } }
export const terminals = { table: { book: 'rws/roulette-double-zero-etg@4', layout: 'A', terminal: 'rapid', limits } }

export const prisonTable = { table: { book: 'abroad/french-en-prison-stays@1', limits: { default: { max: 2000 } } } }

export const open = { do: 'place-your-bets' }
export const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
export const close = { do: 'no-more-bets' }
export const settle = { do: 'settle' }
export const rest = (pocket: string, revolutions?: number) => ({ do: 'ball-at-rest', pocket, revolutions })
export const wheelSays = (pocket: string) => ({ do: 'ball-at-rest', pocket, source: 'wheel' })
export const correct = (pocket: string) => ({
  do: 'correct-outcome',
  round: 1,
  pocket,
  reason: 'the recording',
  by: tan,
})
export const buy = (player: string, amount: number) => ({ do: 'buy-in', player, amount })
export const buyColour = (player: string, amount: number, colour: string, chipValue: number) => ({
  ...buy(player, amount),
  colour,
  chipValue,
})
export const stake = (player: string, spot: string, amount: number) => ({ do: 'wager', player, spot, stake: amount })
export const chips = (player: string, spot: string, count: number) => ({ do: 'wager', player, spot, chips: count })
export const draw = (...numbers: string[]) => ({ do: 'bonus-numbers', numbers })
export const mei = { role: 'dealer', name: 'Mei' }
export const tan = { role: 'pit-supervisor', name: 'Tan' }
export const wong = { role: 'pit-manager', name: 'Wong' }
export const lim = { role: 'shift-manager', name: 'Lim' }
export const closeTable = { do: 'close-table', reason: 'a quiet night', by: tan }
export const openTable = { do: 'open-table', reason: 'guests came', by: tan }
export const round = (pocket: string, ...wagers: readonly Fields[]): Fields[] => [
  open,
  ...wagers,
  spin,
  close,
  rest(pocket),
]
