import { inChinese } from '../../books/chinese/index.ts'
import type { SpotKind } from '../../books/rule-book.ts'
import type { Role } from '../../engine/positions.ts'
import type { Phase } from '../../engine/table.ts'
import { betWords, offerTold } from '../bets.ts'
import { inColour, inMoney, irregularityWords, otherThan } from '../nouns.ts'
import { bothSpoke, fundsWord, ownChips, pocketsIn, roundUnderWay } from '../refusals.ts'
import { playerIn } from '../scene.ts'
import { onSpot } from '../spots.ts'
import { dollars } from '../text.ts'
import type { Words } from './words.ts'

/** Chinese beside a number, an amount or a name in Latin letters stands apart from it. */
const meets = /^(?:\p{Script=Han}[\w$(]|[\w.%)]\p{Script=Han})$/u
const beside = (before: string, after: string): string =>
  meets.test(before.slice(-1) + after.slice(0, 1)) ? `${before} ${after}` : before + after

/** A sentence with its facts. What is said within a fact is left as it is. */
const spaced = (pieces: readonly string[], ...facts: readonly unknown[]): string =>
  pieces.reduce((text, piece, index) => beside(beside(text, String(facts[index - 1])), piece))

const optional = (fact: string | null, told: (fact: string) => string): string => (fact === null ? '' : told(fact))

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : spaced`${items.slice(0, -1).join('、')}和${items.at(-1)}`

const forWhom = (whom: string | null): string => optional(whom, (player) => spaced`为${player}`)
const after = (revolutions: number | undefined): string => (revolutions === undefined ? '' : `转动 ${revolutions} 圈后`)
const making = (total: string | null): string => optional(total, (all) => `，该处共 ${all}`)

// biome-ignore format: a table is read down its columns
const roles: Words['people']['roles'] = {
  'player':         '玩家',
  'dealer':         '荷官',
  'pit-supervisor': '监场',
  'pit-manager':    '场务经理',
  'shift-manager':  '值班经理',
  'system':         '随机数发生器',
}
const orAbove = (role: unknown): string => `${roles[role as Role]}或以上人员`

// biome-ignore format: a table is read down its columns
const kinds: Words['spots']['kinds'] = {
  'straight-up':     '直注',
  'split':           '分注',
  'street':          '街注',
  'corner':          '角注',
  'six-line':        '线注',
  'line':            '线注',
  'top-line':        '首线注',
  'column':          '列注',
  'dozen':           '打注',
  'low':             '小',
  'high':            '大',
  'odd':             '单',
  'even':            '双',
  'red':             '红',
  'black':           '黑',
  'green':           '绿',
  'bonus-win':       '奖号赢',
  'super-bonus-win': '超级奖号赢',
  'scatter-bonus':   '散布奖',
}

// biome-ignore format: a table is read down its columns
const phases: Record<Phase, string> = {
  'closed':             '尚未开局',
  'betting-open':       '正在下注',
  'ball-spinning':      '珠子正在转动，仍可下注',
  'betting-closed':     '已停止下注，珠子尚未落定',
  'outcome-determined': '珠子已落定，尚未结算',
  'referred':           '等待裁定',
  'settled':            '上一局已结算',
  'void':               '上一局作废',
}

// biome-ignore format: a table is read down its columns
const bets: ReadonlyMap<string, string> = new Map([
  ['neighbours',   '邻号'],
  ['tiers',        '三分区'],
  ['orphelins',    '孤儿区'],
  ['orphans',      '孤儿区'],
  ['zero-spiel',   '零区'],
  ['finales',      '尾数'],
  ['grand-series', '大系列'],
  ['big-series',   '大系列'],
  ['small-series', '小系列'],
])

/** The colours of chips; one that is not here is called as it was bought. */
// biome-ignore format: a table is read down its columns
const chipColours: ReadonlyMap<unknown, string> = new Map([
  ['blue', '蓝色'], ['yellow', '黄色'], ['pink', '粉色'], ['orange', '橙色'], ['purple', '紫色'], ['turquoise', '青色'],
  ['lime', '黄绿色'], ['brown', '棕色'], ['white', '白色'], ['grey', '灰色'], ['red', '红色'], ['black', '黑色'],
  ['green', '绿色'], ['gold', '金色'], ['violet', '紫罗兰色'],
])
const colourChips = '彩色筹码'
const chipsOf = (colour: unknown): string => spaced`${chipColours.get(colour) ?? colour}筹码`

