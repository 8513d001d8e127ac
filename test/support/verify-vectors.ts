import { getPublicKey, sign } from '@noble/ed25519'
import { COSIGNATURE, ED25519, type KeyType, type Signer, verifierKey, writeKey } from '../../src/proof/keys.ts'
import { makeReceipt } from '../../src/receipts/make-receipt.ts'
import type { Scope } from '../../src/receipts/round-entries.ts'
import { writeEntryLine } from '../../src/record/entry-lines.ts'
import { leafHash } from '../../src/record/leaf-hash.ts'
import { entriesOf, HOUSE_NAME, provingReader, SignedTree } from './receipts.ts'

/** The receipts of `examples/verify/vectors/`, from fixed keys and a fixed game. */

function fixedSigner(name: string, type: KeyType, filler: number): Signer {
  const secret = new Uint8Array(32).fill(filler)
  return { verifier: verifierKey(name, type, getPublicKey(secret)), sign: (message) => sign(message, secret) }
}

const house = fixedSigner(`${HOUSE_NAME}/single`, ED25519, 1)
export const witness = fixedSigner('witness.example/w1', COSIGNATURE, 2)
const stranger = fixedSigner(`${HOUSE_NAME}/single`, ED25519, 3)
export const houseKey = fixedSigner(HOUSE_NAME, ED25519, 1).verifier

const reason = 'the recording'
const wager = (player: string, spot: string) => ({ do: 'wager', player, spot, stake: 500 })
const correct = { do: 'correct-outcome', round: 1, pocket: '20', reason, by: 'shift-manager' }

/** A round of two players, which the ball decides for ann; then what the pit did. `second`: what ben bought in for. */
const entriesWith = (then: readonly object[], second = 10_000): string[] =>
  entriesOf({ book: 'mbs/roulette@3', limits: { default: { min: 100, max: 1_000 } } }, [
    { do: 'buy-in', player: 'ann', amount: 10_000 },
    { do: 'buy-in', player: 'ben', amount: second },
    { do: 'place-your-bets' },
    wager('ann', '17'),
    wager('ben', '20'),
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'settle' },
    ...then,
  ])
const ANN = 5

/** The same game, and rounds without a wager after it. */
const longer = (second: number, rounds: number): string[] =>
  entriesWith(
    Array.from({ length: rounds }, () => [
      { do: 'place-your-bets' },
      { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
      { do: 'no-more-bets' },
      { do: 'ball-at-rest', pocket: '0' },
      { do: 'settle' },
    ]).flat(),
    second,
  )

type Signers = Parameters<typeof provingReader>[1]

async function receiptOf(entries: readonly string[], by: Signers = { house }, scope?: Scope): Promise<string> {
  const receipt = await makeReceipt(provingReader(new SignedTree(entries), by), 'single', ANN, scope)
  if (receipt === null) throw new Error('no receipt was made')
  return receipt
}

const awarded = [
  correct,
  { do: 'refer', round: 1, reason },
  { do: 'decide', decision: 'stands', round: 1, reason, awards: { ann: 200, ben: 300 } },
]

/** Every vector by the name of its file. */
export async function verifyVectors(): Promise<Readonly<Record<string, string>>> {
  const sound = await receiptOf(entriesWith([]))
  const extra = /^extra (.*)$/m.exec(sound)![1]!
  const text = Buffer.from(extra, 'base64').toString()
  const richer = text.replaceAll('\\"stake\\":500', '\\"stake\\":900')
  const paidMore = text.replace('\\"paid\\":17500', '\\"paid\\":18500')
  return {
    'keys.txt': `${writeKey(houseKey)}\n${writeKey(witness.verifier)}\n`,
    'sound.tlog-proof': sound,
    'cosigned.tlog-proof': await receiptOf(entriesWith([]), { house, witness }),
    'corrected.tlog-proof': await receiptOf(entriesWith(awarded)),
    'all-players.tlog-proof': await receiptOf(entriesWith(awarded), { house }, 'all-players'),
    'forged.tlog-proof': sound.replace(extra, Buffer.from(richer).toString('base64')),
    'forged-part.tlog-proof': sound.replace(extra, Buffer.from(paidMore).toString('base64')),
    'forged-signature.tlog-proof': await receiptOf(entriesWith([]), { house: stranger }),
    'fork-a.tlog-proof': await receiptOf(longer(10_000, 4)),
    'fork-b.tlog-proof': await receiptOf(longer(20_000, 7)),
    'fork.checkpoint': new SignedTree(longer(20_000, 4)).note({ house }),
  }
}

/** The files that the programs in `examples/programs/` read: the journal of the round, and the receipt of its first wager. */
export async function programData(): Promise<Readonly<Record<string, string>>> {
  const lines = entriesWith([]).map((body, at) => writeEntryLine({ seq: at + 1, hash: leafHash(body), body }))
  const { 'sound.tlog-proof': receipt } = await verifyVectors()
  return { 'round.jsonl': lines.join(''), 'receipt.tlog-proof': receipt!, 'house.key.txt': `${writeKey(houseKey)}\n` }
}
