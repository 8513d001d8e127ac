import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../test/campaign.ts'
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
  mei,
  open,
  openTable,
  playedOf,
  prisonTable,
  rest,
  roulette,
  round,
  sands1,
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
import { books } from '../books/index.ts'
import { isRefusal } from '../engine/decision.ts'
import { refusalCodes } from '../engine/refusals.ts'
import { playScript } from '../engine/script.ts'
import { scenariosOf } from '../reference/scenarios.ts'
import * as en from '../words/en/index.ts'
import { passagesOf, tellStory } from './story.ts'
import { tellings } from './tell-events.ts'
import { widthOf } from './text.ts'

test('one story, whole, in every language', () => {
  const played = playedOf([
    roulette,
    buy('Ann', 30000),
    buyColour('Bob', 5000, 'blue', 1000),
    { ...open, by: mei, at: '2026-03-01T20:15:00+08:00' },
    stake('Ann', '17', 25000),
    stake('Ann', '20/17', 500),
    { ...chips('Bob', 'dozen-2', 2), by: mei },
    { ...spin, by: mei },
    { ...close, by: mei },
    stake('Ann', '17/20', 500),
    rest('17', 6),
    settle,
    { do: 'correct-outcome', round: 1, pocket: '25', reason: 'the dolly stood on the wrong number.', by: tan },
  ])
  expect([...tellStory(played)].join('\n')).toBe(wholeStory)
  expect([...tellStory(played, zh)].join('\n')).toBe(wholeStoryInChinese)
})

const wholeStory = `Roulette, mbs/roulette@3
========================
  Rules of Marina Bay Sands, version 3. Played at a table. The wheel has 37 pockets: 0 and 1 to
    36.
  Limits, for one player on one spot: $5.00 to $1,000.00; straight up $5.00 to $200.00.
      [clause 3.3.1: Several players may bet on the same spot; what each has there must lie within
       the limits shown at the table.]

Before the first round
----------------------
  Ann bought $300.00 in cash chips.
  Bob bought 5 blue chips at $10.00 each, $50.00 in all. The value is above the table minimum, so
    it was marked.
      [clause 1.1.1: Colour chips carry no printed value; the player sets it when buying them, and
       a marker shows it when above the minimum.]

Round 1, opened 2026-03-01T20:15:00+08:00
-----------------------------------------
  20:15:00 Dealer Mei called "Place your bets, please" and opened round 1.
      [clause 3.1: The round opens when the dealer calls for bets to be placed.]
  Ann put $250.00 on 17. That is over the maximum of $200.00: it was recorded and flagged to the
    dealer. [clause 3.3.1]
      [clause 3.4.1: Straight up: one number, chip in the middle of its square.]
  Ann put $5.00 on the split 17/20.
      [clause 3.4.2: Split: two numbers, chip on the line between them.]
  Dealer Mei put 2 blue chips ($20.00) on the 2nd dozen (13 to 24) for Bob.
      [clause 3.4.7: Dozen: the first, second or third twelve numbers, chip in the box marked so.]
      [clause 3.5: Until betting closes, the dealer or pit staff may bet for a player who asks; the
       player answers for where it lies.]
  Dealer Mei spun the ball clockwise, against the wheel, which turned anticlockwise.
      [clause 3.6: A spin is valid when the ball runs against the wheel and makes four revolutions
       or more.]
  Dealer Mei called "No more bets". Betting was closed.
      [clause 3.7: The dealer closes betting while the ball is still circling.]
  Ann tried to put $5.00 on the split 17/20, but was refused: betting was closed. The $5.00 that
    Ann had there stayed in play. The attempt was recorded.
      [clause 5.13: Once betting is closed, a new wager or a raise is refused and does not count,
       unless another rule allows it.]
  The ball came to rest in 17 (black) after 6 revolutions, as the dealer announced.
      [clause 3.8: The pocket where the ball rests is the outcome; the dealer announces it and
       marks its number with the dolly.]
  The dealer settled round 1 on 17 (black), wager by wager.
      [clause 4.3: Wagers are settled where their chips lay when betting closed, except those that
       the pit rules on under 3.9.]
  By the pay table, winners keeping their stake:
      [clause 4.1: Pay table: from 35 to 1 on one number down to even money on half of 1 to 36.]
    player  wager                   stake  chips   odds     result   winnings
    Ann     17                    $250.00          35 to 1  won     $7,000.00
              over the maximum of $200.00: $50.00 of it was not in play and went back [clause 5.16]
            split 17/20             $5.00          17 to 1  won        $85.00
    Bob     2nd dozen (13 to 24)   $20.00  2 blue  2 to 1   won        $40.00
      [clause 5.16: A wager above the maximum is paid or collected as if it were the maximum; the
       excess goes back.]
  Ann won $7,085.00 on the round and now holds $7,385.00.
  Bob won $40.00 on the round and now holds $90.00 (5 blue chips and $40.00 in cash chips).

After round 1
-------------
  Pit supervisor Tan put the outcome of round 1 right: not 17 (black) but 25 (red). The reason
    given: "the dolly stood on the wrong number".
      [clause 6.4: Displays of results only inform; if one is wrong, the pocket where the ball
       rested counts, provided the round was properly played.]
  The round was settled again by where the ball rested.
    player  wager                   stake  before                          now
    Ann     17                    $250.00  won at 35 to 1, $7,000.00 paid  lost, $200.00 collected
            split 17/20             $5.00  won at 17 to 1, $85.00 paid     lost, $5.00 collected
    Bob     2nd dozen (13 to 24)   $20.00  won at 2 to 1, $40.00 paid      lost, $20.00 collected
  Ann gave back $7,290.00. Ann now holds $95.00.
  Bob gave back $60.00 ($40.00 in cash chips and 2 blue chips). Bob now holds $30.00 (3 blue
    chips).

At the end
----------
    player  brought   holds   owes
    Ann     $300.00  $95.00  $0.00
    Bob      $50.00  $30.00  $0.00
  The house won $225.00. The books balance: $350.00 brought = $125.00 held + $225.00 won by the
    house.`