const colours = { red: '红', black: '黑', green: '绿' }
const money = { chips: '现金筹码', credits: '点数' }
const sources = { wheel: '轮盘', dealer: '荷官' }
const said = { wheel: '报出', dealer: '宣布' }
const directions: Readonly<Record<string, string>> = { clockwise: '顺时针', anticlockwise: '逆时针' }

/** What a book may know nothing of, by the names that the engine has for it; anything else is an irregularity's code. */
// biome-ignore format: a table is read down its columns
const bookThings: ReadonlyMap<unknown, string> = new Map([
  ['colour chips',  '彩色筹码'],
  ['bonus-numbers', '奖号'],
  ['rule-on-wager', '对不明确注码的裁定'],
  ['no-spin',       '宣布本局无效'],
  ['power-failure', '电力中断后的恢复'],
  ['resume',        '电力中断后的恢复'],
  ['interruption',  '技术中断'],
])

function clauseName(clause: string): string {
  if (/^\d/.test(clause)) return `第 ${clause} 条`
  return clause
    .replace(/^reading/, '释义')
    .replace(/^Appendix/, '附录')
    .replace(/^Diagram/, '图')
}

/** The engine says in English what is wrong with limits; the one thing that a person gets wrong is told in full. */
function limitsProblem(problem: unknown): string {
  const crossed = /minimum of (\S+) above/.exec(String(problem))?.[1]
  return crossed ? `${kinds[crossed as SpotKind] ?? ''}的最低限额高于最高限额` : '限额设置无效'
}

