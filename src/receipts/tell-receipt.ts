import { writeKey } from '../proof/keys.ts'
import { dollars } from '../words/plain-text.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import type { SignedCheckpoint } from './check-note.ts'
import type { CheckedReceipt } from './check-receipt.ts'
import type { LogComparison } from './compare-histories.ts'
import { type PayFacts, type ReceiptFacts, receiptFacts, type WagerFacts } from './receipt-facts.ts'
import type { ChangeFacts } from './round-told.ts'

/** Sentences about the proof of a sound receipt: the table, the signers, the caller, the rule, and the pay. */

type Words = Pick<Vocabulary, 'receipts'>
type ReceiptWords = Pick<Vocabulary, 'receipts' | 'clauses'>

/**
 * Tells a checked receipt in sentences.
 *
 * @example
 * for (const line of tellReceipt(checked, words)) console.log(line)
 */
export function tellReceipt(checked: CheckedReceipt, words: ReceiptWords): string[] {
  const { receipts } = words
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
  for (const wager of wagers) lines.push(...tellWager(wager, facts, words))
  if (wagers.length > 0) lines.push(...tellTotal(facts, words))
  if (book) lines.push(receipts.book(book.id, book.fingerprint))
  if (wagers.length > 0) lines.push(receipts.upTo(size, facts.newest.seq, facts.newest.at))
  return lines
}

/**
 * Sentences about the signers, and about questions that the signatures leave open.
 *
 * @example
 * for (const line of tellSigners(checked, words)) console.log(line)
 */
export function tellSigners({ house, witnesses }: SignedCheckpoint, { receipts }: Words): string[] {
  const cosigned = witnesses.map(({ name, seconds }) => receipts.cosigned(name, seconds === null ? null : utc(seconds)))
  return [receipts.signedBy(writeKey(house)), ...(cosigned.length > 0 ? cosigned : [receipts.noWitness])]
}

/**
 * Tells whether the files about one log agree.
 *
 * @example
 * for (const line of tellComparison(comparison, words)) console.log(line)
 */
export function tellComparison({ origin, shared, fork }: LogComparison, { receipts }: Words): string[] {
  if (!fork) return [shared > 0 ? receipts.oneHistory(origin, shared) : receipts.nothingShared(origin)]
  const { sizes, first, last } = fork
  return [receipts.twoHistories(origin, ...sizes, first, last), receipts.differing(fork.differing, fork.shared)]
}

/** Seconds since 1970 in the form of the record's times, or the plain number if it is beyond the calendar. */
const utc = (seconds: number): string =>
  seconds < 253_402_300_800 ? new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z') : String(seconds)

function tellWager(wager: WagerFacts, { changes, total }: ReceiptFacts, words: ReceiptWords): string[] {
  const { did, player, stake, spot, round, draw, outcome } = wager
  const { receipts } = words
  if (did === 'withdraw') return [receipts.withdrawal(player, dollars(stake), spot, round)]
  return [
    receipts.wager(player, dollars(stake), spot, round),
    ...(draw ? [receipts.draw(draw.numbers.join(' '), draw.seq), receipts.standings[draw.standing]] : []),
    ...(outcome ? [receipts.outcome(outcome.pocket, outcome.seq)] : total ? [] : [receipts.noOutcome]),
    ...changes.map((change) => tellChange(change, words)),
    ...(outcome?.pay ? tellPay(outcome.pay, receipts) : []),
  ]
}

function tellPay({ pays, paid, returned, imprisoned, clause, cut }: PayFacts, receipts: Words['receipts']): string[] {
  if (cut) return [receipts.won(pays, dollars(paid), clause), receipts.cut(dollars(cut.amount), cut.clause)]
  if (paid > 0) return [receipts.won(pays, dollars(paid), clause)]
  if (imprisoned > 0) return [receipts.imprisoned(clause)]
  return [returned > 0 ? receipts.halved(dollars(returned), clause) : receipts.lost(clause)]
}

function tellChange(change: ChangeFacts, { receipts: { changes }, clauses }: ReceiptWords): string {
  const by = [clauses.name(change.clause), change.seq] as const
  switch (change.what) {
    case 'differed':
      return changes.differed(change.pocket, ...by)
    case 'ruled': {
      const wager = changes.wager(change.spot, change.stake === null ? null : dollars(change.stake))
      return changes.ruled[change.treatment](wager, change.to ?? change.spot, ...by)
    }
    case 'voided':
      return changes.voided(change.code, ...by)
    case 'corrected':
      // Where the wheel and the dealer differed, the first of them may have been right.
      if (change.from === change.to) return changes.decided(change.to, ...by)
      return changes.corrected(change.from, change.to, ...by)
    case 'settled-again':
      return changes.settledAgain(...by)
    case 'restored':
      return changes.restored(change.code, change.to, ...by)
    case 'awarded':
      return changes.awarded(dollars(change.amount), ...by)
  }
}

/**
 * Sentences about the player's money in the round. If no entry states it, about the questions that the receipt leaves
 * open.
 */
function tellTotal({ total, wagers }: ReceiptFacts, { receipts }: Words): string[] {
  const { player, round } = wagers[0]!
  if (!total) return [receipts.limits]
  const { seq, staked, paid, collected, imprisoned, awarded, net } = total
  const [prison, given] = [imprisoned, awarded].map((amount) => (amount > 0 ? dollars(amount) : null))
  return [
    receipts.total(player, round, dollars(net), seq),
    receipts.money(dollars(staked), dollars(paid), dollars(collected), prison!, given!),
  ]
}
