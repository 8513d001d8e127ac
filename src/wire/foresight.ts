import type { EffectCode } from '../engine/foreseen-effects.ts'
import { outside, phase } from './play-shapes.ts'
import { cents, list, loosely, optional, orNull, shape, text, whole } from './shapes.ts'

const effect = shape({
  effect: loosely<EffectCode>({ type: 'string' }),
  clause: orNull(text),
  code: optional(text),
  rulings: optional(list(whole)),
})

const playerForesight = shape({
  player: text,
  before: cents,
  after: cents,
  change: cents,
  owed: cents,
  returned: cents,
})

/** The effects of a command if it were given now. */
export const foresight = shape({
  phase,
  rounds: list(whole),
  effects: list(effect),
  clauses: list(text),
  players: list(playerForesight),
  returned: shape({ wagers: whole, players: whole, total: cents }),
  house: cents,
  settling: list(playerForesight),
  outside: list(shape({ player: text, spot: text, stake: cents, outside })),
})
