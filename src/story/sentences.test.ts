import { expect, test } from 'vitest'
import {
  buy,
  buyColour,
  chips,
  close,
  closeTable,
  correct,
  draw,
  type Fields,
  fast,
  lim,
  linesOf,
  mei,
  open,
  openTable,
  playedOf,
  rest,
  roulette,
  round,
  sands1,
  sands2,
  sentencesInChinese,
  settle,
  spin,
  stake,
  storyText,
  tan,
  terminals,
  wheelSays,
  wong,
  zh,
} from '../../test/told-evening.ts'
import type { Cents } from '../engine/money.ts'
import { passagesOf, tellStory } from './story.ts'

/** The sentences for each event. */

const ann = [buy('Ann', 100000)]
const bob = [roulette, buy('Bob', 10000), buyColour('Bob', 5000, 'blue', 1000)]
const ruling = (treatment: string) => ({ do: 'rule-on-wager', player: 'Ann', spot: '2', treatment, reason: 'a sleeve' })

// biome-ignore format: a script, and a sentence of its story
test.each<[string, readonly Fields[], string]>([
  ['limits', [roulette], 'Limits, for one player on one spot: $5.00 to $1,000.00; straight up $5.00 to $200.00.'],
  ['no limits in the book', [sands1], 'These rules know no limits.'],
  ['layout and terminal', [terminals], 'Played on Rapid terminals with layout A. The wheel has 38 pockets: 0, 00 and 1 to 36.'],
  ['an own wheel', [{ table: { book: 'mbs/roulette@3', wheelOrder: Array.from({ length: 37 }, (_, at) => `${at}`) } }], 'This wheel has its own order: 0 1 2 3'],
  ['leave to close early', [roulette, open, { do: 'allow-early-close', by: wong }], 'Pit manager Wong gave leave to close betting in this round before the spin.'],
  ['closed by leave', [roulette, open, { do: 'allow-early-close', by: wong }, { ...close, by: mei }], 'Dealer Mei called "No more bets", before the ball was spun, by leave of pit manager Wong. Betting was closed.'],
  ['closed by whom leave is', [roulette, open, { do: 'allow-early-close', by: wong }, { ...close, by: wong }], 'Pit manager Wong called "No more bets", before the ball was spun. Betting was closed.'],
  ['a cause that does not reach back', [terminals, ...ann, ...round('17'), settle, { do: 'void-rounds', rounds: [1], code: 'interference', reason: 'seen', by: tan }], 'these rules let that (somebody touched the ball or the turning wheel) void a round only until it is concluded.'],
  ['what is left after a withdrawal', [roulette, ...ann, open, stake('Ann', 'red', 500), { do: 'withdraw', player: 'Ann', spot: 'red', stake: 200 }], 'That is under the minimum of $5.00: it was recorded and flagged to the dealer. [clause 3.3.1'],
  ['what a ruling leaves', [roulette, ...ann, ...round('17', stake('Ann', '17', 15000), stake('Ann', '20', 10000)), { do: 'rule-on-wager', player: 'Ann', spot: '20', treatment: 'moved', to: '17', stake: 9900, reason: 'a sleeve', by: tan }], 'That leaves $249.00 on 17, over the maximum of $200.00: it was flagged to the dealer.'],
  ['what a ruling leaves of a wager under the minimum', [roulette, ...ann, ...round('17', stake('Ann', '20', 400)), { do: 'rule-on-wager', player: 'Ann', spot: '20', treatment: 'moved', to: '17', stake: 300, reason: 'a sleeve', by: tan }], 'That leaves $3.00 on 17, placed under the minimum of $5.00: it was flagged to the dealer. That leaves $1.00 on 20, placed under the minimum of $5.00'],
  ['a ruling that replaces another', [roulette, ...ann, ...round('17', stake('Ann', '2', 1000)), ruling('returned'), ruling('stands')], 'This replaces ruling 1 on the wager. The reason given: "a sleeve".'],
  ['settled again by rulings', [roulette, ...ann, ...round('17', stake('Ann', '20', 1000)), settle, { do: 'refer', round: 1, reason: 'a quarrel' }, { do: 'rule-on-wager', round: 1, player: 'Ann', spot: '20', treatment: 'moved', to: '17', reason: 'pushed', by: lim }, { do: 'decide', decision: 'settle', round: 1, reason: 'the camera', by: lim }], 'Shift manager Lim decided that round 1 be settled again, by the rulings on its wagers. The reason given: "the camera". [clause 6.2] The round was settled again on the same outcome, by the rulings on its wagers.'],
  ['void afterwards by decision', [roulette, ...ann, ...round('17', stake('Ann', '17', 1000)), settle, { do: 'refer', round: 1, reason: 'a quarrel' }, { do: 'decide', decision: 'void', round: 1, reason: 'the camera', by: lim }], 'Shift manager Lim decided that round 1 be void. The reason given: "the camera". [clause 6.2] Round 1 was void by that decision.'],
  ['an award in place of another', [roulette, ...ann, ...round('17'), settle, { do: 'refer', round: 1, reason: 'a quarrel' }, { do: 'decide', decision: 'stands', round: 1, reason: 'x', awards: { Ann: 500 } }, { do: 'refer', round: 1, reason: 'again' }, { do: 'decide', decision: 'stands', round: 1, reason: 'x', awards: { Ann: 200 } }], 'Ann was awarded $2.00 in place of $5.00: Ann gave back $3.00.'],
  ['another book', [sands1, { do: 'set-book', book: 'mbs/sands-roulette@2', reason: 'the new rules', by: lim }], 'Shift manager Lim changed the rules from mbs/sands-roulette@1 to mbs/sands-roulette@2, from the next round on.'],
  ['credits', [terminals, buy('T1', 5)], 'T1 bought $0.05 in credits.'],
  ['sold by staff', [roulette, { ...buy('Ann', 500), by: mei }], 'Dealer Mei sold Ann $5.00 in cash chips.'],
  ['taken back, recorded by staff', [sands1, ...ann, open, stake('Ann', 'red', 500), { do: 'withdraw', player: 'Ann', spot: 'red', by: mei }], 'Ann took back $5.00 from red, leaving nothing there. Dealer Mei recorded it.'],
  ['no record by staff at terminals', [terminals, ...ann, open, { ...stake('Ann', 'red', 500), own: true, by: mei }], 'Dealer Mei tried to put $5.00 on red for Ann, but was refused: these rules know nothing of wagers that staff record for a player.'],
  ['recorded by staff', [sands1, ...ann, open, { ...stake('Ann', 'red', 500), own: true, by: mei }], 'Ann put $5.00 on red. Dealer Mei recorded it.'],
  ['taken back by staff at a terminal', [terminals, ...ann, open, stake('Ann', 'red', 500), { do: 'withdraw', player: 'Ann', spot: 'red', by: mei }], 'these rules know nothing of wagers that staff take back for a player. [clause 3.4: '],
  ['a raise', [roulette, ...ann, open, stake('Ann', 'red', 500), stake('Ann', 'red', 700)], 'Ann put $7.00 on red, making $12.00 there.'],
  ['chips in words', [roulette, buyColour('Bob', 500, 'blue', 250), open, chips('Bob', '36/35', 1)], 'Bob put 1 blue chip ($2.50) on the split 35/36. That is under the minimum of $5.00: it was recorded and flagged to the dealer.'],
  ['what a spot covers', [sands2, ...ann, open, stake('Ann', 'top-line', 500), stake('Ann', 'column-1', 500)], 'Ann put $5.00 on the 1st column (1, 4, 7 .. 34).'],
  ['a part taken back', [roulette, ...ann, open, stake('Ann', 'odd', 900), { do: 'withdraw', player: 'Ann', spot: 'odd', stake: 400 }], 'Ann took back $4.00 from odd, leaving $5.00 there.'],
  ['a several-piece bet', [terminals, ...ann, open, { do: 'wager', player: 'Ann', bet: 'neighbours:21:1', unit: 500 }], 'Ann placed the several-piece bet neighbours of 21, 1 on each side: $5.00 a piece, $15.00 in all, on 2 ($5.00), 21 ($5.00) and 4 ($5.00).'],
  ['offered bets', [terminals, open, { do: 'wager', player: 'Ann', bet: 'corners', unit: 500 }], 'the several-piece bets offered here are neighbours of a number (1 to 3 on each side), tiers,'],
  ['closed early', [roulette, open, { ...close, by: { role: 'pit-manager', name: 'Lee' } }], 'Pit manager Lee called "No more bets", before the ball was spun. Betting was closed. [clause 6.1: With the leave of'],
  ['too early', [roulette, open, close], 'The dealer tried to close betting, but was refused: the ball had not been spun, and closing before that takes the leave of a pit manager or above.'],
  ['a still wheel', [roulette, open, { ...spin, wheel: 'still' }], 'The dealer spun the ball clockwise, while the wheel stood still. '],
  ['a spin of the wheel', [roulette, open, { ...spin, source: 'wheel' }], 'The wheel reported a spin: the ball ran clockwise, against the wheel, which turned anticlockwise.'],
  ['void after the draw', [fast, open, spin, close, draw('0', '00', 'S', 'MBS', '1', '5', '9', '13', '17', '21'), { do: 'no-spin', by: mei }], 'Dealer Mei announced no spin. Round 1 was void. The bonus numbers had been drawn before: 0, 00, S, MBS, 1, 5, 9, 13, 17, 21.'],
  ['chips that are out are marked', [roulette, buyColour('Bob', 1000, 'red', 500), { do: 'set-limits', limits: { default: { min: 100 } } }], 'The chips of Bob are above the table minimum now, so their value was marked. [clause 1.1.1]'],
  ['void by the spin', [roulette, open, { ...spin, wheel: 'clockwise' }], 'Round 1 was void: the ball ran the same way round as the wheel. [clause 5.1: '],
  ['void by the ball', [roulette, open, spin, close, rest('9', 3)], 'The dealer reported the ball in 9 (red) after 3 revolutions. Round 1 was void: the ball went round fewer than four times.'],
  ['void by report', [roulette, ...ann, open, stake('Ann', '17', 500), { do: 'irregularity', code: 'foreign-object', by: mei }], 'Dealer Mei reported an irregularity. Round 1 was void: something fell into the wheel before the ball was at rest.'],
  ['stakes go back', [roulette, buyColour('Bob', 1000, 'red', 100), open, chips('Bob', '17', 7), { do: 'no-spin' }], 'Every stake went back, to the cent. Bob got back $7.00 (7 red chips) and now holds $10.00 (10 red chips).'],
  ['no spin in the dark', [roulette, open, { do: 'power-failure' }, { do: 'no-spin' }], 'The dealer announced no spin while the power was out. Round 1 was void. [clause 5.11.1: '],
  ['terminals cut off', [terminals, open, { do: 'interruption', terminals: ['T1'] }], 'The dealer reported that T1 was cut off. The round went on. [clause 5.2: '],
  ['a draw', [fast, open, spin, close, draw('0', '00', 'S', 'MBS', '1', '5', '9', '13', '17', '21')], 'They completed link a (0, 00, S, MBS): super bonus numbers. [clause 1.1.11: '],
  ['no scatter', [fast, open, spin, close, draw('0', '5', '6', '9', '13', '17', '21', '25', '29', '33')], 'No scatter bonus: link b held no bonus number.'],
  ['scatter', [fast, open, spin, close, draw('0', '1', '5', '9', '13', '17', '21', '25', '29', '33')], 'Every link held a bonus number: a scatter bonus.'],
  ['a bonus win', [fast, ...ann, open, stake('Ann', '9', 500), spin, close, draw('0', '1', '5', '9', '13', '17', '21', '25', '29', '33'), rest('9'), settle], 'Ann 9 $5.00 40 to 1 won $200.00 9 was a bonus number [clause 4.1]'],
  ['a bonus lost', [fast, ...ann, open, stake('Ann', 'bonus-win', 500), spin, close, draw('0', '1', '5', '9', '13', '17', '21', '25', '29', '33'), rest('10'), settle], '10 was no bonus number [clause 1.1.2]'],
  ['a super bonus lost', [fast, ...ann, open, stake('Ann', 'super-bonus-win', 500), spin, close, draw('0', '1', '5', '9', '13', '17', '21', '25', '29', '33'), rest('9'), settle], '9 was no super bonus number [clause 1.1.12]'],
  ['zero', [roulette, ...ann, ...round('0', stake('Ann', 'red', 500)), settle], 'On 0 only wagers that cover it win; every other wager loses. [clause 4.2: '],
  ['under the minimum', [roulette, ...ann, ...round('1', stake('Ann', 'red', 100)), settle], 'Ann had wagers under the minimum settled this one time; from the next round on they go back.'],
  ['under it again', [roulette, ...ann, ...round('1', stake('Ann', 'red', 100)), settle, ...round('1', stake('Ann', 'red', 100)), settle], 'red $1.00 returned under the minimum of $5.00: not for the first time [clause 5.15]'],
  ['an excess in chips', [roulette, buyColour('Bob', 30000, 'gold', 3000), ...round('1', chips('Bob', '2', 9)), settle], 'over the maximum of $200.00: $70.00 (2 gold chips and $10.00 in cash chips) of it was not in play and went back'],
  ['a ruling', [roulette, ...ann, ...round('1', stake('Ann', '2', 500)), { do: 'rule-on-wager', player: 'Ann', spot: '2', treatment: 'moved', to: '1', reason: 'pushed by a sleeve', by: tan }], `Pit supervisor Tan ruled on Ann's $5.00 on 2: it counts as moved to 1. The reason given: "pushed by a sleeve".`],
  ['returned by ruling', [roulette, ...ann, ...round('1', stake('Ann', '2', 500)), { do: 'rule-on-wager', player: 'Ann', spot: '2', treatment: 'returned', reason: 'unclear' }, settle], 'Ann 2 $5.00 returned by the ruling [clause 3.9]'],
  ['bets never closed', [roulette, open, spin, rest('5')], 'Betting had not been closed when the ball came to rest, so it closed then. [clause 6.2: '],
  ['a decision', [roulette, open, { do: 'refer', reason: 'a quarrel', by: mei }, { do: 'decide', decision: 'void', by: lim, reason: 'not a fair round' }], 'Shift manager Lim decided that the round be void. The reason given: "not a fair round". [clause 6.2] Round 1 was void by that decision.'],
  ['put right before settlement', [roulette, ...round('5'), { do: 'correct-outcome', round: 1, pocket: '6', reason: 'misread' }], 'not 5 (red) but 6 (black). The reason given: "misread". [clause 6.4: '],
  ['the wheel says it', [roulette, open, spin, close, wheelSays('17')], 'The ball came to rest in 17 (black), as the wheel reported. [clause 3.8: '],
  ['the wheel says it again', [roulette, ...round('17'), wheelSays('17')], 'The wheel tried to report 17 as the outcome, but was refused: the ball was at rest in 17 (black) already.'],
  ['void by the wheel', [roulette, open, spin, close, { ...wheelSays('9'), revolutions: 3 }], 'The wheel reported the ball in 9 (red) after 3 revolutions. Round 1 was void: '],
  ['it goes on', [roulette, open, { do: 'refer', reason: 'a quarrel', by: mei }, { do: 'decide', decision: 'continue', by: lim, reason: 'all is well' }], 'Shift manager Lim decided that the round go on. The reason given: "all is well". It went on from there: betting was open. [clause 6.2]'],
  ['referred later', [roulette, ...round('17'), settle, { do: 'refer', round: 1, reason: 'a quarrel', by: mei }], 'Dealer Mei referred round 1 to the shift manager; until that was decided it stayed as it had been concluded. The reason given: "a quarrel". [clause 6.2'],
  ['it stands, with an award', [roulette, ...ann, ...round('17'), settle, { do: 'refer', round: 1, reason: 'a quarrel' }, { do: 'decide', decision: 'stands', round: 1, by: lim, reason: 'for the wait', awards: { Ann: 500 } }], 'Shift manager Lim decided that round 1 stand as it was concluded. The reason given: "for the wait". [clause 6.2] Ann was awarded $5.00. Ann now holds'],
  ['the books balance with awards', [roulette, buy('Ann', 1000), open, { do: 'refer', reason: 'a quarrel' }, { do: 'decide', decision: 'void', reason: 'for the wait', awards: { Ann: 500 } }], 'The books balance: $10.00 brought + $5.00 awarded by decisions = $15.00 held.'],
  ['the wheel differs', [roulette, ...round('17'), wheelSays('20')], 'The wheel reported 20 (black), but the dealer had announced 17 (black). [clause 3.8] Nothing was to be settled until a pit supervisor had decided. [clause 6.4: '],
  ['the dealer differs', [terminals, open, spin, close, wheelSays('17'), { ...rest('20'), by: mei }], 'Dealer Mei announced 20 (black), but the wheel had reported 17 (black). '],
  ['a count beside the outcome', [roulette, ...round('17'), { ...rest('17'), revolutions: 4, by: mei }], 'Dealer Mei counted 4 revolutions. [clause 3.6'],
  ['a count that is late', [roulette, ...round('17'), { ...rest('17'), revolutions: 3 }, { ...wheelSays('17'), revolutions: 5 }], 'The wheel counted 5 revolutions of round 1, which was over. [clause 3.6'],
  ['a report while referred', [roulette, open, { do: 'refer', reason: 'a cat' }, { do: 'irregularity', code: 'interference', by: mei }], 'Dealer Mei reported that somebody touched the ball or the turning wheel. It was recorded for the shift manager to decide. [clause 5.10'],
  ['void by what was reported', [roulette, open, { do: 'refer', reason: 'a cat' }, { do: 'irregularity', code: 'interference' }, { do: 'decide', decision: 'continue', reason: 'no cat' }], 'Round 1 was void: somebody touched the ball or the turning wheel. [clause 5.10'],
  ['settled too early', [roulette, ...round('17'), wheelSays('20'), settle], 'The dealer tried to settle the round, but was refused: the wheel and the dealer named different numbers, 17 (black) and 20 (black), and no pit supervisor had decided. [clause 6.4]'],
  ['said a third time', [roulette, ...round('17'), wheelSays('20'), rest('20')], 'The dealer tried to call 20 as the outcome, but was refused: the wheel and the dealer had both named a number.'],
  ['decided for the wheel', [roulette, ...round('17'), wheelSays('20'), correct('20')], 'Pit supervisor Tan decided for the wheel: the ball rested in 20 (black). The reason given: "the recording". [clause 6.4] Nothing had been settled yet, so no money moved.'],
  ['decided for the dealer', [roulette, ...round('17'), wheelSays('20'), correct('17')], 'Pit supervisor Tan decided for the dealer: the ball rested in 17 (black).'],
  ['decided for neither', [roulette, ...round('17'), wheelSays('20'), correct('1')], 'Pit supervisor Tan decided for neither the wheel nor the dealer: the ball rested in 1 (red).'],
  ['decided, then put right', [roulette, ...round('17'), wheelSays('20'), correct('20'), correct('17')], 'Pit supervisor Tan put the outcome of round 1 right: not 20 (black) but 17 (black).'],
  ['an earlier round put right', [roulette, ...round('17'), settle, ...round('17'), wheelSays('20'), correct('20')], 'Pit supervisor Tan put the outcome of round 1 right: not 17 (black) but 20 (black).'],
  ['closed between rounds', [roulette, closeTable], 'Pit supervisor Tan closed the table. The reason given: "a quiet night".'],
  ['closed in a round', [roulette, open, closeTable], 'Pit supervisor Tan closed the table, from the end of round 1 on. The reason given: "a quiet night".'],
  ['closed already', [roulette, open, closeTable, closeTable], 'Pit supervisor Tan tried to close the table, but was refused: the table was to close when round 1 was over.'],
  ['no round at a closed table', [roulette, closeTable, open], 'The dealer tried to open a round, but was refused: the table was closed.'],
  ['open already', [roulette, openTable], 'Pit supervisor Tan tried to open the table, but was refused: the table was open.'],
  ['opened again', [roulette, closeTable, openTable], 'Pit supervisor Tan opened the table again. The reason given: "guests came".'],
  ['staff where the book is silent', [sands1, ...ann, open, stake('Ann', '17', 500), { ...stake('Ann', '17', 500), by: mei }], 'Dealer Mei tried to put $5.00 on 17 for Ann, but was refused: these rules know nothing of wagers that staff place for a player. [reading 30: The rules are silent here;'],
  ['staff and pieces', [terminals, ...ann, open, { do: 'wager', player: 'Ann', bet: 'neighbours:21:1', unit: 500, by: mei }], 'these rules know nothing of wagers that staff place for a player. [clause 3.4: '],
  ['ruled on again', [roulette, ...ann, ...round('1', stake('Ann', '2', 500)), ruling('returned'), ruling('stands')], `The pit supervisor ruled on Ann's $5.00 on 2: it stands where it is.`],
  ['chips come back', [...bob, ...round('10', chips('Bob', 'red', 2)), settle, correct('5')], 'Bob was given $40.00, 2 blue chips of it back as chips. Bob now holds $170.00 (5 blue chips and $120.00 in cash chips).'],
  ['chips for cash', [...bob, ...round('10', chips('Bob', 'red', 2), stake('Bob', 'black', 2000)), settle, correct('5')], 'Bob got 2 blue chips back for $20.00 in cash chips. Bob now holds $150.00 (5 blue chips and $100.00 in cash chips).'],
  ['more than cash', [...bob, ...round('10', chips('Bob', 'red', 2), stake('Bob', 'black', 1500)), settle, correct('5')], 'Bob was given $10.00: 2 blue chips back for $10.00 in cash chips. Bob now holds $155.00 (5 blue chips and $105.00 in cash chips).'],
  ['less chips back', [...bob, ...round('10', chips('Bob', 'red', 2), stake('Bob', 'black', 5000)), settle, correct('5')], 'Bob gave back $60.00: $80.00 in cash chips, less 2 blue chips that came back. Bob now holds $120.00 (5 blue chips and $70.00 in cash chips).'],
  ['chips taken and changed', [roulette, buy('Bob', 500), buyColour('Bob', 7000, 'blue', 700), ...round('10', chips('Bob', 'black', 2), stake('Bob', 'even', 500)), settle, { do: 'cash-out', player: 'Bob', amount: 2400 }, correct('5')], 'Bob gave back $38.00 (6 blue chips with $4.00 change). Bob now holds $32.00 (4 blue chips and $4.00 in cash chips).'],
  ['what is owed', [roulette, buy('Ann', 1000), ...round('3', stake('Ann', '3', 1000)), settle, { do: 'cash-out', player: 'Ann', amount: 35000 }, { do: 'correct-outcome', round: 1, pocket: '4', reason: 'misread' }], 'Ann had $360.00 to give back: $10.00 in cash chips taken, $350.00 still owed. Ann now holds $0.00 and owes $350.00.'],
  ['later rounds', [terminals, ...round('3'), settle, ...round('3'), settle, { do: 'correct-outcome', round: 1, pocket: '4', reason: 'misread' }], `Nobody's money changed by it. Later rounds stood as they were played. [clause 5.6: `],
  ['void afterwards', [roulette, ...ann, ...round('3', stake('Ann', '4', 1000)), settle, { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'cracked', by: lim }], 'Shift manager Lim made round 1 void afterwards: the ball broke. The reason given: "cracked".'],
  ['and reversed', [roulette, ...ann, ...round('3', stake('Ann', '4', 1000)), settle, { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'cracked', by: lim }], 'It had been settled on 3 (red). Ann was given $10.00. Ann now holds $1,000.00.'],
  ['silent rules', [sands1, { ...open, by: 'player' }], 'A player tried to open a round, but was refused: that takes a dealer or above. The attempt was recorded. [reading 22: The rules are silent here;'],
  ['the end', [roulette, ...ann, ...round('1', stake('Ann', '1', 1000)), settle], 'The house lost $350.00. The books balance: $1,000.00 brought + $350.00 lost by the house = $1,350.00 held.'],
  ['not over', [roulette, ...ann, open, stake('Ann', '1', 1000)], 'Round 1 was not over: betting was open.'],
  ['on the layout', [roulette, ...ann, open, stake('Ann', '1', 1000)], '$1,000.00 brought = $990.00 held + $10.00 on the layout.'],
  ['nobody', [roulette], 'Nobody brought money to the table.'],
])('%s', (_, steps, sentence) => {
  expect(storyText(...steps)).toContain(sentence)
})