/** The story in Chinese, as it is spoken at the tables of Singapore and Macau. */
export const zh: Words = {
  edition: inChinese,
  gap: '',
  comma: '、',
  listed,
  run: (first, last) => `${first} 至 ${last}`,
  longList: (first, last) => `${first} …… ${last}`,
  quoted: (text) => `“${text}”`,
  reason: (reason) => `理由：“${reason}”。`,
  phases,

  people: {
    roles,
    orAbove,
    somebody: '一位玩家',
    staff: (role, name) => spaced`${roles[role]}${name ?? ''}`,
    machines: { wheel: '轮盘', 'automatic dealer': '自动荷官', 'automatic shift manager': '自动值班经理' },
    inSentence: (name) => name,
  },
  money: {
    kinds: money,
    sum: (amount, kind) => `${amount} 的${money[kind]}`,
    chips: (count, colour) => spaced`${count} 枚${colour === undefined ? colourChips : chipsOf(colour)}`,
    chipsWorth: (chips, worth) => `${chips}（${worth}）`,
    chipsAt: (chips, value, all) => `${chips}，每枚 ${value}，共 ${all}`,
    colourChips,
    both: (cash, chips) => spaced`${cash}和${chips}`,
    inKind: (amount, chips, cash) => `${amount}（${chips}${optional(cash, (rest) => `和 ${rest}`)}）`,
  },
  pockets: {
    colours,
    inColour: (pocket, colour) => `${pocket}（${colour}）`,
    lit: { bonus: '奖号', 'super-bonus': '超级奖号' },
  },
  spots: {
    kinds,
    number: (pocket) => `号码 ${pocket}`,
    numbers: (kind, pockets) => `${kind} ${pockets}`,
    nth: (kind, nth) => `第${'一二三'[Number(nth) - 1] ?? nth}${kind}`,
    covering: (name, pockets) => `${name}（${pockets}）`,
    // A name without a number in it would be read with its neighbours.
    inSentence: (name) => name.replace(/^(?!第)\p{Script=Han}+(?=（|$)/u, '“$&”'),
  },
  bets: {
    name: (bet) => bets.get(bet) ?? bet,
    ofDigit: (bet, digit) => `${bet} ${digit}`,
    ofNumber: (bet, number, sides) => `${number} 及每侧 ${sides} 个${bet}`,
    ofAnyDigit: (bet) => `${bet}（任选尾数）`,
    ofAnyNumber: (bet, least, most) => `${bet}（任选号码，每侧 ${least} 至 ${most} 个）`,
    offered: (offered) => `此处提供的组合投注为${offered}`,
    noneOffered: '本台不提供组合投注',
  },
  clauses: {
    name: clauseName,
    means: (name, means) => `${name}：${means}`,
    silent: '规则在此未作规定；如何解读见 docs/readings.md。',
    count: (clauses, appendices) => `共 ${clauses} 条，${appendices} 个附录`,
    homes: { value: '规则数值', engine: '引擎', service: '服务', screen: '界面', outside: '软件之外' },
    lives: (home, why) => `${home}：${why}`,
    shownBy: (path) => `见场景 ${path}`,
  },

  headings: {
    table: (title, id) => `${title}，${id}`,
    beforeFirst: '第一局之前',
    round: (round, openedAt) => `第 ${round} 局${optional(openedAt, (at) => `，开局时间 ${at}`)}`,
    after: (round) => `第 ${round} 局之后`,
    end: '结束时',
    scenario: (title) => `场景：${title}`,
  },
  opening: {
    rules: (operator, version, from, until) =>
      spaced`${operator}规则，第 ${version} 版${optional(from, (at) => `，自 ${at} 起生效`)}${optional(until, (at) => `，至 ${at}`)}。`,
    atTable: (layout) => `在赌台上进行${optional(layout, (name) => `，版面 ${name}`)}。`,
    onTerminals: (terminal, layout) =>
      spaced`在${terminal ?? ''}终端上进行${optional(layout, (name) => `，版面 ${name}`)}。`,
    wheel: (count, pockets) => `轮盘有 ${count} 个号码槽：${pockets}。`,
    ownOrder: (order) => `此轮盘有自己的排列：${order}。`,
  },
  limits: {
    unknown: '本规则没有限额。',
    unset: '不设限额。',
    shown: (limits) => `限额（每位玩家在每个位置）：${limits}。`,
    notEnforced: '本规则没有限额：仅显示，不执行。',
    none: '不设限额',
    ofKind: (kind, range) => `${kind} ${range}`,
    between: (min, max) => `${min} 至 ${max}`,
    atLeast: (min) => `最低 ${min}`,
    atMost: (max) => `最高 ${max}`,
    any: '任何金额',
    joined: (limits) => limits.join('；'),
    changed: (who, before, now) => spaced`${who}更改限额（每位玩家在每个位置）。原为：${before}。现为：${now}。`,
  },
  funds: {
    bought: (who, what) => spaced`${who}买入${what}。`,
    sold: (who, player, what) => spaced`${who}向${player}售出${what}。`,
    marked: '面值高于最低限额，已放置标记。',
    cashedOut: (who, what, whom) => spaced`${who}${forWhom(whom)}兑现${what}。`,
    repaid: (who, amount, whom, player, rest) =>
      spaced`${who}${forWhom(whom)}偿还欠款 ${amount}；${player}${rest === null ? '已无欠款' : `尚欠 ${rest}`}。`,
  },
  wagers: {
    placed: (who, what, spot, whom, total) => spaced`${who}${forWhom(whom)}在${spot}下注${what}${making(total)}。`,
    flagged: {
      'under-minimum': (min) => `低于最低限额 ${min}：已记录并提示荷官。`,
      'over-maximum': (max) => `高于最高限额 ${max}：已记录并提示荷官。`,
    },
    severalPieces: (who, bet, whom, unit, all, pieces) =>
      spaced`${who}${forWhom(whom)}下组合投注“${bet}”：每份 ${unit}，共 ${all}，下在${pieces}。`,
    piece: (spot, stake, total, outside) => {
      const flag = outside && `，${outside === 'under-minimum' ? '低于最低限额' : '高于最高限额'}`
      return `${spot}（${stake}${making(total)}${flag ?? ''}）`
    },
    withdrawn: (who, what, spot, whom, left) =>
      spaced`${who}${forWhom(whom)}从${spot}取回${what}，该处${left === null ? '已无注码' : `尚余 ${left}`}。`,
    ruled: (who, player, stake, spot, ruling) => spaced`${who}裁定${player}在${spot}的 ${stake}：${ruling}。`,
    stands: '原位有效',
    returned: '退回玩家',
    moved: (to) => spaced`视为移至${to}`,
  },
  round: {
    opened: (who, says, round) =>
      says === null ? spaced`${who}开始第 ${round} 局。` : spaced`${who}宣布“${says}”，第 ${round} 局开始。`,
    closed: (who, says, isEarly) => {
      const early = isEarly ? '在转珠前' : ''
      return says === null ? spaced`${who}${early}停止下注。` : spaced`${who}${early}宣布“${says}”。下注结束。`
    },
    closedByReferral: '停止下注：待裁定的牌局不接受注码。',
    closedByBall: '珠子落定时尚未停止下注，下注至此结束。',
    referred: (who, to) => spaced`${who}将本局呈报${roles[to]}裁定。`,
    thereforeReferred: (to) => `因此本局呈报${roles[to]}裁定。`,
    decided: (who, decision) => spaced`${who}裁定本局${decision === 'void' ? '作废' : '按结果结算'}。`,
    powerFailed: (who, isAtRest) =>
      spaced`${who}报告电力中断，珠子${isAtRest ? '已落定：结果有效' : '尚未落定'}。游戏暂停。`,
    resumed: (who) => spaced`${who}恢复游戏。`,
    interrupted: (who) => spaced`${who}报告技术中断。珠子已落定，本局继续至结束。`,
    cutOff: (who, terminals) => spaced`${who}报告终端${listed(terminals)}断开。本局继续。`,
    registered: '已登记的注码继续有效。',
    notRegistered: '未登记的注码视为未下注，没有扣款。',
    tableClosed: (who, lastRound) => spaced`${who}关台${lastRound === null ? '' : `，自第 ${lastRound} 局结束起`}。`,
    tableOpened: (who) => spaced`${who}重新开台。`,
    again: (id, who) => spaced`指令${id}再次由${who}发出：答复如前，没有任何改变。`,
  },
  wheel: {
    spun: (who, ball, wheel) => {
      const against = wheel === ball ? '与轮盘同向' : `与轮盘反向，轮盘${directions[wheel]}转动`
      return spaced`${who}${directions[ball]}转珠，${wheel === 'still' ? '而轮盘静止' : against}。`
    },
    drawn: (who, count, numbers) => spaced`${who}抽出 ${count} 个奖号：${numbers}。`,
    link: (link, pockets) => `${link} 组（${pockets.join('、')}）`,
    links: (links) => spaced`${listed(links)}组`,
    superBonus: (links) => `${links}全部亮起：为超级奖号。`,
    noSuperBonus: '没有一组全部亮起，故无超级奖号。',
    scatter: '每组都有奖号：散布奖。',
    noScatter: (links) => spaced`没有散布奖：${links}没有奖号。`,
    atRest: (pocket, revolutions, lit, who, source) =>
      spaced`珠子${after(revolutions)}落在${pocket}${optional(lit, (number) => `，为${number}`)}，由${who}${said[source]}。`,
    differed: (who, pocket, source, first) => {
      const other = otherThan(source)
      return spaced`${who}${said[source]}${pocket}，但${sources[other]}已${said[other]}${first ?? '结果'}。`
    },
    held: (decides) => `${roles[decides]}裁定之前不予结算。`,
  },
  settlement: {
    settled: (who, round, pocket) =>
      who ? spaced`${who}按${pocket}逐注结算第 ${round} 局。` : spaced`第 ${round} 局按${pocket}逐注结算。`,
    noWagers: '没有注码。',
    onlyCovering: (pocket) => `开出 ${pocket}，只有覆盖该号码的注码赢，其余全输。`,
    byPayTable: (somebodyWon) => `按赔率表${somebodyWon ? '，赢家保留本注' : ''}：`,
    columns: ['玩家', '投注', '注额', '筹码', '赔率', '结果', '派彩', '收取'],
    chips: (count, colour) => spaced`${count} 枚${chipColours.get(colour) ?? colour}`,
    odds: (pays) => `1 赔 ${pays}`,
    results: { won: '赢', lost: '输', returned: '退回' },
    underMinimum: (min, isReturned) => `低于最低限额 ${min}：${isReturned ? '并非首次' : '仅此一次照常结算'}`,
    overMaximum: (max, back) => spaced`高于最高限额 ${max}：其中${back}无效，已退回`,
    halved: (other) => (other === null ? '退回一半' : `${other}；有效注额退回一半`),
    byRuling: '按裁定',
    scatter: '抽出散布奖',
    noScatter: '没有抽出散布奖',
    was: (pocket, lit) => `${pocket} 为${lit}`,
    wasNo: (pocket, lit) => `${pocket} 不是${lit}`,
    noted: (why, clause) => `${why} ${clause}`,
    result: (player, net, holds) => spaced`${player}${net}，${holds}。`,
    even: '不输不赢',
    won: (amount) => `本局赢 ${amount}`,
    lost: (amount) => `本局输 ${amount}`,
    holds: (amount, owed) => `现持有 ${amount}${optional(owed, (debt) => `，欠款 ${debt}`)}`,
    warned: (players) => spaced`${players}低于最低限额的注码仅此一次照常结算；下局起退回。`,
  },
  voids: {
    isVoid: (round) => `第 ${round} 局作废。`,
    because: (round, why) => `第 ${round} 局作废：${why}。`,
    byDecision: (round) => `依此裁定，第 ${round} 局作废。`,
    made: (who, round, isLate, why) => spaced`${who}${isLate ? '事后' : ''}将第 ${round} 局作废：${why}。`,
    noSpin: (who, isDark) => spaced`${who}${isDark ? '在电力中断期间' : ''}宣布本局无效。`,
    interrupted: (who) => spaced`${who}报告技术中断。`,
    irregular: (who) => spaced`${who}报告异常情况。`,
    atRest: (who, pocket, revolutions) => spaced`${who}报告珠子${after(revolutions)}落在${pocket}。`,
    noStakes: '没有注码须退回。',
    stakesBack: '全部注码如数退回。',
    gotBack: (player, amount, holds) => spaced`${player}取回${amount}，${holds}。`,
    reversed: '全部注码视为退回，已赔付和已收取的金额冲回。',
    hadSettledOn: (pocket) => spaced`原按${pocket}结算。`,
    laterStood: '之后各局不变。',
  },
  corrections: {
    putRight: (who, round, from, to) => spaced`${who}更正第 ${round} 局的结果：不是${from}，而是${to}。`,
    decidedFor: (who, side, to) =>
      side === null
        ? spaced`${who}裁定轮盘与荷官均有误：珠子落在${to}。`
        : spaced`${who}裁定以${sources[side]}为准：珠子落在${to}。`,
    nothingSettled: '尚未结算，没有款项变动。',
    settledAgain: '本局按珠子落定之处重新结算。',
    laterStood: '之后各局不变。',
    columns: ['玩家', '投注', '注额', '更正前', '更正后'],
    asBefore: (count, isOther) => `${isOther ? '其余 ' : ''}${count} 注结果不变。`,
    won: (pays, paid) => `赢，1 赔 ${pays}，赔付 ${paid}`,
    lost: (collected) => `输，收取 ${collected}`,
    nobody: '没有人因此得失。',
    adjusted: (player, how, holds) => spaced`${player}${how}。${player}${holds}。`,
    given: (amount, chips, toOwed) =>
      `获付 ${amount}${optional(chips, (back) => spaced`，其中${back}以筹码退回`)}${optional(toOwed, (debt) => `，其中 ${debt} 抵偿欠款`)}`,
    givenBySwap: (amount, chips, cash) => spaced`获付 ${amount}：以${cash}换回${chips}`,
    swapped: (chips, cash) => spaced`以${cash}换回${chips}`,
    gaveBack: (amount, given) => `交回 ${amount}${optional(given, (what) => `（${what}）`)}`,
    gaveBackLess: (amount, given, chips) => spaced`交回 ${amount}：交出${given}，取回${chips}`,
    stillOwes: (amount, given, owed) =>
      spaced`应交回 ${amount}：${given === null ? '没有可收取的款项' : spaced`已收取${given}`}，尚欠 ${owed}`,
    changed: (chips, change) => `${chips}${optional(change, (back) => `（找回 ${back}）`)}`,
  },
  closing: {
    notOver: (round, phase) => `第 ${round} 局尚未结束：${phases[phase]}。`,
    nobody: '本台无人买入筹码。',
    columns: ['玩家', '买入', '兑现', '持有', '台面注额', '欠款'],
    houseEven: '庄家不输不赢。',
    houseWon: (amount) => `庄家赢 ${amount}。`,
    houseLost: (amount) => `庄家输 ${amount}。`,
    brought: (amount) => `买入 ${amount}`,
    taken: (amount) => `兑现 ${amount}`,
    held: (amount) => `持有 ${amount}`,
    onLayout: (amount) => `台面注额 ${amount}`,
    owed: (amount) => `欠款 ${amount}`,
    wonByHouse: (amount) => `庄家赢 ${amount}`,
    lostByHouse: (amount) => `庄家输 ${amount}`,
    balanced: (given, found) => `账目平衡：${given} = ${found}。`,
    unbalanced: (given, found) => `账目不平：${given} 不等于${found}。`,
  },
  refused: {
    tried: (who, attempt, whom, reason) => spaced`${who}试图${forWhom(whom)}${attempt}，但被拒绝：${reason}。`,
    stayed: (amount, player) => spaced`${player}在该处的 ${amount} 继续有效。`,
    recorded: '此次尝试已记录在案。',
  },

  attempts: {
    'buy-in': ({ amount, colour, chipValue }, scene) =>
      colour === undefined
        ? spaced`买入${inMoney(scene, amount)}`
        : spaced`买入 ${dollars(amount)} 的${chipsOf(colour)}，每枚 ${dollars(chipValue)}`,
    'cash-out': ({ amount, colour }, scene) =>
      colour === undefined
        ? spaced`兑现${inMoney(scene, amount)}`
        : spaced`兑现 ${dollars(amount)} 的${chipsOf(colour)}`,
    repay: ({ amount }) => `偿还欠款 ${dollars(amount)}`,
    'place-your-bets': () => '开局',
    wager: ({ spot, stake, chips, bet, unit }, scene) =>
      bet === undefined
        ? spaced`在${onSpot(scene, spot!)}下注${chips === undefined ? dollars(stake) : ownChips(chips, scene)}`
        : `下组合投注“${betWords(bet, scene)}”，每份 ${dollars(unit)}`,
    withdraw: ({ spot, stake, chips }, scene) => {
      const from = onSpot(scene, spot)
      if (chips !== undefined) return spaced`从${from}取回${ownChips(chips, scene)}`
      return stake === undefined ? spaced`取回${from}的全部注码` : spaced`从${from}取回 ${dollars(stake)}`
    },
    spin: () => '转珠',
    'no-more-bets': () => '停止下注',
    'bonus-numbers': () => '抽取奖号',
    'ball-at-rest': ({ pocket, source }) => spaced`${said[source === 'wheel' ? 'wheel' : 'dealer']}结果 ${pocket}`,
    'rule-on-wager': ({ player, spot }, scene) => spaced`裁定${player}在${onSpot(scene, spot)}的注码`,
    settle: () => '结算本局',
    irregularity: ({ code }, scene) => `报告异常情况（${irregularityWords(scene, code)}）`,
    'no-spin': () => '宣布本局无效',
    'power-failure': () => '报告电力中断',
    resume: () => '恢复游戏',
    interruption: ({ terminals }) => `报告技术中断${terminals ? spaced`（终端${listed(terminals)}）` : ''}`,
    refer: (_, { book }) => `将本局呈报${roles[book.rules.referral.by]}裁定`,
    decide: ({ decision }) => `裁定本局${decision === 'void' ? '作废' : '结算'}`,
    'correct-outcome': ({ round, pocket }) => `将第 ${round} 局的结果改为 ${pocket}`,
    'void-rounds': ({ rounds }) => spaced`将第 ${listed(rounds.map(String))} 局作废`,
    'close-table': () => '关台',
    'open-table': () => '开台',
    'set-limits': () => '更改限额',
  },

  // biome-ignore format: a table is read down its columns
  reasons: {
    'position-too-low':            ({ needs, by }) => needs === 'system' ? '此操作仅限随机数发生器' : by === 'system' ? `此操作须由人进行（${orAbove(needs)}）` : `此操作须由${orAbove(needs)}进行`,
    'not-for-this-player':         ({ player, by }) => spaced`${by}是玩家，不能为${player}操作`,
    'not-in-this-book':            ({ what }) => `本规则没有${bookThings.get(what) ?? `名为“${what}”的异常情况`}`,
    'table-is-closed':             (_, scene) => roundUnderWay(scene) === null ? '本台已关闭' : `本台在第 ${roundUnderWay(scene)} 局后关闭`,
    'table-is-open':               () => '本台已开放',
    'no-round-in-progress':        () => '没有进行中的牌局',
    'round-in-progress':           ({ round, phase }) => `第 ${round} 局尚未结束；${phases[phase as Phase]}`,
    'power-is-out':                () => '电力中断，尚未恢复',
    'power-is-not-out':            () => '电力没有中断',
    'round-is-referred':           (_, { book }) => `本局等待${roles[book.rules.referral.by]}裁定`,
    'round-is-not-referred':       () => '没有待裁定的事项',
    'betting-is-closed':           ({ phase }, scene) => roundUnderWay(scene) === null ? `目前不接受下注；${phases[phase as Phase]}` : '已停止下注',
    'betting-is-open':             () => '仍在下注中',
    'too-early-to-close':          ({ needs }) => `珠子尚未转动，${needs ? `此时停止下注须经${orAbove(needs)}同意` : '本规则不允许在此之前停止下注'}`,
    'ball-already-spun':           () => '珠子已转动，每局只转一次',
    'outcome-already-determined':  ({ pocket }, scene) => bothSpoke(scene) ? '轮盘与荷官均已报号' : spaced`珠子已落在${inColour(scene, String(pocket))}`,
    'outcome-not-determined':      () => '珠子尚未落定',
    'results-differ':              ({ pockets }, scene) => spaced`轮盘与荷官报的号码不同，分别为${pocketsIn(scene, pockets)}，${roles[scene.book.rules.correction.by]}尚未裁定`,
    'bonus-numbers-already-drawn': () => '奖号已抽出，每局只抽一次',
    'bonus-numbers-not-drawn':     () => '奖号尚未抽出，不能结算',
    'bonus-numbers-not-valid':     ({ numbers, needs }) => `奖号须为轮盘上 ${needs} 个不同的号码，而此次为${listed(numbers as string[]) ? ` ${listed(numbers as string[])}` : '空'}`,
    'round-unknown':               ({ round }) => `找不到第 ${round} 局，或本台已不再保留`,
    'round-is-void':               ({ round }) => `第 ${round} 局已作废，没有可更改的结果`,
    'pocket-not-on-wheel':         ({ pocket }) => spaced`轮盘上没有${pocket}`,
    'outcome-unchanged':           ({ pocket }) => spaced`结果已是${pocket}`,
    'spot-not-in-book':            ({ spot }) => spaced`投注区没有位置${spot}`,
    'bet-not-offered':             ({ offered }, { words }) => offerTold(words, offered as string[]),
    'limits-not-valid':            ({ problem }) => limitsProblem(problem),
    'no-such-wager':               ({ player, spot }, scene) => spaced`${player}在${onSpot(scene, String(spot))}没有注码`,
    'stake-not-positive':          () => '注额须大于零',
    'amount-not-positive':         () => '金额须大于零',
    'amount-too-large':            () => '超出本台可接受的金额',
    'colour-in-use':               ({ colour }) => spaced`${chipsOf(colour)}已属本台另一玩家`,
    'colour-differs':              ({ colour, chipValue }, { command }) => spaced`${playerIn(command)}${colour === null ? '没有彩色筹码' : spaced`持有的是每枚 ${dollars(chipValue)} 的${chipsOf(colour)}`}`,
    'not-whole-chips':             ({ amount, stake, chipValue }) => `${dollars(amount ?? stake)} 不是每枚 ${dollars(chipValue)} 的整数倍`,
    'withdrawal-too-large':        ({ chips, total }, scene) => spaced`${playerIn(scene.command)}在该处只有${chips === undefined ? dollars(total) : ownChips(Number(chips), scene)}`,
    'under-the-minimum':           ({ spot, total, min }, scene) => spaced`${onSpot(scene, String(spot))}的 ${dollars(total)} 低于最低限额 ${dollars(min)}`,
    'over-the-maximum':            ({ spot, total, max }, scene) => spaced`${onSpot(scene, String(spot))}的 ${dollars(total)} 高于最高限额 ${dollars(max)}`,
    'stakes-in-play':              ({ round }, { book, command }) => spaced`${playerIn(command)}在第 ${round} 局仍有注码，${money[book.funds.money]}须在该局结束后兑现`,
    'nothing-owed':                ({ owed }, { command }) => spaced`${playerIn(command)}${Number(owed) > 0 ? `的欠款只有 ${dollars(owed)}` : '没有欠款'}`,
    'balance-too-low':             ({ balance }, scene) => spaced`${playerIn(scene.command)}${Number(balance) > 0 ? spaced`只有 ${dollars(balance)} 的${fundsWord(scene)}` : spaced`没有${fundsWord(scene)}`}`,
  },
}
