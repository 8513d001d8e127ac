import type { Adjustment, EventOf } from '../engine/events.ts'
import { recall } from '../engine/history.ts'
import { sum } from '../engine/money.ts'
import { isUnderWay } from '../engine/table.ts'
import { inColour, inKind, irregularityWords } from './nouns.ts'
import { type Passage, say, sentences, tellReason } from './passages.ts'
import { type Scene, who } from './scene.ts'
import { tellAdjustments } from './tell-corrections.ts'
import { tellPrisonChange } from './tell-prison.ts'
import { chipsBack, eachPlayer, holdsWords } from './tell-settlement.ts'

export function tellVoided(event: EventOf<'round-voided'>, scene: Scene): Passage[] {
  const { words, command } = scene
  const reason = tellReason(words, command.do === 'decide' ? undefined : event.reason)
  const first = say(
    scene,
    sentences(words, ...voidLead(event, scene), reason, afterDrawTold(event, scene)),
    event.clause,
  )
  const { enPrison } = scene.book.rules
  const stays = scene.before.prison.length > 0 && !event.adjustments
  return [
    first,
    ...(event.adjustments ? reversedTold(event, event.adjustments, scene) : backTold(event, scene)),
    ...(stays ? [say(scene, words.story.prison.voidDecidesNothing, enPrison?.clause)] : []),
  ]
}

/** Names the numbers that a person knew who voided a round after its draw. */
function afterDrawTold({ afterDraw }: EventOf<'round-voided'>, { before, words }: Scene): string | null {
  const draw = 'draw' in before.round ? before.round.draw : null
  return afterDraw && draw ? words.story.voids.afterDraw(draw.numbers.join(', ')) : null
}

/** While a round is referred, a cause that voids it is recorded for the shift manager. */
export function tellReported({ code, reason, clause }: EventOf<'irregularity-reported'>, scene: Scene): Passage[] {
  const { words, book } = scene
  const decides = words.nouns.roles[book.rules.referral.by]
  const reported = words.story.voids.reported(who(scene), irregularityWords(scene, code), decides)
  return [say(scene, sentences(words, reported, tellReason(words, reason)), clause)]
}

function voidLead({ round, code }: EventOf<'round-voided'>, scene: Scene): string[] {
  const { command, book, before } = scene
  const { voids } = scene.words.story
  const why = irregularityWords(scene, code)
  const because = voids.because(round, why)
  if (command.do === 'decide') return [code === 'decision' ? voids.byDecision(round) : because]
  if (command.do === 'spin') return [because]
  if (command.do === 'void-rounds') {
    const isLate = !(isUnderWay(before.round) && before.round.round === round)
    return [voids.made(who(scene), round, isLate, why)]
  }
  if (code === book.rules.noSpin?.code) return [voids.noSpin(who(scene), before.powerOut !== null), voids.isVoid(round)]
  if (command.do === 'interruption') return [voids.interrupted(who(scene)), because]
  if (command.do !== 'ball-at-rest') return [voids.irregular(who(scene)), because]
  return [voids.atRest(who(scene), inColour(scene, command.pocket), command.revolutions), because]
}

function backTold({ lines }: EventOf<'round-voided'>, scene: Scene): Passage[] {
  const { returned } = scene.book.rules.voidedRounds
  const { voids } = scene.words.story
  if (lines.length === 0) return [say(scene, voids.noStakes, returned)]
  return [
    say(scene, voids.stakesBack, returned),
    ...[...eachPlayer(lines)].map(([player, own]) => {
      const amount = inKind(scene, sum(own.map((line) => line.returned)), chipsBack(own))
      return say(scene, voids.gotBack(player, amount, holdsWords(scene, player)))
    }),
  ]
}

function reversedTold(
  { round, before: forgotten, prison }: EventOf<'round-voided'>,
  adjustments: readonly Adjustment[],
  scene: Scene,
): Passage[] {
  const { words, book, before } = scene
  const from = (recall(before.history, round) ?? forgotten)?.pocket
  const text = sentences(
    words,
    words.story.voids.reversed,
    from ? words.story.voids.hadSettledOn(inColour(scene, from)) : null,
    before.roundsOpened > round ? words.story.voids.laterStood : null,
  )
  return [
    say(scene, text, book.rules.voidedRounds.returned),
    ...tellPrisonChange(prison, scene),
    ...tellAdjustments(adjustments, scene),
  ]
}
