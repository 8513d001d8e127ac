import { describe, expect, test } from 'vitest'
import { bookOrMisfit } from '../../test/books/misfit-book.ts'
import { type Model, modelOf } from '../../test/model/model.ts'
import { refusalsOf } from '../../test/model/model-refusals.ts'
import { record } from '../../test/model/record.ts'
import { knowsClause, type Setting, settings } from '../../test/support/engine.ts'
import { isRefusal } from './decision.ts'
import type { Command } from './language.ts'
import { CENTS_MAX, TABLE_MONEY_MAX } from './money.ts'
import { type RefusalCode, refusalCodes } from './refusals.ts'
import { isScriptProblem, type Played, playScript, readScript, type Script } from './script.ts'

/**
 * Where several refusals apply, the first of the list is the answer. Each case is a short script; its last command must
 * be refused by the first code named, while the others apply as well: the independent model confirms that.
 */
type Case = { script: string; refused: RefusalCode; also: RefusalCode[] }

const tables = {
  single: '{"table":{"book":"mbs/roulette@3","limits":{"default":{"min":500,"max":50000}}}}',
  noLimits: '{"table":{"book":"mbs/sands-roulette@1"}}',
  inForce: '{"table":{"book":"mbs/sands-roulette@1","onlyInForce":true}}',
  bonus: '{"table":{"book":"mbs/sands-fast-action-roulette@2"}}',
  terminal:
    '{"table":{"book":"rws/roulette-double-zero-etg@4","layout":"B","terminal":"alfastreet","limits":{"default":{"min":500,"max":5000}}}}',
  prison: '{"table":{"book":"abroad/french-en-prison-loses@1"}}',
  crossed:
    '{"table":{"book":"rws/roulette-double-zero-etg@4","layout":"B","terminal":"alfastreet","limits":{"straight-up":{"max":800},"split":{"min":2000}}}}',
}

const open = `{"do":"buy-in","player":"ann","amount":10000}
{"do":"place-your-bets"}`
const spun = `${open}
{"do":"wager","player":"ann","spot":"17","stake":1000}
{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}`
const closed = `${spun}
{"do":"no-more-bets"}`
const atRest = `${closed}
{"do":"ball-at-rest","pocket":"17"}`
const settled = `${atRest}
{"do":"settle"}`
const imprisoned = `${open}
{"do":"wager","player":"ann","spot":"red","stake":1000}
{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}
{"do":"no-more-bets"}
{"do":"ball-at-rest","pocket":"0"}
{"do":"settle"}
{"do":"place-your-bets"}`
const indebted = `${settled}
{"do":"cash-out","player":"ann","amount":45000}
{"do":"correct-outcome","round":1,"pocket":"18","reason":"misread"}`
const wheelSays18 = '{"do":"ball-at-rest","pocket":"18","source":"wheel"}'
const late = '{"do":"place-your-bets","at":"2019-08-14T00:00:00+08:00"}'
const close = '{"do":"close-table","reason":"tea"}'
const noSpin = `${open}
{"do":"no-spin"}`
const voided = `${spun}
{"do":"irregularity","code":"ball-broke"}`
const dark = `${closed}
{"do":"power-failure"}`
const referred = `${closed}
{"do":"refer","reason":"a cat"}`
const darkAndReferred = `${dark}
{"do":"refer","reason":"a cat"}`
const rested = `${referred}
{"do":"ball-at-rest","pocket":"17"}`
const askedLater = `${settled}
{"do":"refer","round":1,"reason":"a cat"}`
const manyAsked = `${Array(20).fill(settled).join('\n')}
${Array.from({ length: 20 }, (_, round) => `{"do":"refer","round":${round + 1},"reason":"a cat"}`).join('\n')}`
const rich = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, CENTS_MAX]))
const allRich = `${Object.keys(rich)
  .map((player) => `{"do":"buy-in","player":"${player}","amount":500}`)
  .join('\n')}
${referred}
{"do":"decide","decision":"continue","reason":"x","awards":${JSON.stringify(rich)}}
{"do":"refer","reason":"again"}`
const colours = `{"do":"buy-in","player":"ann","amount":3000,"colour":"blue","chipValue":500}
{"do":"buy-in","player":"ben","amount":3000,"colour":"pink","chipValue":500}`
const onSpot = `${colours}
{"do":"place-your-bets"}
{"do":"wager","player":"ann","spot":"17","chips":2}`
const draw = '{"do":"bonus-numbers","numbers":["1","2","3","4","5","6","7","8","9","10"]}'
const full = Array(TABLE_MONEY_MAX / CENTS_MAX)
  .fill(`{"do":"buy-in","player":"ben","amount":${CENTS_MAX}}`)
  .join('\n')
const fullWithColours = `${colours}
${full.slice(full.indexOf('\n') + 1)}
{"do":"buy-in","player":"ben","amount":${CENTS_MAX - 6000}}`

const on = (
  table: keyof typeof tables,
  before: string,
  last: string,
  refused: RefusalCode,
  ...also: RefusalCode[]
) => ({ script: [tables[table], before, last].filter((part) => part !== '').join('\n'), refused, also })