const wholeStoryInChinese = `轮盘，mbs/roulette@3
====================
  滨海湾金沙规则，第 3 版。在赌台上进行。轮盘有 37 个号码槽：0 和 1 至 36。
  限额（每位玩家在每个位置）：$5.00 至 $1,000.00；直注 $5.00 至 $200.00。
      [第 3.3.1 条：多位玩家可在同一位置下注；每人在该处的注额须在本台所示限额之内。]

第一局之前
----------
  Ann 买入 $300.00 的现金筹码。
  Bob 买入 5 枚蓝色筹码，每枚 $10.00，共 $50.00。面值高于最低限额，已放置标记。
      [第 1.1.1 条：彩色筹码不印面值，由玩家买入时定价；高于最低限额时以标记标明。]

第 1 局，开局时间 2026-03-01T20:15:00+08:00
-------------------------------------------
  20:15:00 荷官 Mei 宣布“请下注”，第 1 局开始。
      [第 3.1 条：荷官请玩家下注时，一局开始。]
  Ann 在号码 17 下注 $250.00。高于最高限额 $200.00：已记录并提示荷官。 [第 3.3.1 条]
      [第 3.4.1 条：直注：一个号码，筹码放在该号码格中央。]
  Ann 在分注 17/20 下注 $5.00。
      [第 3.4.2 条：分注：两个号码，筹码放在两格之间的线上。]
  荷官 Mei 为 Bob 在第二打注（13 至 24）下注 2 枚蓝色筹码（$20.00）。
      [第 3.4.7 条：打注：第一、第二或第三打十二个号码，筹码放在标示的格内。]
      [第 3.5 条：停止下注之前，荷官或场务人员可应玩家要求代为下注；注码位置由玩家负责。]
  荷官 Mei 顺时针转珠，与轮盘反向，轮盘逆时针转动。
      [第 3.6 条：珠子与轮盘反向转动并走满四圈或以上，转珠方为有效。]
  荷官 Mei 宣布“买定离手，停止下注”。下注结束。
      [第 3.7 条：荷官在珠子仍在转动时停止下注。]
  Ann 试图在分注 17/20 下注 $5.00，但被拒绝：已停止下注。Ann 在该处的 $5.00 继续有效。此次尝试已记
    录在案。
      [第 5.13 条：停止下注后，下注或加注一律拒绝且不计，其他条款另有许可者除外。]
  珠子转动 6 圈后落在 17（黑），由荷官宣布。
      [第 3.8 条：珠子落定的号码槽即为结果；荷官宣布结果，并在该号码上放置胜号标记。]
  荷官按 17（黑）逐注结算第 1 局。
      [第 4.3 条：注码按停止下注时筹码所在位置结算，按第 3.9 条裁定者除外。]
  按赔率表，赢家保留本注：
      [第 4.1 条：赔率表：单一号码 1 赔 35，依次递减至覆盖 1 至 36 半数号码的 1 赔 1。]
    玩家  投注                     注额  筹码      赔率     结果       派彩
    Ann   号码 17               $250.00            1 赔 35  赢    $7,000.00
            高于最高限额 $200.00：其中 $50.00 无效，已退回 [第 5.16 条]
          分注 17/20              $5.00            1 赔 17  赢       $85.00
    Bob   第二打注（13 至 24）   $20.00  2 枚蓝色  1 赔 2   赢       $40.00
      [第 5.16 条：高于最高限额的注码按最高限额赔付或收取，超出部分退回。]
  Ann 本局赢 $7,085.00，现持有 $7,385.00。
  Bob 本局赢 $40.00，现持有 $90.00（5 枚蓝色筹码和 $40.00 的现金筹码）。

第 1 局之后
-----------
  监场 Tan 更正第 1 局的结果：不是 17（黑），而是 25（红）。理由：“the dolly stood on the wrong
    number”。
      [第 6.4 条：结果显示仅供参考；如有错误，只要该局正当进行，以珠子落定的号码槽为准。]
  本局按珠子落定之处重新结算。
    玩家  投注                     注额  更正前                       更正后
    Ann   号码 17               $250.00  赢，1 赔 35，赔付 $7,000.00  输，收取 $200.00
          分注 17/20              $5.00  赢，1 赔 17，赔付 $85.00     输，收取 $5.00
    Bob   第二打注（13 至 24）   $20.00  赢，1 赔 2，赔付 $40.00      输，收取 $20.00
  Ann 交回 $7,290.00。Ann 现持有 $95.00。
  Bob 交回 $60.00（$40.00 的现金筹码和 2 枚蓝色筹码）。Bob 现持有 $30.00（3 枚蓝色筹码）。

结束时
------
    玩家     买入    持有   欠款
    Ann   $300.00  $95.00  $0.00
    Bob    $50.00  $30.00  $0.00
  庄家赢 $225.00。账目平衡：买入 $350.00 = 持有 $125.00 + 庄家赢 $225.00。`

