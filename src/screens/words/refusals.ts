import type { RefusalCode } from '../../engine/refusals.ts'
import { inLanguage, type Pair } from '../kit/language.ts'
import { money } from '../kit/money.ts'
import { colourName } from './colours.ts'
import { roleName } from './people.ts'

/** What the house refuses beside the table; a test compares it with the service's own list. */
export type HouseRefusalCode =
  | 'too-many-at-once'
  | 'badge-is-locked'
  | 'badge-or-pin-wrong'
  | 'not-at-this-table'
  | 'terminal-is-closed'
  | 'field-not-valid'
  | 'pin-not-valid'
  | 'pin-too-simple'
  | 'badge-unknown'
  | 'badge-taken'
  | 'role-unchanged'
  | 'last-administrator'
  | 'badge-already-locked'
  | 'badge-not-locked'
  | 'code-unknown'
  | 'code-expired'
  | 'terminal-unknown'
  | 'terminal-taken'
  | 'player-taken'
  | 'terminal-already-open'
  | 'terminal-already-closed'
  | 'terminal-not-closed'
  | 'terminal-not-empty'
  | 'ticket-unknown'
  | 'ticket-redeemed'
  | 'ticket-cancelled'
  | 'ticket-expired'

export type AnyRefusalCode = RefusalCode | HouseRefusalCode
/** An answer that says no, of the table or of the house. */
export type Refused = { refused: AnyRefusalCode; clause?: string; [fact: string]: unknown }

const dollars = (cents: unknown): string => `$${money(Number(cents ?? 0))}`

/** "a dealer", "an administrator". */
const one = (role: unknown): string => {
  const name = roleName(role, 'en')
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}

