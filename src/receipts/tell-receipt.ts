import { writeKey } from '../proof/keys.ts'
import { dollars } from '../words/plain-text.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import type { SignedCheckpoint } from './check-note.ts'
import type { CheckedReceipt } from './check-receipt.ts'
import { type OutcomeFacts, receiptFacts, type WagerFacts } from './receipt-facts.ts'

/** What a sound receipt proves, in sentences: where it stands, who signed, who did what, by which rule, what it pays. */

type Words = Pick<Vocabulary, 'receipts'>

export function tellReceipt(checked: CheckedReceipt, { receipts }: Words): string[] {
  const facts = receiptFacts(checked)
  const { checkpoint, receipt } = checked
  const { origin, size } = checkpoint
  const split = origin.lastIndexOf('/')
  const place = receipts.place(origin.slice(split + 1), origin.slice(0, split), receipt.index + 1, size)
  const lines = [receipts.sound, place, ...tellSigners(checked, { receipts })]
  if (!facts) return lines
  const { at, book, wagers, what, actor } = facts
  if (at !== null) lines.push(receipts.when(at))
  if (wagers.length === 0) lines.push(receipts.other(what, actor))
  for (const wager of wagers) lines.push(...tellWager(wager, receipts))
  if (book) lines.push(receipts.book(book.id, book.fingerprint))
  if (wagers.length > 0) lines.push(receipts.limits)
  return lines
}

/** Who has signed, and what that leaves open. */
export function tellSigners({ house, witnesses }: SignedCheckpoint, { receipts }: Words): string[] {
  const cosigned = witnesses.map(({ name, seconds }) => receipts.cosigned(name, seconds === null ? null : utc(seconds)))
  return [receipts.signedBy(writeKey(house)), ...(cosigned.length > 0 ? cosigned : [receipts.noWitness])]
}

/** Seconds since 1970, as the record writes times. Beyond what a calendar has, the number itself. */
const utc = (seconds: number): string =>
  seconds < 253_402_300_800 ? new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z') : String(seconds)

function tellWager(wager: WagerFacts, receipts: Words['receipts']): string[] {
  const { did, player, stake, spot, round, draw, outcome } = wager
  if (did === 'withdraw') return [receipts.withdrawal(player, dollars(stake), spot, round)]
  return [
    receipts.wager(player, dollars(stake), spot, round),
    ...(draw ? [receipts.draw(draw.numbers.join(' '), draw.seq), receipts.standings[draw.standing]] : []),
    ...(outcome ? tellOutcome(outcome, receipts) : [receipts.noOutcome]),
  ]
}

function tellOutcome({ pocket, seq, pay }: OutcomeFacts, receipts: Words['receipts']): string[] {
  const rested = receipts.outcome(pocket, seq)
  if (!pay) return [rested]
  const { pays, paid, returned, clause } = pay
  if (paid > 0) return [rested, receipts.won(pays, dollars(paid), clause)]
  return [rested, returned > 0 ? receipts.halved(dollars(returned), clause) : receipts.lost(clause)]
}
