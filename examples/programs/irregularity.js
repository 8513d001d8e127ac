// A round that is void: the ball and the wheel turned the same way. Every stake goes back, by the clause of the book.

import { isScriptProblem, playScript, readScript } from '@croupier/engine'
import { bookById } from '@croupier/engine/books'

const script = readScript(
  `{"table":{"book":"mbs/roulette@3"}}
{"do":"buy-in","player":"ann","amount":10000}
{"do":"place-your-bets"}
{"do":"wager","player":"ann","spot":"red","stake":500}
{"do":"spin","ball":"clockwise","wheel":"clockwise"}`,
  bookById,
)
if (isScriptProblem(script)) throw new Error(script.problem)
for (const step of playScript(script)) {
  if (step.played !== 'command' || !('events' in step.answer)) continue
  const voided = step.answer.events.find(({ type }) => type === 'round-voided')
  if (voided) console.log(`void: ${voided.code}, clause ${voided.clause}, ${voided.lines[0].returned} returned`)
}

// It prints:
// void: same-direction, clause 5.1, 500 returned