/** Scripts that between them reach every refusal and every event. */
const scripts: Record<string, readonly Fields[]> = {
  positions: [
    roulette,
    { ...open, by: 'player' },
    { do: 'bonus-numbers', numbers: ['1'], by: 'shift-manager' },
    { ...open, by: 'system' },
    { ...buy('Ann', 500), by: { role: 'player', name: 'Bob' } },
  ],
  'phases of a round': [
    roulette,
    stake('Ann', '17', 500),
    settle,
    open,
    open,
    { do: 'resume' },
    { do: 'decide', decision: 'void' },
    { do: 'correct-outcome', round: 1, pocket: '1', reason: 'too early' },
    close,
    spin,
    spin,
    settle,
    close,
    close,
    rest('37'),
    rest('0'),
    rest('1'),
    { do: 'irregularity', code: 'ball-out-of-wheel', by: tan },
    { do: 'irregularity', code: 'interference', by: tan },
    { do: 'power-failure' },
    settle,
    { do: 'resume' },
    { do: 'refer', reason: 'unsure' },
    settle,
    { do: 'decide', decision: 'settle', by: lim },
  ],
  'no closing before the spin': [
    sands1,
    open,
    close,
    { do: 'no-spin' },
    { do: 'irregularity', code: 'wheel-stopped' },
    { do: 'irregularity', code: 'earthquake' },
  ],
  'the wheel and the dealer': [
    roulette,
    ...round('17'),
    wheelSays('20'),
    wheelSays('20'),
    settle,
    correct('20'),
    settle,
  ],
  'a closed table': [roulette, openTable, open, closeTable, closeTable, { do: 'no-spin' }, open, openTable, open],
  'after the fact': [
    roulette,
    buy('Ann', 1000),
    ...round('3', stake('Ann', '3', 1000)),
    settle,
    { do: 'cash-out', player: 'Ann', amount: 36000 },
    { do: 'correct-outcome', round: 1, pocket: '3', reason: 'no change' },
    { do: 'correct-outcome', round: 2, pocket: '3', reason: 'no round' },
    { do: 'correct-outcome', round: 1, pocket: '4', reason: 'misread' },
    { do: 'repay', player: 'Ann', amount: 99900 },
    { do: 'repay', player: 'Ann', amount: 0 },
    buy('Ann', 10000),
    { do: 'repay', player: 'Ann', amount: 36000 },
    { do: 'repay', player: 'Ann', amount: 5000 },
    { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'found cracked', by: lim },
    { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'found cracked', by: lim },
    { do: 'correct-outcome', round: 1, pocket: '4', reason: 'void by mistake' },
    { do: 'set-limits', limits: { default: { min: 500, max: 100 } } },
    { do: 'set-limits', limits: { default: { min: 100 } }, by: tan, reason: 'a quiet night' },
  ],
  wagers: [
    roulette,
    buyColour('Ann', 1000, 'red', 100),
    buyColour('Bob', 1000, 'red', 100),
    buyColour('Ann', 1000, 'blue', 100),
    buyColour('Bob', 1050, 'blue', 100),
    buy('Ann', 100000000000),
    open,
    stake('Ann', '17/19', 500),
    stake('Ann', '17', 0),
    { ...stake('Ann', '17', 500), chips: 5, stake: undefined },
    { do: 'wager', player: 'Ann', bet: 'tiers', unit: 100 },
    { do: 'withdraw', player: 'Ann', spot: '18' },
    { do: 'withdraw', player: 'Ann', spot: '17', chips: 6 },
    { do: 'withdraw', player: 'Ann', spot: '17', chips: 1, by: mei },
    stake('Bob', '17', 100),
    chips('Ann', '17', 1000000000),
    spin,
    close,
    { do: 'withdraw', player: 'Ann', spot: '17' },
    rest('17'),
    { do: 'rule-on-wager', player: 'Ann', spot: '17', treatment: 'moved', to: '18', reason: 'pushed', by: tan },
  ],
  books: [
    sands1,
    { do: 'set-book', book: 'mbs/sands-roulette@9', reason: 'a rumour', by: lim },
    { do: 'set-book', book: 'mbs/sands-roulette@1', reason: 'to be sure', by: lim },
    ...round('17'),
    settle,
    { do: 'set-book', book: 'mbs/sands-roulette@2', reason: 'the new rules', by: lim },
    ...round('18'),
    settle,
    { do: 'void-rounds', rounds: [1, 2], code: 'ball-broke', reason: 'a crack', by: lim },
  ],
  'a book that does not fit': [roulette, { do: 'set-book', book: 'mbs/roulette@4', reason: 'so be it', by: lim }],
  'books in force': [
    { table: { book: 'mbs/sands-roulette@1', onlyInForce: true } },
    { ...open, at: '2026-03-01T20:15:00+08:00' },
  ],
  leave: [
    roulette,
    open,
    { do: 'allow-early-close', by: wong },
    { do: 'allow-early-close', by: lim },
    { ...close, by: mei },
  ],
  draws: [
    fast,
    open,
    draw('1'),
    { ...close, by: 'pit-manager' },
    rest('S'),
    spin,
    draw('1', '1'),
    rest('S'),
    settle,
    { ...draw('0', '00', 'S', 'MBS', '1', '2', '3', '4', '5', '6'), secret: '5a'.repeat(32) },
    draw('0', '00', 'S', 'MBS', '1', '2', '3', '4', '5', '6'),
    draw('0', '00', 'S', 'MBS', '1', '2', '3', '4', '5', '6'),
    settle,
  ],
  facts: [
    roulette,
    open,
    spin,
    close,
    { do: 'refer', reason: 'a cat' },
    { do: 'irregularity', code: 'interference', by: mei },
    { ...rest('17'), revolutions: 5 },
    { ...rest('17'), revolutions: 3, source: 'wheel' },
    { do: 'decide', decision: 'continue', reason: 'no cat' },
    { ...rest('17'), revolutions: 6, source: 'wheel' },
  ],
  'no draw to put right by': [
    fast,
    open,
    spin,
    { do: 'irregularity', code: 'interference' },
    { do: 'correct-outcome', round: 1, pocket: 'S', reason: 'nobody touched it', by: lim },
  ],
  questions: [
    roulette,
    ...Array(21)
      .fill([open, spin, close, rest('17'), settle])
      .flat(),
    ...Array.from({ length: 21 }, (_, round) => ({ do: 'refer', round: round + 1, reason: 'a cat' })),
    { do: 'decide', decision: 'stands', round: 1, reason: 'no cat', awards: { Zoe: 500 } },
  ],
  prison: [
    prisonTable,
    buy('Ann', 5000),
    buyColour('Ben', 4000, 'blue', 500),
    ...round('0', stake('Ann', 'red', 1000), stake('Ann', 'low', 2500), chips('Ben', 'black', 3)),
    settle,
    open,
    { do: 'withdraw', player: 'Ann', spot: 'red' },
    { do: 'no-spin' },
    ...round('0', stake('Ann', 'red', 500)),
    settle,
    ...round('2'),
    settle,
    correct('3'),
    { ...correct('0'), round: 3 },
    { ...correct('1'), round: 3 },
    correct('0'),
    { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'a crack', by: tan },
    correct('0'),
    closeTable,
    open,
    stake('Ann', 'red', 500),
    spin,
    close,
    rest('1'),
    settle,
  ],
  terminals: [
    terminals,
    buy('T1', 1000),
    open,
    stake('T1', '17', 100),
    stake('T1', '17', 30000),
    stake('T1', '17', 500),
    { do: 'cash-out', player: 'T1', amount: 100 },
    { do: 'wager', player: 'T1', bet: 'neighbours:21:9', unit: 100 },
    { do: 'interruption', terminals: ['T1', 'T2'] },
    { do: 'interruption' },
  ],
}

