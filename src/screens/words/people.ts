import type { Position } from '../../books/rule-book.ts'
import { inLanguage, type Language, type Pair, words } from '../kit/language.ts'

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

/** A PIN, one's own or somebody else's. */
export const people = words({
  ownPin: ['Change my PIN', '修改我的密码'],
  ownPinDoes: [
    'The PIN before no longer works. Other sessions with this badge end; you stay signed in here.',
    '旧密码失效。此工号在其他地方的登录随即结束；您在此处保持登录。',
  ],
  currentPin: ['Current PIN', '当前密码'],
  currentPinWrong: ['The current PIN is wrong', '当前密码错误'],
  newPin: ['New PIN', '新密码'],
  newPinAgain: ['New PIN once more', '再次输入新密码'],
  pinsDiffer: ['The two differ', '两次输入不一致'],
  pinHint: ['6 to 12 digits, no runs, not the badge', '6 至 12 位数字，不可连号，不可与工号相同'],
})
