// Checks the receipt of a wager by the key of the house, without network, and tells what it proves.
import { readFileSync } from 'node:fs'
import { readKey } from '@croupier/engine/proof'
import { checkReceipt, tellReceipt } from '@croupier/engine/receipts'
import { vocabularyIn } from '@croupier/engine/story'

const read = (name) => readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8')
const trust = { keys: [readKey(read('house.key.txt').trim())], witnesses: [] }

const receipt = read('receipt.tlog-proof')
const checked = checkReceipt(receipt, trust)
if ('problem' in checked) throw new Error(checked.problem)
for (const line of tellReceipt(checked, await vocabularyIn('en'))) console.log(line)

// A receipt of another length of the journal is no receipt.
const forged = checkReceipt(receipt.replace('index 4', 'index 3'), trust)
console.log(`forged: ${forged.problem}`)

// It prints:
// This receipt is sound.
// Entry 5 of table single of house.example is in the journal of 10 entries that the house has signed.
// The house signed with the key house.example+28dbbc7b+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c.
// No witness was required, so the house could show another history to somebody else. Compare with others, or name a witness.
// It was written at 2026-11-16T20:00:00.000Z.
// ann staked $5.00 on 17 in round 1.
// The ball came to rest in 17 (entry 9).
// By clause 4.1 that pays 35 to 1: $175.00 in winnings, and the stake back.
// Round 1 stands at $175.00 for ann (entry 10).
// That is $5.00 staked, $175.00 in winnings, $0.00 lost.
// It was decided by the rule book mbs/roulette@3 (eedb67feec0cfda2f8d1d282f21f84c32556027fe139b3148948db2822f4fec9).
// This receipt states the round as it stood in the journal of 10 entries. Its newest entry is 10, written at 2026-11-16T20:00:00.000Z. Later changes are not in it. Only the journal shows that no earlier entry was left out.
// forged: entry 4 is not in the journal that was signed