// biome-ignore format: a script, and a sentence of its story
test.each<[string, readonly Fields[], string]>([
  ['sold by staff', [roulette, { ...buy('Ann', 500), by: mei }], '荷官 Mei 向 Ann 售出 $5.00 的现金筹码。'],
  ['a spot of one word', [roulette, ...ann, open, stake('Ann', 'red', 500), stake('Ann', 'red', 700)], 'Ann 在“红”下注 $7.00，该处共 $12.00。'],
  ['what a spot covers', [sands2, ...ann, open, stake('Ann', 'top-line', 500)], 'Ann 在“首线注”（S、0、00、1 至 3）下注 $5.00。'],
  ['a several-piece bet', [terminals, ...ann, open, { do: 'wager', player: 'Ann', bet: 'neighbours:21:1', unit: 500 }], 'Ann 下组合投注“21 及每侧 1 个邻号”：每份 $5.00，共 $15.00，下在号码 2（$5.00）、号码 21（$5.00）和号码 4（$5.00）。'],
  ['closed early', [roulette, open, { ...close, by: { role: 'pit-manager', name: 'Lee' } }], '场务经理 Lee 在转珠前宣布“买定离手，停止下注”。下注结束。'],
  ['void by the spin', [roulette, open, { ...spin, wheel: 'clockwise' }], '荷官顺时针转珠，与轮盘同向。'],
  ['void by report', [roulette, open, { do: 'irregularity', code: 'foreign-object', by: mei }], '荷官 Mei 报告异常情况。第 1 局作废：异物落入轮盘。'],
  ['a draw', [fast, open, spin, close, draw('0', '00', 'S', 'MBS', '1', '5', '9', '13', '17', '21')], 'a 组（0、00、S、MBS）全部亮起：为超级奖号。'],
  ['the wheel differs', [roulette, ...round('17'), wheelSays('20')], '轮盘报出 20（黑），但荷官已宣布 17（黑）。'],
  ['crossed limits', [roulette, { do: 'set-limits', limits: { default: { min: 500, max: 100 } } }], '监场试图更改限额，但被拒绝：直注的最低限额高于最高限额。'],
  ['chips for cash', [...bob, ...round('10', chips('Bob', 'red', 2), stake('Bob', 'black', 2000)), settle, correct('5')], 'Bob 以 $20.00 的现金筹码换回 2 枚蓝色筹码。Bob 现持有 $150.00（5 枚蓝色筹码和 $100.00 的现金筹码）。'],
  ['what is owed', [roulette, buy('Ann', 1000), ...round('3', stake('Ann', '3', 1000)), settle, { do: 'cash-out', player: 'Ann', amount: 35000 }, correct('4')], 'Ann 应交回 $360.00：已收取 $10.00 的现金筹码，尚欠 $350.00。Ann 现持有 $0.00，欠款 $350.00。'],
])('in Chinese, %s', (_, steps, sentence) => {
  expect(sentencesInChinese(...steps)).toContain(sentence)
})

