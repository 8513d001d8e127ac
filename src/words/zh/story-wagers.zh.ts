import type { Translated } from '../vocabulary.ts'
import { forPlayer, listInWords, makingTotal, optional, spaced } from './grammar.zh.ts'

export const storyOfWagers: Translated<'story'> = {
  gap: '',
  comma: '、',
  listed: listInWords,
  run: (first, last) => `${first} 至 ${last}`,
  longList: (first, last) => `${first} …… ${last}`,
  quoted: (text) => `“${text}”`,
  reason: (reason) => `理由：“${reason}”。`,
  people: {
    somebody: '一位玩家',
    staff: (position, name) => spaced`${position}${name ?? ''}`,
    machines: { 'automatic dealer': '自动荷官', 'automatic shift manager': '自动值班经理' },
    inSentence: (name) => name,
  },
  money: {
    sum: (amount, kind) => `${amount} 的${kind}`,
    chipsWorth: (chips, worth) => `${chips}（${worth}）`,
    chipsAt: (chips, value, all) => `${chips}，每枚 ${value}，共 ${all}`,
    both: (cash, chips) => spaced`${cash}和${chips}`,
    inKind: (amount, chips, cash) => `${amount}（${chips}${optional(cash, (rest) => `和 ${rest}`)}）`,
  },
  pockets: { inColour: (pocket, colour) => `${pocket}（${colour}）` },
  spots: {
    number: (pocket) => `号码 ${pocket}`,
    numbers: (kind, pockets) => `${kind} ${pockets}`,
    covering: (name, pockets) => `${name}（${pockets}）`,

    // A name without a number in it would be read with its neighbours.
    inSentence: (name) => name.replace(/^(?!第)\p{Script=Han}+(?=（|$)/u, '“$&”'),
  },
  bets: {
    ofDigit: (bet, digit) => `${bet} ${digit}`,
    ofNumber: (bet, number, sides) => `${number} 及每侧 ${sides} 个${bet}`,
    ofAnyDigit: (bet) => `${bet}（任选尾数）`,
    ofAnyNumber: (bet, least, most) => `${bet}（任选号码，每侧 ${least} 至 ${most} 个）`,
    offered: (offered) => `此处提供的组合投注为${offered}`,
    noneOffered: '本台不提供组合投注',
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
    joined: (limits) => limits.join('；'),
    changed: (who, before, now) => spaced`${who}更改限额（每位玩家在每个位置）。原为：${before}。现为：${now}。`,
  },
  funds: {
    bought: (who, what) => spaced`${who}买入${what}。`,
    sold: (who, player, what) => spaced`${who}向${player}售出${what}。`,
    marked: '面值高于最低限额，已放置标记。',
    markedNow: (players) => spaced`${listInWords(players)}的筹码面值现高于最低限额，已放置标记。`,
    cashedOut: (who, what, whom) => spaced`${who}${forPlayer(whom)}兑现${what}。`,
    repaid: (who, amount, whom, player, rest) =>
      spaced`${who}${forPlayer(whom)}偿还欠款 ${amount}；${player}${rest === null ? '已无欠款' : `尚欠 ${rest}`}。`,
  },
  wagers: {
    placed: (who, what, spot, whom, total) =>
      spaced`${who}${forPlayer(whom)}在${spot}下注${what}${makingTotal(total)}。`,
    recorded: (who) => spaced`由${who}记录。`,
    flagged: {
      'under-minimum': (min) => `低于最低限额 ${min}：已记录并提示荷官。`,
      'over-maximum': (max) => `高于最高限额 ${max}：已记录并提示荷官。`,
    },
    leaves: {
      'under-minimum': (stake, spot, min) => spaced`${spot}余 ${stake}，低于最低限额 ${min}：已提示荷官。`,
      'over-maximum': (stake, spot, max) => spaced`${spot}达 ${stake}，高于最高限额 ${max}：已提示荷官。`,
    },
    severalPieces: (who, bet, whom, unit, all, pieces) =>
      spaced`${who}${forPlayer(whom)}下组合投注“${bet}”：每份 ${unit}，共 ${all}，下在${pieces}。`,
    piece: (spot, stake, total, outside) =>
      `${spot}（${stake}${makingTotal(total)}${optional(outside, (flag) => `，${flag}`)}）`,
    withdrawn: (who, what, spot, left) =>
      spaced`${who}从${spot}取回${what}，该处${left === null ? '已无注码' : `尚余 ${left}`}。`,
    ruled: (who, player, stake, spot, ruling) => spaced`${who}裁定${player}在${spot}的 ${stake}：${ruling}。`,
    replaces: (rulings) => spaced`取代对该注码的第 ${rulings.join('、')} 项裁定。`,
    moved: (to) => spaced`视为移至${to}`,
  },
}