// biome-ignore format: one case, one line
const cases: Record<string, Case[]> = {
  'buy-in': [
    on('terminal', '', '{"do":"buy-in","player":"ann","amount":0,"colour":"blue","chipValue":5,"by":"system"}', 'position-too-low', 'not-in-this-book', 'amount-not-positive'),
    on('terminal', '', '{"do":"buy-in","player":"ann","amount":500,"colour":"blue","chipValue":5,"by":{"role":"player","name":"ben"}}', 'not-for-this-player', 'not-in-this-book'),
    on('terminal', '', '{"do":"buy-in","player":"ann","amount":0,"colour":"blue","chipValue":5}', 'not-in-this-book', 'amount-not-positive'),
    on('single', full, `{"do":"buy-in","player":"ann","amount":${CENTS_MAX},"colour":"blue","chipValue":-100}`, 'amount-not-positive', 'amount-too-large'),
    on('single', colours, '{"do":"buy-in","player":"ann","amount":-10,"colour":"pink","chipValue":500}', 'amount-not-positive', 'colour-in-use', 'colour-differs', 'not-whole-chips'),
    on('single', fullWithColours, '{"do":"buy-in","player":"ann","amount":5000,"colour":"pink","chipValue":500}', 'amount-too-large', 'colour-in-use', 'colour-differs'),
    on('single', colours, '{"do":"buy-in","player":"ann","amount":5000,"colour":"pink","chipValue":300}', 'colour-in-use', 'colour-differs', 'not-whole-chips'),
    on('single', colours, '{"do":"buy-in","player":"ann","amount":5000,"colour":"blue","chipValue":300}', 'colour-differs', 'not-whole-chips'),
    on('single', '', '{"do":"buy-in","player":"ann","amount":5000,"colour":"blue","chipValue":300}', 'not-whole-chips'),
  ],
  'cash-out': [
    on('terminal', '', '{"do":"cash-out","player":"ann","amount":5,"colour":"blue","by":"system"}', 'position-too-low', 'not-in-this-book', 'colour-differs', 'balance-too-low'),
    on('single', '', '{"do":"cash-out","player":"ann","amount":0,"by":{"role":"player","name":"ben"}}', 'not-for-this-player', 'amount-not-positive'),
    on('terminal', '', '{"do":"cash-out","player":"ann","amount":0,"colour":"blue"}', 'not-in-this-book', 'amount-not-positive', 'colour-differs'),
    on('single', colours, '{"do":"cash-out","player":"ann","amount":0,"colour":"pink"}', 'amount-not-positive', 'colour-differs'),
    on('terminal', closed, '{"do":"cash-out","player":"ann","amount":-1}', 'amount-not-positive', 'stakes-in-play'),
    on('single', colours, '{"do":"cash-out","player":"ann","amount":3001,"colour":"pink"}', 'colour-differs', 'not-whole-chips', 'balance-too-low'),
    on('single', colours, '{"do":"cash-out","player":"ann","amount":3001,"colour":"blue"}', 'not-whole-chips', 'balance-too-low'),
    on('terminal', closed, '{"do":"cash-out","player":"ann","amount":10000}', 'stakes-in-play', 'balance-too-low'),
    on('single', colours, '{"do":"cash-out","player":"ann","amount":3500,"colour":"blue"}', 'balance-too-low'),
  ],
  repay: [
    on('single', '', '{"do":"repay","player":"ann","amount":5,"by":"system"}', 'position-too-low', 'nothing-owed', 'balance-too-low'),
    on('single', '', '{"do":"repay","player":"ann","amount":0,"by":{"role":"player","name":"ben"}}', 'not-for-this-player', 'amount-not-positive'),
    on('single', '', '{"do":"repay","player":"ann","amount":5}', 'nothing-owed', 'balance-too-low'),
    on('single', '', '{"do":"repay","player":"ann","amount":0}', 'amount-not-positive'),
    on('single', indebted, '{"do":"repay","player":"ann","amount":36000}', 'balance-too-low'),
  ],
  'place-your-bets': [
    on('single', `${open}\n${close}`, '{"do":"place-your-bets"}', 'table-is-closed', 'round-in-progress'),
    on('single', close, '{"do":"place-your-bets"}', 'table-is-closed'),
    on('inForce', close, late, 'table-is-closed', 'book-not-in-force'),
    on('inForce', open, late, 'round-in-progress', 'book-not-in-force'),
    on('inForce', '', late, 'book-not-in-force'),
    on('single', open, '{"do":"place-your-bets","by":"player"}', 'position-too-low', 'round-in-progress'),
  ],
  wager: [
    on('terminal', '', '{"do":"wager","player":"ann","spot":"17","chips":1,"by":"system"}', 'position-too-low', 'not-in-this-book', 'betting-is-closed', 'balance-too-low'),
    on('terminal', '', '{"do":"wager","player":"ann","spot":"99","chips":1,"by":{"role":"player","name":"ben"}}', 'not-for-this-player', 'not-in-this-book', 'betting-is-closed', 'spot-not-in-book', 'balance-too-low'),
    on('terminal', '', '{"do":"wager","player":"ann","spot":"17","chips":1}', 'not-in-this-book', 'betting-is-closed', 'balance-too-low'),
    on('terminal', open, '{"do":"wager","player":"ann","spot":"99","chips":1}', 'not-in-this-book', 'spot-not-in-book', 'balance-too-low'),
    on('single', dark, '{"do":"wager","player":"ann","spot":"99","stake":500}', 'power-is-out', 'betting-is-closed', 'spot-not-in-book'),
    on('single', closed, '{"do":"wager","player":"ann","spot":"99","stake":500}', 'betting-is-closed', 'spot-not-in-book'),
    on('single', '', '{"do":"wager","player":"ann","bet":"tiers","unit":0}', 'betting-is-closed', 'bet-not-offered', 'stake-not-positive'),
    on('single', open, '{"do":"wager","player":"ann","spot":"17/36","stake":0}', 'spot-not-in-book', 'stake-not-positive'),
    on('terminal', open, '{"do":"wager","player":"ann","bet":"tiers","unit":-5}', 'bet-not-offered', 'stake-not-positive'),
    on('terminal', open, '{"do":"wager","player":"ann","spot":"17","stake":0}', 'stake-not-positive', 'under-the-minimum'),
    on('single', `${colours}\n{"do":"place-your-bets"}`, '{"do":"wager","player":"ann","spot":"17","chips":0}', 'stake-not-positive'),
    on('terminal', spun, `{"do":"wager","player":"ann","spot":"17","stake":${CENTS_MAX}}`, 'amount-too-large', 'over-the-maximum', 'balance-too-low'),
    on('single', onSpot, `{"do":"wager","player":"ann","spot":"17","chips":${CENTS_MAX / 500}}`, 'amount-too-large', 'balance-too-low'),
    on('crossed', open, '{"do":"wager","player":"ann","bet":"orphans","unit":900}', 'under-the-minimum', 'over-the-maximum'),
    on('terminal', '{"do":"place-your-bets"}', '{"do":"wager","player":"ann","spot":"17","stake":100}', 'under-the-minimum', 'balance-too-low'),
    on('terminal', open, '{"do":"wager","player":"ann","spot":"17","stake":20000}', 'over-the-maximum', 'balance-too-low'),
    on('single', open, '{"do":"wager","player":"ann","spot":"17","stake":10001}', 'balance-too-low'),
    on('single', open, '{"do":"wager","player":"ann","spot":"17","chips":1}', 'balance-too-low'),
  ],
  withdraw: [
    on('terminal', open, '{"do":"withdraw","player":"ann","spot":"17","chips":0,"by":"system"}', 'position-too-low', 'not-in-this-book', 'no-such-wager', 'stake-not-positive'),
    on('single', dark, '{"do":"withdraw","player":"ann","spot":"17","by":{"role":"player","name":"ben"}}', 'not-for-this-player', 'power-is-out', 'betting-is-closed'),
    on('terminal', closed, '{"do":"withdraw","player":"ann","spot":"17","chips":1}', 'not-in-this-book', 'betting-is-closed', 'withdrawal-too-large'),
    on('single', dark, '{"do":"withdraw","player":"ann","spot":"17"}', 'power-is-out', 'betting-is-closed'),
    on('single', closed, '{"do":"withdraw","player":"ann","spot":"99"}', 'betting-is-closed', 'spot-not-in-book', 'no-such-wager'),
    on('single', open, '{"do":"withdraw","player":"ann","spot":"99","stake":0}', 'spot-not-in-book', 'no-such-wager', 'stake-not-positive'),
    on('prison', imprisoned, '{"do":"withdraw","player":"ann","spot":"red","stake":0}', 'stakes-imprisoned', 'no-such-wager', 'stake-not-positive'),
    on('single', open, '{"do":"withdraw","player":"ann","spot":"17","stake":0}', 'no-such-wager', 'stake-not-positive'),
    on('terminal', spun, '{"do":"withdraw","player":"ann","spot":"17","stake":-4500}', 'stake-not-positive', 'over-the-maximum'),
    on('single', onSpot, '{"do":"withdraw","player":"ann","spot":"17","stake":1100}', 'not-whole-chips', 'withdrawal-too-large'),
    on('single', onSpot, '{"do":"withdraw","player":"ann","spot":"17","chips":3}', 'withdrawal-too-large'),
    on('terminal', spun, '{"do":"withdraw","player":"ann","spot":"17","stake":1001}', 'withdrawal-too-large', 'under-the-minimum'),
    on('terminal', spun, '{"do":"withdraw","player":"ann","spot":"17","stake":600}', 'under-the-minimum'),
  ],
  spin: [
    on('single', '', '{"do":"spin","ball":"clockwise","wheel":"still","by":"player"}', 'position-too-low', 'no-round-in-progress'),
    on('single', darkAndReferred, '{"do":"spin","ball":"clockwise","wheel":"still","by":"player"}', 'position-too-low', 'power-is-out', 'round-is-referred', 'ball-already-spun'),
    on('single', darkAndReferred, '{"do":"spin","ball":"clockwise","wheel":"still"}', 'power-is-out', 'round-is-referred', 'ball-already-spun'),
    on('single', referred, '{"do":"spin","ball":"clockwise","wheel":"still"}', 'round-is-referred', 'ball-already-spun'),
    on('noLimits', atRest, '{"do":"spin","ball":"clockwise","wheel":"still"}', 'ball-already-spun'),
  ],
  'no-more-bets': [
    on('single', '', '{"do":"no-more-bets","by":"player"}', 'position-too-low', 'no-round-in-progress', 'betting-is-closed'),
    on('single', open, '{"do":"no-more-bets","by":"player"}', 'position-too-low', 'too-early-to-close'),
    on('single', settled, '{"do":"no-more-bets"}', 'no-round-in-progress', 'betting-is-closed'),
    on('single', referred, '{"do":"no-more-bets"}', 'round-is-referred', 'betting-is-closed'),
    on('single', closed, '{"do":"no-more-bets"}', 'betting-is-closed'),
    on('single', open, '{"do":"no-more-bets","by":"pit-supervisor"}', 'too-early-to-close'),
    on('noLimits', open, '{"do":"no-more-bets","by":"shift-manager"}', 'too-early-to-close'),
  ],
  'allow-early-close': [
    on('terminal', '', '{"do":"allow-early-close","by":"dealer"}', 'position-too-low', 'not-in-this-book', 'no-round-in-progress', 'betting-is-closed'),
    on('terminal', '', '{"do":"allow-early-close"}', 'not-in-this-book', 'no-round-in-progress', 'betting-is-closed'),
    on('noLimits', open, '{"do":"allow-early-close"}', 'not-in-this-book'),
    on('single', settled, '{"do":"allow-early-close"}', 'no-round-in-progress', 'betting-is-closed'),
    on('single', referred, '{"do":"allow-early-close"}', 'round-is-referred', 'betting-is-closed', 'ball-already-spun'),
    on('single', closed, '{"do":"allow-early-close"}', 'betting-is-closed', 'ball-already-spun'),
    on('single', spun, '{"do":"allow-early-close"}', 'ball-already-spun'),
    on('single', `${open}\n{"do":"allow-early-close"}`, '{"do":"allow-early-close"}', 'early-close-already-allowed'),
  ],
  'bonus-numbers': [
    on('single', '', '{"do":"bonus-numbers","numbers":["1"],"by":"shift-manager"}', 'position-too-low', 'not-in-this-book', 'no-round-in-progress', 'bonus-numbers-not-valid'),
    on('single', '', '{"do":"bonus-numbers","numbers":["1"]}', 'not-in-this-book', 'no-round-in-progress', 'bonus-numbers-not-valid'),
    on('bonus', '', '{"do":"bonus-numbers","numbers":["1"]}', 'no-round-in-progress', 'bonus-numbers-not-valid'),
    on('bonus', `${spun}\n{"do":"power-failure"}`, '{"do":"bonus-numbers","numbers":["1"]}', 'power-is-out', 'betting-is-open', 'bonus-numbers-not-valid'),
    on('bonus', spun, '{"do":"bonus-numbers","numbers":["1"]}', 'betting-is-open', 'bonus-numbers-not-valid'),
    on('bonus', `${closed}\n${draw}`, '{"do":"bonus-numbers","numbers":["1"]}', 'bonus-numbers-already-drawn', 'bonus-numbers-not-valid'),
    on('bonus', closed, '{"do":"bonus-numbers","numbers":["1","1","3","4","5","6","7","8","9","10"]}', 'bonus-numbers-not-valid'),
    on('bonus', closed, `{"do":"bonus-numbers","numbers":["1"],"secret":"${'5a'.repeat(32)}"}`, 'bonus-numbers-not-valid', 'draw-not-as-committed'),
    on('bonus', closed, `{"do":"bonus-numbers","numbers":["1","2","3","4","5","6","7","8","9","10"],"secret":"${'5a'.repeat(32)}"}`, 'draw-not-as-committed'),
    on('bonus', closed, '{"do":"bonus-numbers","numbers":["37","2","3","4","5","6","7","8","9","10"]}', 'bonus-numbers-not-valid'),
  ],
  'ball-at-rest': [
    on('single', '', '{"do":"ball-at-rest","pocket":"00","by":"player"}', 'position-too-low', 'no-round-in-progress', 'spin-not-on-record', 'pocket-not-on-wheel'),
    on('single', '', '{"do":"ball-at-rest","pocket":"00"}', 'no-round-in-progress', 'spin-not-on-record', 'pocket-not-on-wheel'),
    on('single', atRest, '{"do":"ball-at-rest","pocket":"00"}', 'outcome-already-determined', 'pocket-not-on-wheel'),
    on('single', `${atRest}\n${wheelSays18}`, '{"do":"ball-at-rest","pocket":"00","source":"wheel"}', 'outcome-already-determined', 'pocket-not-on-wheel'),
    on('single', atRest, '{"do":"ball-at-rest","pocket":"17","source":"wheel"}', 'outcome-already-determined'),
    on('single', atRest, '{"do":"ball-at-rest","pocket":"00","source":"wheel"}', 'pocket-not-on-wheel'),
    on('single', open, '{"do":"ball-at-rest","pocket":"00"}', 'pocket-not-on-wheel'),
    on('single', `${open}\n{"do":"no-more-bets","by":"pit-manager"}`, '{"do":"ball-at-rest","pocket":"00"}', 'spin-not-on-record', 'pocket-not-on-wheel'),
    on('single', closed, '{"do":"ball-at-rest","pocket":"00"}', 'pocket-not-on-wheel'),
  ],
  'rule-on-wager': [
    on('terminal', '', '{"do":"rule-on-wager","player":"ann","spot":"99","treatment":"stands","reason":"x","by":"dealer"}', 'position-too-low', 'not-in-this-book', 'no-round-in-progress', 'outcome-not-determined', 'spot-not-in-book', 'no-such-wager'),
    on('noLimits', closed, '{"do":"rule-on-wager","player":"ann","spot":"99","treatment":"stands","reason":"x","by":"pit-manager"}', 'position-too-low', 'not-in-this-book', 'outcome-not-determined', 'spot-not-in-book', 'no-such-wager'),
    on('noLimits', closed, '{"do":"rule-on-wager","player":"ann","spot":"99","treatment":"stands","reason":"x"}', 'not-in-this-book', 'outcome-not-determined', 'spot-not-in-book', 'no-such-wager'),
    on('noLimits', referred, '{"do":"rule-on-wager","player":"ann","spot":"99","treatment":"stands","reason":"x"}', 'outcome-not-determined', 'spot-not-in-book', 'no-such-wager'),
    on('single', settled, '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"stands","reason":"x"}', 'no-round-in-progress', 'outcome-not-determined', 'no-such-wager'),
    on('single', closed, '{"do":"rule-on-wager","player":"ann","spot":"99","treatment":"stands","reason":"x"}', 'outcome-not-determined', 'spot-not-in-book', 'no-such-wager'),
    on('single', atRest, '{"do":"rule-on-wager","player":"ann","spot":"18","treatment":"moved","to":"99","reason":"x"}', 'spot-not-in-book', 'no-such-wager'),
    on('single', atRest, '{"do":"rule-on-wager","player":"ben","spot":"17","treatment":"returned","reason":"x"}', 'no-such-wager'),
    on('single', atRest, '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"returned","stake":0,"reason":"x"}', 'stake-not-positive'),
    on('single', atRest, '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"returned","stake":9999999,"reason":"x"}', 'withdrawal-too-large'),
  ],
  'close-table and open-table': [
    on('single', close, '{"do":"close-table","reason":"x","by":"dealer"}', 'position-too-low', 'table-is-closed'),
    on('single', '', '{"do":"open-table","reason":"x","by":"dealer"}', 'position-too-low', 'table-is-open'),
    on('single', close, '{"do":"close-table","reason":"x"}', 'table-is-closed'),
    on('single', open, '{"do":"open-table","reason":"x"}', 'table-is-open'),
  ],
  settle: [
    on('bonus', `${atRest}\n${wheelSays18}`, '{"do":"settle"}', 'results-differ', 'bonus-numbers-not-drawn'),
    on('single', `${atRest}\n${wheelSays18}\n{"do":"power-failure"}`, '{"do":"settle"}', 'power-is-out', 'results-differ'),
    on('single', `${atRest}\n${wheelSays18}\n{"do":"refer","reason":"x"}`, '{"do":"settle"}', 'round-is-referred', 'results-differ'),
    on('bonus', '', '{"do":"settle","by":"player"}', 'position-too-low', 'no-round-in-progress', 'outcome-not-determined', 'bonus-numbers-not-drawn'),
    on('single', settled, '{"do":"settle"}', 'no-round-in-progress', 'outcome-not-determined'),
    on('single', darkAndReferred, '{"do":"settle"}', 'power-is-out', 'round-is-referred', 'outcome-not-determined'),
    on('bonus', referred, '{"do":"settle"}', 'round-is-referred', 'outcome-not-determined', 'bonus-numbers-not-drawn'),
    on('bonus', closed, '{"do":"settle"}', 'outcome-not-determined', 'bonus-numbers-not-drawn'),
    on('bonus', atRest, '{"do":"settle"}', 'bonus-numbers-not-drawn'),
  ],
  'what voids a round': [
    on('single', '', '{"do":"irregularity","code":"earthquake","by":"player"}', 'position-too-low', 'not-in-this-book', 'no-round-in-progress'),
    on('single', '', '{"do":"irregularity","code":"earthquake"}', 'not-in-this-book', 'no-round-in-progress'),
    on('single', '', '{"do":"irregularity","code":"interruption"}', 'not-in-this-book', 'no-round-in-progress'),
    on('noLimits', '', '{"do":"irregularity","code":"no-spin"}', 'not-in-this-book', 'no-round-in-progress'),
    on('single', voided, '{"do":"irregularity","code":"ball-broke"}', 'no-round-in-progress'),
    on('single', open, '{"do":"irregularity","code":"wheel-stopped"}', 'irregularity-not-possible'),
    on('bonus', spun, '{"do":"irregularity","code":"bonus-number-not-lit"}', 'irregularity-not-possible'),
    on('single', atRest, '{"do":"irregularity","code":"earthquake"}', 'position-too-low', 'not-in-this-book', 'reason-missing'),
    on('single', atRest, '{"do":"irregularity","code":"ball-out-of-wheel","by":"pit-supervisor"}', 'record-says-otherwise', 'reason-missing'),
    on('single', atRest, '{"do":"irregularity","code":"interference","by":"pit-supervisor"}', 'reason-missing'),
    on('single', atRest, '{"do":"no-spin","by":"shift-manager"}', 'outcome-already-determined'),
    on('terminal', '', '{"do":"no-spin","by":"player"}', 'position-too-low', 'not-in-this-book', 'no-round-in-progress'),
    on('noLimits', '', '{"do":"no-spin"}', 'not-in-this-book', 'no-round-in-progress'),
    on('single', '', '{"do":"no-spin"}', 'no-round-in-progress'),
    on('single', dark, '{"do":"power-failure","by":"player"}', 'position-too-low', 'power-is-out'),
    on('terminal', '', '{"do":"power-failure"}', 'not-in-this-book', 'no-round-in-progress'),
    on('single', dark, '{"do":"power-failure"}', 'power-is-out'),
    on('noLimits', '', '{"do":"resume"}', 'not-in-this-book', 'no-round-in-progress', 'power-is-not-out'),
    on('single', '', '{"do":"resume"}', 'no-round-in-progress', 'power-is-not-out'),
    on('single', open, '{"do":"resume"}', 'power-is-not-out'),
    on('single', '', '{"do":"interruption"}', 'not-in-this-book', 'no-round-in-progress'),
    on('terminal', voided, '{"do":"interruption","terminals":["t1"]}', 'no-round-in-progress'),
  ],
  'referral and decision': [
    on('bonus', `${atRest}\n${wheelSays18}\n{"do":"refer","reason":"x"}`, '{"do":"decide","decision":"settle","reason":"x"}', 'results-differ', 'bonus-numbers-not-drawn'),
    on('single', '', '{"do":"refer","reason":"x","by":"player"}', 'position-too-low', 'no-round-in-progress'),
    on('single', referred, '{"do":"refer","reason":"x","by":"player"}', 'position-too-low', 'round-is-referred'),
    on('single', referred, '{"do":"refer","reason":"x"}', 'round-is-referred'),
    on('bonus', '', '{"do":"decide","decision":"settle","by":"pit-manager","reason":"x"}', 'position-too-low', 'no-round-in-progress', 'round-is-not-referred', 'outcome-not-determined', 'bonus-numbers-not-drawn'),
    on('single', dark, '{"do":"decide","decision":"settle","reason":"x"}', 'power-is-out', 'round-is-not-referred', 'outcome-not-determined'),
    on('single', '', '{"do":"decide","decision":"void","reason":"x"}', 'no-round-in-progress', 'round-is-not-referred'),
    on('bonus', closed, '{"do":"decide","decision":"settle","reason":"x"}', 'round-is-not-referred', 'outcome-not-determined', 'bonus-numbers-not-drawn'),
    on('bonus', referred, '{"do":"decide","decision":"settle","reason":"x"}', 'outcome-not-determined', 'bonus-numbers-not-drawn'),
    on('bonus', rested, '{"do":"decide","decision":"settle","reason":"x"}', 'bonus-numbers-not-drawn'),
    on('bonus', rested, '{"do":"decide","decision":"settle","awards":{"eve":5}}', 'reason-missing', 'bonus-numbers-not-drawn', 'player-unknown'),
    on('bonus', referred, '{"do":"decide","decision":"settle","awards":{"eve":5}}', 'outcome-not-determined', 'reason-missing', 'bonus-numbers-not-drawn', 'player-unknown'),
    on('single', closed, '{"do":"decide","decision":"continue","awards":{"eve":5}}', 'round-is-not-referred', 'reason-missing', 'player-unknown'),
    on('single', referred, '{"do":"decide","decision":"continue"}', 'reason-missing'),
    on('single', referred, '{"do":"decide","decision":"void","awards":{"ann":5,"eve":5},"reason":"x"}', 'player-unknown'),
    on('single', allRich, '{"do":"decide","decision":"void","awards":{"eve":5},"reason":"x"}', 'player-unknown', 'amount-too-large'),
    on('single', allRich, '{"do":"decide","decision":"void","awards":{"ann":1},"reason":"x"}', 'amount-too-large'),
    on('single', settled, '{"do":"refer","round":2,"reason":"x","by":"player"}', 'position-too-low', 'round-unknown'),
    on('single', settled, '{"do":"refer","round":2,"reason":"x"}', 'round-unknown'),
    on('single', askedLater, '{"do":"refer","round":1,"reason":"x"}', 'round-is-referred'),
    on('single', `${askedLater}\n${open}`, '{"do":"refer","round":1,"reason":"x"}', 'round-is-referred'),
    on('single', manyAsked, '{"do":"refer","round":1,"reason":"x"}', 'round-is-referred', 'too-many-referrals'),
    on('single', manyAsked, '{"do":"refer","round":99,"reason":"x"}', 'too-many-referrals', 'round-unknown'),
    on('single', referred, '{"do":"decide","decision":"stands","round":1}', 'round-in-progress', 'reason-missing'),
    on('single', settled, '{"do":"decide","decision":"void","round":1}', 'round-is-not-referred', 'reason-missing'),
    on('single', `${noSpin}\n{"do":"refer","round":1,"reason":"x"}`, '{"do":"decide","decision":"settle","round":1}', 'reason-missing', 'round-is-void'),
    on('single', askedLater, '{"do":"decide","decision":"settle","round":1}', 'reason-missing'),
    on('single', settled, '{"do":"rule-on-wager","player":"eve","spot":"99","treatment":"stands","round":1,"reason":"x"}', 'position-too-low', 'round-is-not-referred', 'spot-not-in-book', 'no-such-wager'),
    on('single', settled, '{"do":"rule-on-wager","player":"eve","spot":"99","treatment":"stands","round":1,"reason":"x","by":"shift-manager"}', 'round-is-not-referred', 'spot-not-in-book', 'no-such-wager'),
    on('single', askedLater, '{"do":"rule-on-wager","player":"eve","spot":"17","treatment":"stands","round":1,"reason":"x","by":"shift-manager"}', 'no-such-wager'),
    on('single', rested, '{"do":"rule-on-wager","player":"eve","spot":"99","treatment":"stands","reason":"x"}', 'round-is-referred', 'spot-not-in-book', 'no-such-wager'),
    on('single', rested, '{"do":"correct-outcome","round":1,"pocket":"00","reason":"x"}', 'round-is-referred', 'pocket-not-on-wheel'),
    on('single', askedLater, '{"do":"correct-outcome","round":1,"pocket":"00","reason":"x"}', 'round-is-referred', 'pocket-not-on-wheel'),
    on('terminal', askedLater, '{"do":"void-rounds","rounds":[1,9],"code":"ball-broke","reason":"x"}', 'round-is-referred', 'round-unknown'),
    on('terminal', referred, '{"do":"rule-on-wager","player":"eve","spot":"99","treatment":"moved","to":"18","reason":"x","by":"shift-manager"}', 'not-in-this-book', 'outcome-not-determined', 'spot-not-in-book', 'no-such-wager'),
    on('single', settled, '{"do":"void-rounds","rounds":[1,9],"code":"same-direction","reason":"x"}', 'record-says-otherwise', 'round-unknown'),
    on('single', open, '{"do":"void-rounds","rounds":[1,9],"code":"wheel-stopped","reason":"x"}', 'irregularity-not-possible', 'round-unknown'),
    on('single', atRest, '{"do":"void-rounds","rounds":[1],"code":"ball-out-of-wheel","reason":"x"}', 'record-says-otherwise'),
    on('single', settled, '{"do":"decide","decision":"stands","round":1,"awards":{"eve":5}}', 'round-is-not-referred', 'reason-missing', 'player-unknown'),
    on('single', askedLater, '{"do":"decide","decision":"stands","round":1,"by":"pit-manager"}', 'position-too-low', 'reason-missing'),
  ],
  'what would end a referred round': [
    on('single', rested, '{"do":"irregularity","code":"same-direction","by":"pit-supervisor"}', 'record-says-otherwise', 'reason-missing'),
    on('single', rested, '{"do":"no-spin"}', 'round-is-referred', 'outcome-already-determined'),
    on('single', darkAndReferred, '{"do":"no-spin"}', 'round-is-referred'),
    on('terminal', referred, '{"do":"void-rounds","rounds":[1,9],"code":"ball-broke","reason":"x","by":"pit-manager"}', 'round-is-referred', 'round-unknown'),
    on('bonus', referred, '{"do":"bonus-numbers","numbers":["1"]}', 'round-is-referred', 'bonus-numbers-not-valid'),
  ],
  afterwards: [
    on('noLimits', `${settled}\n{"do":"set-book","book":"mbs/sands-roulette@2","reason":"x"}\n{"do":"place-your-bets"}\n{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}\n{"do":"no-more-bets"}\n{"do":"ball-at-rest","pocket":"1"}\n{"do":"settle"}`, '{"do":"void-rounds","rounds":[1,2],"code":"ball-broke","reason":"x"}', 'rounds-of-several-books'),
    on('single', closed, '{"do":"correct-outcome","round":1,"pocket":"00","reason":"x","by":"dealer"}', 'position-too-low', 'outcome-not-determined', 'pocket-not-on-wheel'),
    on('single', closed, '{"do":"correct-outcome","round":1,"pocket":"00","reason":"x"}', 'outcome-not-determined', 'pocket-not-on-wheel'),
    on('single', settled, '{"do":"correct-outcome","round":2,"pocket":"00","reason":"x"}', 'round-unknown', 'pocket-not-on-wheel'),
    on('single', noSpin, '{"do":"correct-outcome","round":1,"pocket":"00","reason":"x"}', 'round-is-void', 'pocket-not-on-wheel'),
    on('bonus', noSpin, '{"do":"correct-outcome","round":1,"pocket":"99","reason":"x"}', 'round-is-void', 'pocket-not-on-wheel'),
    on('bonus', voided, '{"do":"correct-outcome","round":1,"pocket":"99","reason":"x"}', 'position-too-low', 'draw-not-on-record', 'pocket-not-on-wheel'),
    on('bonus', voided, '{"do":"correct-outcome","round":1,"pocket":"99","reason":"x","by":"shift-manager"}', 'draw-not-on-record', 'pocket-not-on-wheel'),
    on('single', voided, '{"do":"correct-outcome","round":1,"pocket":"00","reason":"x","by":"shift-manager"}', 'pocket-not-on-wheel'),
    on('single', settled, '{"do":"correct-outcome","round":1,"pocket":"00","reason":"x"}', 'pocket-not-on-wheel'),
    on('single', settled, '{"do":"correct-outcome","round":1,"pocket":"17","reason":"x"}', 'outcome-unchanged'),
    on('single', atRest, '{"do":"correct-outcome","round":1,"pocket":"17","reason":"x"}', 'outcome-unchanged'),
    on('single', voided, '{"do":"void-rounds","rounds":[1,7],"code":"earthquake","reason":"x","by":"dealer"}', 'position-too-low', 'not-in-this-book', 'round-unknown', 'round-is-void'),
    on('single', voided, '{"do":"void-rounds","rounds":[1,7],"code":"earthquake","reason":"x"}', 'not-in-this-book', 'round-unknown', 'round-is-void'),
    on('single', voided, '{"do":"void-rounds","rounds":[1,7],"code":"ball-broke","reason":"x"}', 'round-unknown', 'round-is-void'),
    on('single', voided, '{"do":"void-rounds","rounds":[1],"code":"ball-broke","reason":"x"}', 'round-is-void'),
  ],
  'set-book': [
    on('single', open, '{"do":"set-book","book":"mbs/roulette@9","reason":"x","by":"pit-manager"}', 'position-too-low', 'round-in-progress', 'book-unknown'),
    on('single', open, '{"do":"set-book","book":"mbs/roulette@9","reason":"x"}', 'round-in-progress', 'book-unknown'),
    on('single', settled, '{"do":"set-book","book":"mbs/sands-roulette@1","reason":"x"}', 'book-unknown'),
    on('single', settled, '{"do":"set-book","book":"mbs/roulette@3","reason":"x"}', 'book-unchanged'),
    on('single', settled, '{"do":"set-book","book":"mbs/roulette@4","reason":"x"}', 'book-does-not-fit'),
  ],
  'set-limits': [
    on('single', open, '{"do":"set-limits","limits":{"default":{"min":5,"max":1}},"by":"dealer"}', 'position-too-low', 'round-in-progress', 'limits-not-valid'),
    on('single', open, '{"do":"set-limits","limits":{"default":{"min":5,"max":1}}}', 'round-in-progress', 'limits-not-valid'),
    on('single', settled, '{"do":"set-limits","limits":{"default":{"min":5,"max":1}}}', 'limits-not-valid'),
  ],
}

