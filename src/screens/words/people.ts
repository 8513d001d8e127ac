import type { Position } from '../../books/rule-book.ts'
import { inLanguage, type Language, type Pair } from '../kit/language.ts'

export type StaffRole = Exclude<Position, 'player'> | 'auditor' | 'administrator'
type AnyRole = Position | StaffRole | 'system'

// biome-ignore format: a table is read down its columns
const roles: Record<AnyRole, Pair> = {
  'player':         ['player', '玩家'],
  'dealer':         ['dealer', '荷官'],
  'pit-supervisor': ['pit supervisor', '监场'],
  'pit-manager':    ['pit manager', '场务经理'],
  'shift-manager':  ['shift manager', '值班经理'],
  'auditor':        ['auditor', '审计员'],
  'administrator':  ['administrator', '管理员'],
  'system':         ['random number generator', '随机数发生器'],
}

/** A position in words; what is no position is said as it came. */
export function roleName(role: unknown, language?: Language): string {
  const pair = roles[role as AnyRole] ?? ([String(role), String(role)] as const)
  if (language) return pair[language === 'zh' ? 1 : 0]
  return inLanguage(pair)
}