// biome-ignore format: a table is read down its columns
test.each([
  [undefined,                 'wheel',         'The wheel opened round 1.',                                                     '轮盘开始第 1 局。'],
  ['automatic dealer',        'dealer',        'The automatic dealer called "Place your bets, please" and opened round 1.',    '自动荷官宣布“请下注”，第 1 局开始。'],
  ['automatic shift manager', 'shift-manager', 'The automatic shift manager called "Place your bets, please" and opened round 1.', '自动值班经理宣布“请下注”，第 1 局开始。'],
])('%s, in the position of a %s, is no person of that name', (name, role, inEnglish, inChinese) => {
  const by = name === undefined ? role : { role, name }
  expect(storyText(roulette, { ...open, by })).toContain(` ${inEnglish} [`)
  expect(sentencesInChinese(roulette, { ...open, by })).toContain(inChinese)
})

test('commitment and reveal are in the story, in both languages', () => {
  const commitment = '60bf07c488aad18fda339df07e4fbc47b4f00be71711936f18d04d352ad01890'
  const secret = '5a'.repeat(32)
  const wagers = [
    { ...stake('ann', '7', 500), id: 'ann-1' },
    { ...stake('bo', '17', 500), id: 'bo-1' },
  ]
  const lit = { ...draw('19', '1', '25', '17', '35', '18', '21', '31', '3', '36'), secret }
  const steps = [fast, buy('ann', 500), buy('bo', 500), { ...open, commitment }, ...wagers, spin, close, lit]
  expect(storyText(...steps)).toContain(`committed to a secret for the bonus numbers; its SHA-256 is ${commitment}.`)
  expect(storyText(...steps)).toContain(`The secret was ${secret}: its SHA-256 is what the house had committed to`)
  const inChinese = [...tellStory(playedOf(steps), zh)].join('').replaceAll(/\s/g, '')
  expect(inChinese).toContain(`其SHA-256为${commitment}`)
  expect(inChinese).toContain(`密值为${secret}`)
})