const everyCase = Object.entries(cases).flatMap(([about, rows]) => rows.map((row) => ({ about, ...row })))

function scriptOf(text: string): Script {
  const script = readScript(text, bookOrMisfit)
  if (isScriptProblem(script)) throw new Error(`line ${script.line}: ${script.problem}`)
  return script
}

type Given = Extract<Played, { played: 'command' }>
const playOf = (script: Script): Given[] => [...playScript(script)].filter((played) => played.played === 'command')

/** The model after every accepted command before the last one. */
function modelBefore(script: Script, given: readonly Given[]): Model {
  const { book, setup, house } = script.find((step) => step.step === 'table')!
  const setting = { book, layout: setup.layout, terminal: setup.terminal }
  const model = { ...modelOf(setting, setup.limits, setup.wheelOrder), onlyInForce: house.onlyInForce ?? false }
  for (const { answer } of given.slice(0, -1)) {
    model.wasOpen = model.open
    if (!isRefusal(answer)) for (const one of answer.events) record(model, one)
  }
  return model
}

describe.each(Object.entries(cases))('%s', (_, rows) => {
  test.each(rows)('$refused comes before $also', ({ script: text, refused, also }) => {
    const script = scriptOf(text)
    const given = playOf(script)
    const { command, answer } = given.at(-1)!
    expect(given.slice(0, -1).filter((before) => isRefusal(before.answer))).toEqual([])
    expect(refusalsOf(modelBefore(script, given), command as Command)).toEqual([refused, ...also])
    expect(answer).toMatchObject({ refused })
  })
})

