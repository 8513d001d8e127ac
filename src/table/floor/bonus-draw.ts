import type { Pocket, RuleBook } from '../../books/rule-book.ts'
import { below, type NextByte } from '../../wheel/chance.ts'

/** Reading 18: so many different pockets of the wheel, every set equally likely. */
export function drawBonusNumbers(book: RuleBook, chance: NextByte): Pocket[] {
  const left = [...book.wheel.pockets]
  return Array.from({ length: book.rules.bonus!.numbers }, () => left.splice(below(left.length, chance), 1)[0]!)
}