test('a wheel closes betting without a word', () => {
  const by = 'wheel'
  expect(storyText(roulette, open, { ...spin, by }, { ...close, by })).toContain(' The wheel closed betting. [')
  expect(sentencesInChinese(roulette, open, { ...spin, by }, { ...close, by })).toContain('轮盘停止下注。')
})

test('the meaning of a clause is given once at a table, and again at the next', () => {
  const means = 'The round opens when the dealer calls for bets to be placed.'
  const count = (text: string) => text.split(means).length - 1
  const rounds = [...round('1'), settle, ...round('2'), settle]
  expect(count(storyText(roulette, ...rounds))).toBe(1)
  expect(storyText(roulette, ...rounds)).toContain('opened round 2. [clause 3.1]')
  expect(count(storyText(roulette, ...rounds, sands2, ...rounds))).toBe(2)
})

test('sections follow the rounds', () => {
  const headings = [
    ...passagesOf(playedOf([roulette, ...ann, ...round('1'), settle, buy('Ann', 1), open, sands1, open])),
  ]
  expect(headings.flatMap((passage) => ('heading' in passage ? [passage.heading] : []))).toEqual([
    'Roulette, mbs/roulette@3',
    'Before the first round',
    'Round 1',
    'After round 1',
    'Round 2',
    'At the end',
    'Sands Roulette, mbs/sands-roulette@1',
    'Round 1',
    'At the end',
  ])
})

test('the same command twice is told as such, and counted once', () => {
  const text = storyText(roulette, { ...buy('Ann', 500), id: 'b1' }, { ...buy('Ann', 500), id: 'b1' })
  expect(text).toContain('The command b1 came again from Ann: it was answered as before, and nothing changed.')
  expect(text).toContain('$5.00 brought = $5.00 held.')
})

test('an id that another player gave is told as a command of its own', () => {
  const buy = (player: string) => ({ do: 'buy-in', player, amount: 500, id: 'b1' })
  const text = linesOf(roulette, buy('Ann'), buy('Ben')).join(' ')
  expect(text).toContain('Ben bought')
  expect(text).not.toContain('came again')
})

test('books that do not balance are not passed over', () => {
  const [opened] = playedOf([roulette])
  if (opened?.played !== 'table') throw new Error('a script begins with its table')
  const ledger = { ...opened.table.state.ledger, house: 500 as Cents }
  const forged = { ...opened, table: { ...opened.table, state: { ...opened.table.state, ledger } } }
  expect([...tellStory([forged])].join(' ')).toContain('THE BOOKS DO NOT BALANCE: $0.00 is not $5.00 won by the house.')
})
