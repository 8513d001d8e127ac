import type { Award, EventOf } from '../engine/events.ts'
import { negative } from '../engine/money.ts'
import { isUnderWay } from '../engine/table.ts'
import { dollars } from '../words/plain-text.ts'
import { nameOf } from './nouns.ts'
import { type Passage, say, sentences, tellReason } from './passages.ts'
import type { Scene } from './scene.ts'
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
  const { decision, round, phase, reason, awards = [], clause, by } = event
  const { words } = scene
  const { story } = words
  const decided = story.round.decided(nameOf(words, by), decision, round)
  const goesOn = phase ? story.round.goesOn(story.phases[phase]) : null
  // Where the round is settled or void by it, what each holds is told there.
  const isAll = decision === 'continue' || decision === 'stands'
  return [
    say(scene, sentences(words, decided, tellReason(words, reason), goesOn), clause),
    ...awards.map((award) => say(scene, awardWords(award, scene, isAll), clause)),
  ]
}

function awardWords({ player, amount, owed }: Award, scene: Scene, isAll: boolean): string {
  const { round } = scene.words.story
  const awarded = round.awarded(player, dollars(amount), owed < 0 ? dollars(negative(owed)) : null)
  return sentences(scene.words, awarded, isAll ? round.holdsNow(player, holdsWords(scene, player)) : null)
}
