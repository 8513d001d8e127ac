import type { RuleBook } from '../../books/rule-book.ts'
import { inLanguage, type Pair } from '../kit/language.ts'

/** Why a round is void. A test sees to it that every code of every book is here. */
// biome-ignore format: a table is read down its columns
export const voids: Readonly<Record<string, Pair>> = {
  'same-direction':          ['The ball ran the same way round as the wheel', '珠子与轮盘同向转动'],
  'ball-not-spun':           ['The ball was not spun', '珠子未经转动'],
  'too-few-revolutions':     ['The ball went round too few times', '珠子转动圈数不足'],
  'foreign-object':          ['Something fell into the wheel', '异物落入轮盘'],
  'ball-not-in-compartment': ['The ball settled in no compartment', '珠子未落入任何号码槽'],
  'ball-out-of-wheel':       ['The ball left the wheel', '珠子飞出轮盘'],
  'ball-broke':              ['The ball broke', '珠子破裂'],
  'wheel-stopped':           ['The wheel stopped while the ball was running', '珠子转动时轮盘停止'],
  'wheel-not-rotating':      ['The wheel stood still', '轮盘没有转动'],
  'interference':            ['The ball or the wheel was interfered with', '珠子或轮盘受到干扰'],
  'bonus-number-not-lit':    ['A bonus number did not light up', '有奖号未亮起'],
  'no-spin':                 ['No spin was announced', '宣布本局无效'],
  'interruption':            ['Play was interrupted', '游戏中断'],
  'technical-interruption':  ['A technical interruption', '技术故障导致中断'],
  'referred':                ['Decided by the shift manager', '由值班经理裁定'],
  'decision':                ['Decided by the shift manager', '由值班经理裁定'],
}

export const voidReason = (book: RuleBook | undefined, code: string): string =>
  inLanguage(voids[code] ?? both(book?.irregularities.find((row) => row.code === code)?.means ?? code))

const both = (text: string): Pair => [text.charAt(0).toUpperCase() + text.slice(1), text]