const everything = Object.values(scripts).map(playedOf)
const allTold = Object.values(scripts)
  .map((steps) => storyText(...steps))
  .join(' ')

test('every refusal is reached and has words, never its bare code', () => {
  const refused = everything
    .flat()
    .flatMap((step) => ('answer' in step && isRefusal(step.answer) ? [step.answer.refused] : []))
  expect(new Set(refused)).toEqual(new Set(refusalCodes))
  for (const code of refusalCodes) expect(allTold).not.toContain(code)
  expect(allTold.match(/but was refused: [a-z$\d"]/gi)).toHaveLength(refused.length)
})

test('every event is reached and has words', () => {
  const types = everything
    .flat()
    .flatMap((step) => ('answer' in step && !isRefusal(step.answer) ? step.answer.events : []))
    .map(({ type }) => type)
  expect(new Set(types)).toEqual(new Set(Object.keys(tellings)))
  for (const type of types) expect(allTold).not.toContain(type)
})

const gaps = /undefined|NaN|null|\[object|\$-|\(\)| ,|[^ ]\.\.|: \.|""|（）|“”|[，。：；、]{2}| [，。：；、）]/
const wholeSentence = { en: /^(?:[\d:]{8} )?\p{Lu}.*[.:]$/u, zh: /^[\p{Script=Han}“\w].*[。：]$/u }

describe.each(Object.keys(wholeSentence) as (keyof typeof wholeSentence)[])('%s', (language) => {
  const words = { en, zh }[language]
  test.each(Object.keys(scripts))('%s: whole sentences, no gaps, in 100 columns', (name) => {
    const played = playedOf(scripts[name]!)
    const lines = [...tellStory(played, words)]
    expect(lines.join('\n')).not.toMatch(gaps)
    expect(lines.filter((line) => widthOf(line) > 100)).toEqual([])
    for (const passage of passagesOf(played, words))
      if ('says' in passage) expect(passage.says).toMatch(wholeSentence[language])
  })

  test.each(books)('the scenarios of $id are told without gaps', (book) => {
    const balance = words.story.closing.balanced('', '').slice(0, 5)
    for (const { path, script } of sampleOf(scenariosOf(book))) {
      const lines = [...tellStory(playScript(script), words)]
      expect(lines.join('\n'), path).not.toMatch(gaps)
      expect(lines.slice(-2).join(' '), path).toContain(balance)
    }
  })
})

/** Texts that stay unchanged in Chinese: people's own words and names, ids of books, and the place of the readings. */
const namesAndIds = /“[^”]*”|(?:mbs|rws)\/[\w@-]+|docs\/readings\.md|\b[A-Z][A-Za-z]*\d*\b/g

const leftInEnglish = (lines: readonly string[]) =>
  lines.filter((line) => /[a-z]{2,}/.test(line.replace(namesAndIds, '')))

/** The book with en prison has no Chinese edition: the sentences of its story are Chinese, its clauses are not. */
const { prison, ...ours } = scripts

test.each(Object.keys(ours))('in Chinese, %s: nothing is left in English', (name) => {
  expect(leftInEnglish([...tellStory(playedOf(ours[name]!), zh)])).toEqual([])
})

test('in Chinese, prison: no sentence is left in English', () => {
  const sentences = sentencesInChinese(...prison!)
  expect(leftInEnglish(sentences.filter((sentence) => !sentence.includes('A house abroad')))).toEqual([])
  expect(sentences.join('')).toContain('其实未受监禁')
})

test('the fate of stakes in prison is in the story, with its clause', () => {
  const told = storyText(...prison!)
  for (const sentence of [
    'in prison until the next settled round [clause 3.3]',
    '$5.00 of it was not in play and went back; the rest is in prison [clause 3.4] [clause 3.3]',
    'Ann neither won nor lost and now holds $20.00 and has $30.00 in prison.',
    'the stake on red was in prison until a settled round decided about it. [clause 3.3]',
    'Stakes in prison stayed there: a void round decides nothing. [clause 3.3]',
    'in prison since round 1, and stays there [clause 3.3]',
    'in prison since round 1, and free now [clause 3.3]',
    'in prison since round 3, and lost now [clause 3.3]',
    'on red from round 1 was not in prison after all, so what rounds 3 and 4 did to it no longer counted.',
    'The stake of Ann, $10.00 on red, went to prison; the next settled round decides it. [clause 3.3]',
    'The stake of Ann on red from round 1 left prison. [clause 3.3]',
    'The table was closed: the round was for stakes in prison alone. [clause 3.3]',
  ])
    expect(told.replaceAll('\u00a0', ' ')).toContain(sentence)
})