/** Every refusal in both languages, or this does not compile. Each is a sentence for the one who asked. */
// biome-ignore format: a table is read down its columns
const reasons: Record<AnyRefusalCode, (facts: Refused) => Pair> = {
  'position-too-low':            ({ needs }) => [`This takes ${one(needs)} or above`, `此操作须由${roleName(needs, 'zh')}或以上人员进行`],
  'not-for-this-player':         () => ['You can act only for yourself', '只能操作自己的注码'],
  'not-in-this-book':            () => ['The rules of this table know no such thing', '本台规则没有此项'],
  'table-is-closed':             () => ['The table is closed, or closes after this round', '本台已关闭，或在本局后关闭'],
  'table-is-open':               () => ['The table is open already', '本台已开放'],
  'no-round-in-progress':        () => ['No round is under way', '目前没有进行中的牌局'],
  'round-in-progress':           ({ round }) => [`Round ${round} is still under way`, `第 ${round} 局尚未结束`],
  'power-is-out':                () => ['The power is out; play has not been resumed', '电力中断，尚未恢复'],
  'power-is-not-out':            () => ['The power is not out', '电力没有中断'],
  'round-is-referred':           () => ['The round waits for the shift manager to decide', '本局等待值班经理裁定'],
  'round-is-not-referred':       () => ['Nothing was referred for a decision', '没有待裁定的事项'],
  'betting-is-closed':           () => ['No bets are taken now', '目前不接受下注'],
  'betting-is-open':             () => ['Betting is still open', '仍在下注中'],
  'too-early-to-close':          ({ needs }) => needs
    ? [`The ball is not spun; closing now takes ${one(needs)} or above`, `珠子尚未转动；此时停止下注须由${roleName(needs, 'zh')}或以上人员同意`]
    : ['The ball is not spun; betting cannot close before that', '珠子尚未转动，不能停止下注'],
  'ball-already-spun':           () => ['The ball was spun already; a round has one spin', '珠子已转动；每局只转一次'],
  'outcome-already-determined':  ({ pocket }) => [`The ball is at rest in ${pocket}`, `珠子已落在 ${pocket}`],
  'outcome-not-determined':      () => ['The ball is not at rest', '珠子尚未落定'],
  'results-differ':              () => ['The wheel and the dealer name different numbers; a pit supervisor decides', '轮盘与荷官报的号码不同，须由监场裁定'],
  'bonus-numbers-already-drawn': () => ['The bonus numbers were drawn already', '奖号已抽出'],
  'bonus-numbers-not-drawn':     () => ['The bonus numbers are not drawn yet', '奖号尚未抽出'],
  'bonus-numbers-not-valid':     ({ needs }) => [`A draw is ${needs} different numbers of the wheel`, `奖号须为轮盘上 ${needs} 个不同的号码`],
  'round-unknown':               ({ round }) => [`Round ${round} is not known here, or no longer kept`, `找不到第 ${round} 局，或已不再保留`],
  'round-is-void':               ({ round }) => [`Round ${round} is void; it has no result to change`, `第 ${round} 局已作废，没有可更改的结果`],
  'pocket-not-on-wheel':         ({ pocket }) => [`The wheel has no ${pocket}`, `轮盘上没有 ${pocket}`],
  'outcome-unchanged':           ({ pocket }) => [`${pocket} is the outcome already`, `结果已是 ${pocket}`],
  'spot-not-in-book':            () => ['The layout has no such place', '投注区没有此位置'],
  'bet-not-offered':             () => ['This terminal does not offer that bet', '此终端不提供该投注'],
  'limits-not-valid':            () => ['These limits do not make sense', '限额设置无效'],
  'no-such-wager':               () => ['There is nothing on that spot', '该位置没有注码'],
  'stake-not-positive':          () => ['A stake is more than nothing', '注额须大于零'],
  'amount-not-positive':         () => ['An amount is more than nothing', '金额须大于零'],
  'amount-too-large':            () => ['That is more than the table can hold', '超出本台可接受的金额'],
  'colour-in-use':               ({ colour }) => [`Chips in ${colourName(String(colour))} belong to another player at this table`, `${colourName(String(colour))}筹码已属另一玩家`],
  'colour-differs':              () => ['The player has another colour, or chips of another value', '玩家持有其他颜色或面值的筹码'],
  'not-whole-chips':             ({ chipValue }) => [`That is no whole number of chips at ${dollars(chipValue)}`, `金额不是 ${dollars(chipValue)} 筹码的整数倍`],
  'withdrawal-too-large':        () => ['There is less than that on the spot', '该位置的注码不足'],
  'under-the-minimum':           ({ min, total }) => [`The minimum here is ${dollars(min)}; this would be ${dollars(total)}`, `此处最低 ${dollars(min)}，现为 ${dollars(total)}`],
  'over-the-maximum':            ({ max, total }) => [`The maximum here is ${dollars(max)}; this would be ${dollars(total)}`, `此处最高 ${dollars(max)}，现为 ${dollars(total)}`],
  'stakes-in-play':              () => ['Stakes are in play; cash out when the round is over', '仍有注码在局中，请在本局结束后兑现'],
  'nothing-owed':                ({ owed }) => [`Only ${dollars(owed)} is owed`, `欠款只有 ${dollars(owed)}`],
  'balance-too-low':             ({ balance }) => [`The balance is ${dollars(balance)}; that is not enough`, `余额 ${dollars(balance)}，不足以下注`],

  'too-many-at-once':            () => ['Too many are signing in; try again', '登录人数过多，请重试'],
  'badge-is-locked':             () => ['This badge is locked', '此工号已锁定'],
  'badge-or-pin-wrong':          () => ['Badge or PIN is wrong', '工号或密码错误'],
  'not-at-this-table':           () => ['This terminal belongs to another table', '此终端属于另一张赌台'],
  'terminal-is-closed':          () => ['This terminal is closed', '此终端已关闭'],
  'field-not-valid':             ({ field }) => [`${field} is not valid`, `${field} 无效`],
  'pin-not-valid':               () => ['A PIN has 6 to 12 digits', '密码须为 6 至 12 位数字'],
  'pin-too-simple':              () => ['That PIN is too simple', '密码过于简单'],
  'badge-unknown':               () => ['Nobody has this badge', '没有此工号'],
  'badge-taken':                 () => ['Somebody has this badge', '此工号已被使用'],
  'role-unchanged':              () => ['That is the position already', '职位没有变化'],
  'last-administrator':          () => ['The house keeps at least one administrator', '至少须保留一名管理员'],
  'badge-already-locked':        () => ['The badge is locked already', '此工号已锁定'],
  'badge-not-locked':            () => ['The badge is not locked', '此工号未锁定'],
  'code-unknown':                () => ['No terminal waits for this code', '没有终端对应此注册码'],
  'code-expired':                () => ['This code has expired; ask for a new one', '注册码已过期，请索取新码'],
  'terminal-unknown':            () => ['There is no such terminal', '没有此终端'],
  'terminal-taken':              () => ['A terminal has or had this name', '此终端名称已被使用'],
  'player-taken':                () => ['A terminal has or had this player', '此玩家名称已被使用'],
  'terminal-already-open':       () => ['The terminal is open', '终端已开放'],
  'terminal-already-closed':     () => ['The terminal is closed, or closing', '终端已关闭或正在关闭'],
  'terminal-not-closed':         () => ['Close the terminal before you remove it', '请先关闭终端再移除'],
  'terminal-not-empty':          () => ['Credits or stakes are left on it; let the round finish and cash it out first', '终端仍有余额或注码；请待本局结束并兑现后再移除'],
  'ticket-unknown':              () => ['No ticket has this number', '没有此号码的票券'],
  'ticket-redeemed':             () => ['This ticket was redeemed already', '此票券已兑换'],
  'ticket-cancelled':            () => ['This ticket was cancelled', '此票券已取消'],
  'ticket-expired':              () => ['This ticket has expired', '此票券已过期'],
}

export const refusalCodes = Object.keys(reasons) as AnyRefusalCode[]

export const refusalText = (refused: Refused): string =>
  inLanguage((reasons[refused.refused] ?? (() => [refused.refused, refused.refused] as const))(refused))
