// Tells a round for a person, clause by clause, in English or Chinese.
import { readFileSync } from 'node:fs'
import { isScriptProblem, playScript, readScript } from '@croupier/engine'
import { bookById } from '@croupier/engine/books'
import { tellStory, vocabularyIn } from '@croupier/engine/story'

const file = new URL('../../scenarios/mbs/roulette@3/3.9-the-last-ruling-counts.jsonl', import.meta.url)
const script = readScript(readFileSync(file, 'utf8'), bookById)
if (isScriptProblem(script)) throw new Error(script.problem)
for (const line of tellStory(playScript(script), await vocabularyIn('en'))) console.log(line)

// It prints:
// Roulette, mbs/roulette@3
// ========================
//   Rules of Marina Bay Sands, version 3. Played at a table. The wheel has 37 pockets: 0 and 1 to
//     36.
//   Limits, for one player on one spot: $5.00 to $500.00.
//       [clause 3.3.1: Several players may bet on the same spot; what each has there must lie within
//        the limits shown at the table.]
//
// Before the first round
// ----------------------
//   ann bought $50.00 in cash chips.
//
// Round 1
// -------
//   The dealer called "Place your bets, please" and opened round 1.
//       [clause 3.1: The round opens when the dealer calls for bets to be placed.]
//   ann put $10.00 on 10.
//       [clause 3.4.1: Straight up: one number, chip in the middle of its square.]
//   The dealer spun the ball clockwise, against the wheel, which turned anticlockwise.
//       [clause 3.6: A spin is valid when the ball runs against the wheel and makes four revolutions
//        or more.]
//   The dealer called "No more bets". Betting was closed.
//       [clause 3.7: The dealer closes betting while the ball is still circling.]
//   The ball came to rest in 10 (black), as the dealer announced.
//       [clause 3.8: The pocket where the ball rests is the outcome; the dealer announces it and
//        marks its number with the dolly.]
//   The pit supervisor ruled on ann's $10.00 on 10: it goes back to the player. The reason given:
//     "lies on the line to 11".
//       [clause 3.9: Once the ball rests, a pit supervisor or above rules on unclear or shifted
//        wagers; players answer for placing theirs clearly.]
//   Pit manager tan ruled on ann's $10.00 on 10: it stands where it is. This replaces ruling 1 on
//     the wager. The reason given: "the recording shows it inside 10". [clause 3.9]
//   The dealer settled round 1 on 10 (black), wager by wager.
//       [clause 4.3: Wagers are settled where their chips lay when betting closed, except those that
//        the pit rules on under 3.9.]
//   By the pay table, winners keeping their stake:
//       [clause 4.1: Pay table: from 35 to 1 on one number down to even money on half of 1 to 36.]
//     player  wager   stake  odds     result  winnings
//     ann     10     $10.00  35 to 1  won      $350.00
//   ann won $350.00 on the round and now holds $400.00.
//
// At the end
// ----------
//     player  brought    holds   owes
//     ann      $50.00  $400.00  $0.00
//   The house lost $350.00. The books balance: $50.00 brought + $350.00 lost by the house = $400.00
//     held.
