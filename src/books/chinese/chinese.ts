import type { Book, Meaning } from '../rule-book.ts'

/** The texts of one book in Chinese, in our own words like the book itself. A missing or extra clause does not compile. */
export type ChineseOf<Of extends Book> = {
  title: string
  operator: string
  opening: string
  closing: string
  clauses: Readonly<Record<Of['texts']['en']['clauses'][number]['clause'], Required<Meaning>>>
  appendices: Readonly<Record<Of['texts']['en']['appendices'][number]['appendix'], Required<Meaning>>>
}

/** The labels of areas. Our books print the same label for a spot of the same id. */
export const labels: Readonly<Record<string, string>> = {
  'dozen-1': '第一打',
  'dozen-2': '第二打',
  'dozen-3': '第三打',
  odd: '单',
  even: '双',
  'column-1': '1 赔 2',
  'column-2': '1 赔 2',
  'column-3': '1 赔 2',
  green: '绿',
  'bonus-win': '奖号赢',
  'super-bonus-win': '超级奖号赢',
  'scatter-bonus': '散布奖',
}

/** The causes that void a round: a code means the same in every book. */
// biome-ignore format: a table is read down its columns
export const irregularities: Readonly<Record<string, string>> = {
  'same-direction':          '珠子与轮盘同向转动',
  'ball-not-spun':           '珠子未经转动',
  'too-few-revolutions':     '珠子转动圈数不足',
  'foreign-object':          '异物落入轮盘',
  'ball-not-in-compartment': '珠子未落入任何号码槽',
  'ball-out-of-wheel':       '珠子飞出轮盘',
  'ball-broke':              '珠子破裂',
  'wheel-stopped':           '珠子转动时轮盘停止',
  'wheel-not-rotating':      '轮盘没有转动',
  'interference':            '珠子或轮盘受到干扰',
  'bonus-number-not-lit':    '有奖号未亮起',
  'no-spin':                 '宣布本局无效',
  'interruption':            '游戏中断',
}
