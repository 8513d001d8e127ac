import type { Award, EventOf } from '../engine/events.ts'
import { negative, subtract, zero } from '../engine/money.ts'
import { isUnderWay } from '../engine/table.ts'
import { dollars } from '../words/plain-text.ts'
import { nameOf } from './nouns.ts'
import { type Passage, say, sentences, tellReason } from './passages.ts'
import type { Scene } from './scene.ts'
import { changeInHand } from './tell-corrections.ts'
import { holdsWords } from './tell-settlement.ts'

export function tellReferred(event: EventOf<'round-referred'>, scene: Scene): Passage[] {
  const { reason, clause } = event
  return [say(scene, sentences(scene.words, referredWords(event, scene), tellReason(scene.words, reason)), clause)]
}

function referredWords({ round, by }: EventOf<'round-referred'>, { book, command, before, words }: Scene): string {
  const { nouns, story } = words
  const to = nouns.roles[book.rules.referral.by]
  if (command.do !== 'refer') return story.round.thereforeReferred(to)
  const isNow = isUnderWay(before.round) && before.round.round === round
  return isNow ? story.round.referred(nameOf(words, by), to) : story.round.referredLater(nameOf(words, by), round, to)
}

export function tellDecided(event: EventOf<'referral-decided'>, scene: Scene): Passage[] {
  const { decision, round: number, phase, reason, awards = [], clause, by } = event
  const { words } = scene
  const { story } = words
  const { round } = scene.before
  const isNow = isUnderWay(round) && round.round === number
  const decided = story.round.decided(nameOf(words, by), decision, isNow ? null : number)
  const goesOn = phase ? story.round.goesOn(story.phases[phase]) : null
  // If the decision settles or voids the round, that passage tells what each player holds.
  const isAll = decision === 'continue' || decision === 'stands'
  return [
    say(scene, sentences(words, decided, tellReason(words, reason), goesOn), clause),
    ...awards.map((award) => say(scene, awardWords(award, scene, isAll), clause)),
  ]
}

function awardWords(award: Award, scene: Scene, isAll: boolean): string {
  const { round } = scene.words.story
  const { player, amount, before, owed } = award
  const given = { ...award, amount: subtract(amount, before ?? zero) }
  const awarded =
    before === undefined
      ? round.awarded(player, dollars(amount), owed < 0 ? dollars(negative(owed)) : null)
      : round.awardedInstead(player, dollars(amount), dollars(before), changeInHand(given, scene))
  return sentences(scene.words, awarded, isAll ? round.holdsNow(player, holdsWords(scene, player)) : null)
}
