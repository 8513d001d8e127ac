import type { Clause, RuleBook } from '../../books/rule-book.ts'
import type { DealerView } from '../../engine/views.ts'

/** What an action will do, told before it is confirmed, each with the rule that says so. */
type EffectCode =
  | 'round-void'
  | 'outcome-stands'
  | 'play-waits'
  | 'no-spin-voids'
  | 'play-goes-on'
  | 'registered-settled'
  | 'not-registered-never-happened'
  | 'betting-closes'
  | 'shift-manager-decides'
export type Effect = { effect: EffectCode; clause: Clause }

type Seen = Pick<DealerView, 'phase' | 'pocket' | 'powerOut'>

const isOpen = ({ phase }: Seen): boolean => phase === 'betting-open' || phase === 'ball-spinning'
const isAtRest = ({ pocket }: Seen): boolean => pocket !== null

/** Whatever the book lists voids the round; an interruption only while there is no outcome (reading 14). */
export function irregularityEffects(book: RuleBook, view: Seen, code: string): Effect[] {
  const { noSpin, interruption } = book.rules
  if (code === noSpin?.code) return noSpinEffects(book, view)
  if (code === interruption?.code) return interruptionEffects(book, view, false)
  return [{ effect: 'round-void', clause: clauseOf(book, code) }]
}

export function noSpinEffects(book: RuleBook, view: Seen): Effect[] {
  const { noSpin, powerFailure } = book.rules
  const inTheDark = view.powerOut && !isAtRest(view) ? powerFailure?.noSpinAnnounced : undefined
  return [{ effect: 'round-void', clause: inTheDark ?? clauseOf(book, noSpin?.code ?? '') }]
}

/** Reading 13. */
export function powerFailureEffects({ rules }: RuleBook, view: Seen): Effect[] {
  const rule = rules.powerFailure
  if (!rule) return []
  const waits: Effect = { effect: 'play-waits', clause: rule.clause }
  if (isAtRest(view)) return [waits, { effect: 'outcome-stands', clause: rule.clause }]
  return [
    waits,
    { effect: 'no-spin-voids', clause: rule.noSpinAnnounced },
    { effect: 'play-goes-on', clause: rule.playContinues },
  ]
}

/** Readings 14 and 15. `some`: only some terminals are cut off. */
export function interruptionEffects({ rules }: RuleBook, view: Seen, some: boolean): Effect[] {
  const rule = rules.interruption
  if (!rule) return []
  if (some)
    return [
      { effect: 'registered-settled', clause: rule.registered },
      { effect: 'not-registered-never-happened', clause: rule.notRegistered },
    ]
  if (isAtRest(view)) return [{ effect: 'outcome-stands', clause: rule.outcomeEstablished }]
  return [{ effect: 'round-void', clause: rule.noOutcome }]
}

export function referralEffects({ rules }: RuleBook, view: Seen): Effect[] {
  const { clause } = rules.referral
  const decides: Effect = { effect: 'shift-manager-decides', clause }
  return isOpen(view) ? [{ effect: 'betting-closes', clause }, decides] : [decides]
}

const clauseOf = ({ irregularities }: RuleBook, code: string): Clause =>
  irregularities.find((row) => row.code === code)?.clause ?? ''

type Spin = { ball: string; wheel: string }

/** What the spin itself shows to be irregular; null: it is a good spin. */
export function spinFault(book: RuleBook, { ball, wheel }: Spin): { code: string; clause: Clause } | null {
  const code = wheel === 'still' ? 'wheel-not-rotating' : wheel === ball ? 'same-direction' : null
  return code && { code, clause: clauseOf(book, code) }
}

/** Reading 11: fewer revolutions than the book asks for. */
export const revolutionsFault = (book: RuleBook, revolutions: number | null): Clause | null =>
  revolutions !== null && revolutions < book.rules.spin.revolutionsMin ? clauseOf(book, 'too-few-revolutions') : null

/** A pocket as a person types it: 7, 07, 00, s, mbs; null: the wheel has no such pocket. */
export function readPocket({ wheel }: RuleBook, text: string): string | null {
  const typed = text.trim().toUpperCase()
  if (wheel.pockets.includes(typed)) return typed
  const plain = /^0+[1-9]/.test(typed) ? typed.replace(/^0+/, '') : typed
  return wheel.pockets.includes(plain) ? plain : null
}