test('every refusal is given in some case, and none is out of reach', () => {
  const given = new Set(everyCase.map(({ refused }) => refused))
  expect(refusalCodes.filter((code) => !given.has(code))).toEqual([])
})

const tableLine = ({ book, layout, terminal }: Setting): string =>
  JSON.stringify({
    table: { book: book.id, layout, ...(terminal ? { terminal } : {}), limits: { default: { min: 500, max: 5000 } } },
  })

test.each(settings)('every refusal of $book.id, layout $layout, cites a clause of the book', (setting) => {
  const scripts = everyCase.map(({ script }) => [tableLine(setting), ...script.split('\n').slice(1)].join('\n'))
  const refused = scripts.flatMap((text) =>
    playOf(scriptOf(text)).flatMap(({ answer }) => (isRefusal(answer) ? [answer] : [])),
  )
  expect(refused.length).toBeGreaterThan(100)
  for (const { clause, ...refusal } of refused)
    if (clause !== undefined)
      expect(knowsClause(setting.book, clause), JSON.stringify({ clause, ...refusal })).toBe(true)
})

test.each([
  ['single', '{"do":"wager","player":"ann","spot":"18","stake":500}', closed, '5.13'],
  ['single', '{"do":"withdraw","player":"ann","spot":"17"}', closed, '5.14'],
  ['single', '{"do":"wager","player":"ann","spot":"18","stake":500}', '', '3.1'],
  ['bonus', '{"do":"wager","player":"ann","spot":"18","stake":500}', closed, '5.14'],
  ['noLimits', '{"do":"wager","player":"ann","spot":"18","stake":500}', closed, '5.11'],
  ['terminal', '{"do":"wager","player":"ann","spot":"18","stake":500}', closed, '3.5'],
  ['single', '{"do":"no-more-bets"}', open, '6.1'],
  ['noLimits', '{"do":"no-more-bets","by":"shift-manager"}', open, '3.6'],
  ['terminal', '{"do":"wager","player":"ann","spot":"18","stake":5}', open, '3.3'],
  ['single', '{"do":"settle","by":"player"}', open, '6.3'],
  ['terminal', '{"do":"settle","by":"player"}', open, '1.5'],
  ['bonus', '{"do":"settle"}', atRest, '1.1.1'],
  ['single', '{"do":"rule-on-wager","player":"ann","spot":"99","treatment":"stands","reason":"x"}', atRest, '3.9'],
  ['single', '{"do":"rule-on-wager","player":"ben","spot":"17","treatment":"stands","reason":"x"}', atRest, '3.9'],
  ['single', '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"stands","reason":"x"}', closed, '3.9'],
] as const)('on the %s table %s is refused by the right clause', (table, last, before, clause) => {
  const answer = playOf(scriptOf(on(table, before, last, 'balance-too-low').script)).at(-1)!.answer
  expect(answer).toMatchObject({ clause })
})

test.each([
  ['the spot', '{"do":"rule-on-wager","player":"ann","spot":"99","treatment":"stands","reason":"x"}', '99'],
  ['where to', '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"moved","to":"98","reason":"x"}', '98'],
])('a ruling names what is not a spot: %s', (_, last, spot) => {
  const answer = playOf(scriptOf(on('single', atRest, last, 'spot-not-in-book').script)).at(-1)!.answer
  expect(answer).toMatchObject({ refused: 'spot-not-in-book', spot })
})
