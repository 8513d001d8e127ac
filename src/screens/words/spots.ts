import type { SpotKind } from '../../books/rule-book.ts'
import type { Spot } from '../../engine/spots.ts'
import { inLanguage, type Pair } from '../kit/language.ts'

/** Every kind of spot has its words, or this does not compile. */
// biome-ignore format: a table is read down its columns
const kinds: Record<SpotKind, Pair> = {
  'straight-up':     ['Straight up', '直注'],
  'split':           ['Split', '分注'],
  'street':          ['Street', '街注'],
  'corner':          ['Corner', '角注'],
  'six-line':        ['Six line', '线注'],
  'line':            ['Line', '线注'],
  'top-line':        ['Top line', '首线注'],
  'column':          ['Column', '列注'],
  'dozen':           ['Dozen', '打注'],
  'low':             ['Low', '小'],
  'high':            ['High', '大'],
  'odd':             ['Odd', '单'],
  'even':            ['Even', '双'],
  'red':             ['Red', '红'],
  'black':           ['Black', '黑'],
  'green':           ['Green', '绿'],
  'bonus-win':       ['Bonus win', '奖号赢'],
  'super-bonus-win': ['Super bonus win', '超级奖号赢'],
  'scatter-bonus':   ['Scatter bonus', '散布奖'],
}

export const kindName = (kind: SpotKind): string => inLanguage(kinds[kind])

const nth: Readonly<Record<string, Pair>> = { 1: ['1st', '第一'], 2: ['2nd', '第二'], 3: ['3rd', '第三'] }

/** "Split 17/20", "2nd dozen", "Red". */
export function spotName({ spot, kind, covers }: Pick<Spot, 'spot' | 'kind' | 'covers'>): string {
  if (kind === 'straight-up') return inLanguage([`Number ${spot}`, `号码 ${spot}`])
  if (spot.includes('/')) return `${kindName(kind)} ${spot}`
  const which = /-(\d)$/.exec(spot)?.[1]
  if (which && nth[which])
    return inLanguage([`${nth[which][0]} ${kinds[kind][0].toLowerCase()}`, `${nth[which][1]}${kinds[kind][1]}`])
  return kind === 'top-line' ? `${kindName(kind)} ${covers.join('/')}` : kindName(kind)
}

/** What is printed in an area of the layout: as in the book, and in Chinese where the book's print is a word. */
// biome-ignore format: a table is read down its columns
const printed: Readonly<Record<string, string>> = {
  'dozen-1': '第一打', 'dozen-2': '第二打', 'dozen-3': '第三打', 'odd': '单', 'even': '双', 'column-1': '1 赔 2', 'column-2': '1 赔 2',
  'column-3': '1 赔 2', 'green': '绿', 'bonus-win': '奖号赢', 'super-bonus-win': '超级奖号赢', 'scatter-bonus': '散布奖',
}

export const printedLabel = (spot: string, label: string): string => inLanguage([label, printed[spot] ?? label])

/** What the several-piece bets are called; a bet that has no word here is called as the book calls it. */
// biome-ignore format: a table is read down its columns
const bets: Readonly<Record<string, Pair>> = {
  'neighbours':   ['Neighbours', '邻号'],
  'tiers':        ['Tiers', '三分区'],
  'orphelins':    ['Orphelins', '孤儿区'],
  'orphans':      ['Orphans', '孤儿区'],
  'zero-spiel':   ['Zero spiel', '零区'],
  'finales':      ['Finales', '尾数'],
  'grand-series': ['Grand series', '大系列'],
  'big-series':   ['Big series', '大系列'],
  'small-series': ['Small series', '小系列'],
}

export const betName = (bet: string): string =>
  inLanguage(bets[bet] ?? [bet.charAt(0).toUpperCase() + bet.slice(1).replaceAll('-', ' '), bet])
