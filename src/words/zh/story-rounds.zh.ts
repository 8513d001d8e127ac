import { otherThan } from '../scenery.ts'
import type { Translated } from '../vocabulary.ts'
import { afterRevolutions, listInWords, optional, spaced, verbs } from './grammar.zh.ts'

const sources = { wheel: '轮盘', dealer: '荷官' }

const decisions = {
  void: (round: number | null) => (round === null ? '本局作废' : `第 ${round} 局作废`),
  settle: (round: number | null) => (round === null ? '本局按结果结算' : `第 ${round} 局依对注码的裁定重新结算`),
  continue: () => '本局继续',
  stands: (round: number | null) => `第 ${round} 局维持原结果`,
}

export const storyOfRounds: Translated<'story'> = {
  phases: {
    closed: '尚未开局',
    'betting-open': '正在下注',
    'ball-spinning': '珠子正在转动，仍可下注',
    'betting-closed': '已停止下注，珠子尚未落定',
    'outcome-determined': '珠子已落定，尚未结算',
    referred: '等待裁定',
    settled: '上一局已结算',
    void: '上一局作废',
  },
  round: {
    opened: (who, says, round) =>
      says === null ? spaced`${who}开始第 ${round} 局。` : spaced`${who}宣布“${says}”，第 ${round} 局开始。`,
    bound: (commitment) => spaced`庄家为奖号承诺了一个密值，其 SHA-256 为 ${commitment}。`,
    closeAllowed: (who) => spaced`${who}准许本局在转珠前停止下注。`,
    closed: (who, says, isEarly, leave) => {
      const early = isEarly ? spaced`${leave === null ? '' : spaced`经${leave}准许，`}在转珠前` : ''
      return says === null ? spaced`${who}${early}停止下注。` : spaced`${who}${early}宣布“${says}”。下注结束。`
    },
    closedByReferral: '停止下注：待裁定的局不接受注码。',
    closedByBall: '珠子落定时尚未停止下注，下注至此结束。',
    referred: (who, to) => spaced`${who}将本局呈报${to}裁定。`,
    thereforeReferred: (to) => `因此本局呈报${to}裁定。`,
    referredLater: (who, round, to) => spaced`${who}将第 ${round} 局呈报${to}裁定；裁定之前维持原结果。`,
    decided: (who, decision, round) => spaced`${who}裁定${decisions[decision](round)}。`,
    goesOn: (phase) => `本局由此继续：${phase}。`,
    awarded: (player, amount, toOwed) =>
      spaced`${player}获补偿 ${amount}${optional(toOwed, (debt) => `，其中 ${debt} 抵偿欠款`)}。`,
    awardedInstead: (player, amount, before, how) =>
      spaced`${player}获补偿 ${amount}，取代原补偿 ${before}：${player}${how}。`,
    holdsNow: (player, holds) => spaced`${player}${holds}。`,
    powerFailed: (who, isAtRest) =>
      spaced`${who}报告电力中断，珠子${isAtRest ? '已落定：结果有效' : '尚未落定'}。游戏暂停。`,
    resumed: (who) => spaced`${who}恢复游戏。`,
    interrupted: (who) => spaced`${who}报告技术中断。珠子已落定，本局继续至结束。`,
    cutOff: (who, terminals) => spaced`${who}报告终端${listInWords(terminals)}断开。本局继续。`,
    registered: '已登记的注码继续有效。',
    notRegistered: '未登记的注码视为未下注，没有扣款。',
    tableClosed: (who, lastRound) => spaced`${who}关台${lastRound === null ? '' : `，自第 ${lastRound} 局结束起`}。`,
    bookSet: (who, from, to) => spaced`${who}将规则由 ${from} 改为 ${to}，自下一局起适用。`,
    tableOpened: (who) => spaced`${who}重新开台。`,
    again: (id, who) => spaced`指令${id}再次由${who}发出：答复如前，没有任何改变。`,
  },
  wheel: {
    spun: (who, ball, wheel, isSameWay) => {
      const against = isSameWay ? '与轮盘同向' : spaced`与轮盘反向，轮盘${wheel}转动`
      const how = wheel === null ? '而轮盘静止' : against
      return who === null ? spaced`轮盘报告转珠：珠子${ball}转动，${how}。` : spaced`${who}${ball}转珠，${how}。`
    },
    drawn: (who, count, numbers) => spaced`${who}抽出 ${count} 个奖号：${numbers}。`,
    revealed: (secret) => spaced`密值为 ${secret}：其 SHA-256 与庄家的承诺一致，奖号由它和玩家送出的注码依次得出。`,
    link: (link, pockets) => `${link} 组（${pockets.join('、')}）`,
    links: (links) => spaced`${listInWords(links)}组`,
    superBonus: (links) => `${links}全部亮起：为超级奖号。`,
    noSuperBonus: '没有一组全部亮起，故无超级奖号。',
    scatter: '每组都有奖号：散布奖。',
    noScatter: (links) => spaced`没有散布奖：${links}没有奖号。`,
    atRest: (pocket, revolutions, lit, who, source) =>
      spaced`珠子${afterRevolutions(revolutions)}落在${pocket}${optional(lit, (number) => `，为${number}`)}，由${who}${verbs[source]}。`,
    differed: (who, pocket, source, first) => {
      const other = otherThan(source)
      return spaced`${who}${verbs[source]}${pocket}，但${sources[other]}已${verbs[other]}${first ?? '结果'}。`
    },
    counted: (who, revolutions, round) =>
      round === null
        ? spaced`${who}数得珠子转了 ${revolutions} 圈。`
        : spaced`${who}数得已结束的第 ${round} 局珠子转了 ${revolutions} 圈。`,
    held: (decides) => `${decides}裁定之前不予结算。`,
  },
  settlement: {
    settled: (who, round, pocket) =>
      who ? spaced`${who}按${pocket}逐注结算第 ${round} 局。` : spaced`第 ${round} 局按${pocket}逐注结算。`,
    noWagers: '没有注码。',
    onlyCovering: (pocket) => `开出 ${pocket}，只有覆盖该号码的注码赢，其余全输。`,
    byPayTable: (somebodyWon) => `按赔率表${somebodyWon ? '，赢家保留本注' : ''}：`,
    columns: ['玩家', '投注', '注额', '筹码', '赔率', '结果', '派彩', '收取'],
    chips: (count, colour) => spaced`${count} 枚${colour}`,
    underMinimum: (min, isReturned) => `低于最低限额 ${min}：${isReturned ? '并非首次' : '仅此一次照常结算'}`,
    overMaximum: (max, back) => spaced`高于最高限额 ${max}：其中${back}无效，已退回`,
    halved: (other) => (other === null ? '退回一半' : `${other}；有效注额退回一半`),
    cut: (amount, other) => `${other === null ? '' : `${other}；`}超出单局最高派彩的 ${amount} 未派付`,
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
    holds: (amount, owed, imprisoned) =>
      `现持有 ${amount}${optional(owed, (debt) => `，欠款 ${debt}`)}${optional(imprisoned, (stake) => `，监禁中 ${stake}`)}`,
    warned: (players) => spaced`${players}低于最低限额的注码仅此一次照常结算；下局起退回。`,
  },
  prison: {
    imprisoned: (other) => (other === null ? '监禁至下一结算局' : `${other}；其余监禁`),
    stays: (round) => `自第 ${round} 局起监禁，继续监禁`,
    freed: (round) => `自第 ${round} 局起监禁，现予释放`,
    lost: (round) => `自第 ${round} 局起监禁，现已输掉`,
    undecided: '未分输赢',
    voidDecidesNothing: '监禁中的注码不变：作废的一局不作决定。',
    closedTable: '本台已关闭：本局只为监禁中的注码而开。',
    cancelled: (player, spot, wagered, rounds) =>
      spaced`${player}第 ${wagered} 局在${spot}的注码其实未受监禁，第 ${rounds.join('、')} 局对它的处理不再算数。`,
    leaves: (player, spot, round) => spaced`${player}第 ${round} 局在${spot}的注码解除监禁。`,
    enters: (player, amount, spot) => spaced`${player}在${spot}的注码 ${amount} 转为监禁，由下一结算局决定。`,
  },
  voids: {
    isVoid: (round) => `第 ${round} 局作废。`,
    because: (round, why) => `第 ${round} 局作废：${why}。`,
    byDecision: (round) => `依此裁定，第 ${round} 局作废。`,
    made: (who, round, isLate, why) => spaced`${who}${isLate ? '事后' : ''}将第 ${round} 局作废：${why}。`,
    noSpin: (who, isDark) => spaced`${who}${isDark ? '在电力中断期间' : ''}宣布本局无效。`,
    interrupted: (who) => spaced`${who}报告技术中断。`,
    irregular: (who) => spaced`${who}报告异常情况。`,
    reported: (who, why, decides) => spaced`${who}报告：${why}。已记录，由${decides}裁定。`,
    atRest: (who, pocket, revolutions) => spaced`${who}报告珠子${afterRevolutions(revolutions)}落在${pocket}。`,
    afterDraw: (numbers) => `此前已抽出奖号：${numbers}。`,
    noStakes: '没有注码须退回。',
    stakesBack: '全部注码如数退回。',
    gotBack: (player, amount, holds) => spaced`${player}取回${amount}，${holds}。`,
    reversed: '全部注码视为退回，已赔付和已收取的金额冲回。',
    hadSettledOn: (pocket) => spaced`原按${pocket}结算。`,
    laterStood: '之后各局不变。',
  },
  corrections: {
    putRight: (who, round, from, to) => spaced`${who}更正第 ${round} 局的结果：不是${from}，而是${to}。`,
    voidPutRight: (who, round, why, to) => spaced`${who}更正先前作废的第 ${round} 局（${why}）：珠子落在${to}。`,
    decidedFor: (who, side, to) =>
      side === null
        ? spaced`${who}裁定轮盘与荷官均有误：珠子落在${to}。`
        : spaced`${who}裁定以${sources[side]}为准：珠子落在${to}。`,
    nothingSettled: '尚未结算，没有款项变动。',
    settledAgain: '本局按珠子落定之处重新结算。',
    settledByRulings: '本局结果不变，依对注码的裁定重新结算。',
    settledAfterAll: '本局按珠子落定之处和原有注码结算。',
    laterStood: '之后各局不变。',
    columns: ['玩家', '投注', '注额', '更正前', '更正后'],
    asBefore: (count, isOther) => `${isOther ? '其余 ' : ''}${count} 注结果不变。`,
    won: (odds, paid) => `赢，${odds}，赔付 ${paid}`,
    lost: (collected) => `输，收取 ${collected}`,
    nobody: '没有人因此得失。',
    nothingInHand: '无须收付',
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
    notOver: (round, phase) => `第 ${round} 局尚未结束：${phase}。`,
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
    awarded: (amount) => `裁定补偿 ${amount}`,
    balanced: (given, found) => `账目平衡：${given} = ${found}。`,
    unbalanced: (given, found) => `账目不平：${given} 不等于${found}。`,
  },
}
