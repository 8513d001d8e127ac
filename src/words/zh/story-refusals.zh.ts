import { roleIn } from '../naming.ts'
import { dollars } from '../plain-text.ts'
import type { Reason, Scenery } from '../scenery.ts'
import type { Translated } from '../vocabulary.ts'
import { forPlayer, listInWords, spaced, verbs } from './grammar.zh.ts'
import { refusals } from './refusals.zh.ts'

const orAbove = (role: string): string => `${role}或以上人员`
/** Chinese has no tense: the story uses the same words as the answer to the caller. */
const asSaid: Reason = (facts, say) => refusals[facts.refused]?.(facts, say.nouns) ?? facts.refused

/** Things that a book may lack, by the engine's names. Any other name is the code of an irregularity. */
const bookThings: ReadonlyMap<unknown, string> = new Map([
  ['colour chips', '彩色筹码'],
  ['commitment', '对奖号的承诺'],
  ['bonus-numbers', '奖号'],
  ['rule-on-wager', '对不明确注码的裁定'],
  ['staff-wagers', '由员工代玩家下注'],
  ['staff-records', '由员工代玩家记录注码'],
  ['moved', '将注码移至其他位置'],
  ['staff-withdrawals', '由员工代玩家取回注码'],
  ['allow-early-close', '准许在转珠前停止下注'],
  ['no-spin', '宣布本局无效'],
  ['power-failure', '电力中断后的恢复'],
  ['resume', '电力中断后的恢复'],
  ['interruption', '技术中断'],
  ['refer', '对已结束之局的呈报'],
  ['continue', '待裁定之局的继续'],
  ['stands', '待裁定之局的维持'],
  ['awards', '补偿'],
])

/** The engine's messages about limits are English. Common mistakes have a full translation. */
function limitsProblem(problem: unknown, { kind }: Scenery): string {
  const [, bound, name, side, than] =
    /(minimum|maximum) of (all kinds|\S+) (above|below) (its|that)/.exec(String(problem)) ?? []
  if (/maximum payout above/.test(String(problem))) return '单局最高派彩高于规则所定'
  if (name === undefined) return '限额设置无效'
  const whose = name === 'all kinds' ? '所有投注' : kind(name)
  if (than === 'its') return `${whose}的最低限额高于最高限额`
  return `${whose}的${bound === 'minimum' ? '最低' : '最高'}限额${side === 'below' ? '低于' : '高于'}规则所定限额`
}

export const storyOfRefusals: Translated<'story'> = {
  refused: {
    tried: (who, attempt, whom, reason) => spaced`${who}试图${forPlayer(whom)}${attempt}，但被拒绝：${reason}。`,
    stayed: (amount, player) => spaced`${player}在该处的 ${amount} 继续有效。`,
    recorded: '此次尝试已记录在案。',
  },

  attempts: {
    'buy-in': ({ amount, colour, chipValue }, say) =>
      colour === undefined
        ? spaced`买入${say.sum(amount)}`
        : spaced`买入 ${dollars(amount)} 的${say.chipsOf(colour)}，每枚 ${dollars(chipValue)}`,
    'cash-out': ({ amount, colour }, say) =>
      colour === undefined ? spaced`兑现${say.sum(amount)}` : spaced`兑现 ${dollars(amount)} 的${say.chipsOf(colour)}`,
    repay: ({ amount }) => `偿还欠款 ${dollars(amount)}`,
    wager: ({ spot, stake, chips, bet, unit }, say) =>
      bet === undefined
        ? spaced`在${say.spot(spot)}下注${chips === undefined ? dollars(stake) : say.chips(chips)}`
        : `下组合投注“${say.bet(bet)}”，每份 ${chips === undefined ? dollars(unit) : say.chips(chips)}`,
    withdraw: ({ spot, stake, chips }, say) => {
      const from = say.spot(spot)
      if (chips !== undefined) return spaced`从${from}取回${say.chips(chips)}`
      return stake === undefined ? spaced`取回${from}的全部注码` : spaced`从${from}取回 ${dollars(stake)}`
    },
    'ball-at-rest': ({ pocket, by }) => spaced`${verbs[by.role === 'wheel' ? 'wheel' : 'dealer']}结果 ${pocket}`,
    'rule-on-wager': ({ player, spot }, say) => spaced`裁定${player}在${say.spot(spot)}的注码`,
    irregularity: ({ code }, say) => `报告异常情况（${say.irregularity(code)}）`,
    interruption: ({ terminals }) => `报告技术中断${terminals ? spaced`（终端${listInWords(terminals)}）` : ''}`,
    refer: ({ round }, say) => `将${round === undefined ? '本局' : `第 ${round} 局`}呈报${say.referral}裁定`,
    decide: ({ decision, round }) => {
      if (decision === 'stands') return `裁定第 ${round} 局维持原结果`
      const about = round === undefined ? '本局' : `第 ${round} 局`
      return `裁定${about}${decision === 'continue' ? '继续' : decision === 'void' ? '作废' : '结算'}`
    },
    'set-book': ({ book }) => `改用规则 ${book}`,
    'correct-outcome': ({ round, pocket }) => `将第 ${round} 局的结果改为 ${pocket}`,
    'void-rounds': ({ rounds }) => spaced`将第 ${listInWords(rounds.map(String))} 局作废`,
  },

  reasons: {
    'position-too-low': ({ needs, by }, say) =>
      needs === 'system'
        ? '此操作仅限随机数发生器'
        : by === 'system'
          ? `此操作须由人进行（${orAbove(roleIn(say.nouns, needs))}）`
          : `此操作须由${orAbove(roleIn(say.nouns, needs))}进行`,
    'not-for-this-player': ({ player, by }) => spaced`${by}是玩家，不能为${player}操作`,
    'not-in-this-book': ({ what, until }, say) =>
      until
        ? `按本规则，此情况（${say.irregularity(String(what))}）仅能使尚未结束的局作废`
        : `本规则没有${bookThings.get(what) ?? `名为“${what}”的异常情况`}`,
    'table-is-closed': (_, say) => (say.round === null ? '本台已关闭' : `本台在第 ${say.round} 局后关闭`),
    'table-is-open': asSaid,
    'no-round-in-progress': () => '没有进行中的局',
    'round-in-progress': ({ round, phase }, say) => `第 ${round} 局尚未结束；${say.phase(phase)}`,
    'book-not-in-force': ({ book }) => `规则 ${book} 当时不在生效期内`,
    'power-is-out': asSaid,
    'power-is-not-out': asSaid,
    'round-is-referred': ({ round }, say) =>
      `${round === undefined ? '本局' : `第 ${round} 局`}等待${say.referral}裁定`,
    'round-is-not-referred': ({ round }) => `${round === undefined ? '本局' : `第 ${round} 局`}没有呈报裁定`,
    'too-many-referrals': (_, say) => `已有二十局等待${say.referral}裁定`,
    'betting-is-closed': ({ phase }, say) =>
      say.round === null ? `目前不接受下注；${say.phase(phase)}` : '已停止下注',
    'betting-is-open': asSaid,
    'too-early-to-close': ({ needs }, say) =>
      `珠子尚未转动，${needs ? `此时停止下注须经${orAbove(roleIn(say.nouns, needs))}同意` : '本规则不允许在此之前停止下注'}`,
    'early-close-already-allowed': () => '本局已获准在转珠前停止下注',
    'ball-already-spun': () => '珠子已转动，每局只转一次',
    'spin-not-on-record': () => '没有转珠记录，珠子落定须先有转珠',
    'outcome-already-determined': ({ pocket }, say) =>
      say.bothSpoke ? '轮盘与荷官均已报号' : spaced`珠子已落在${say.pocket(pocket)}`,
    'outcome-not-determined': asSaid,
    'results-differ': ({ pockets }, say) =>
      spaced`轮盘与荷官报的号码不同，分别为${say.pockets(pockets)}，${say.correction}尚未裁定`,
    'irregularity-not-possible': () => '此情况当时不可能发生',
    'record-says-otherwise': () => '记录与此不符',
    'reason-missing': () => '未说明原因',
    'bonus-numbers-already-drawn': () => '奖号已抽出，每局只抽一次',
    'bonus-numbers-not-drawn': () => '奖号尚未抽出，不能结算',
    'bonus-numbers-not-valid': ({ numbers, needs }) =>
      `奖号须为轮盘上 ${needs} 个不同的号码，而此次为${listInWords(numbers as string[]) ? ` ${listInWords(numbers as string[])}` : '空'}`,
    'round-unknown': ({ round }) => `本台没有已完结的第 ${round} 局`,
    'round-is-void': asSaid,
    'draw-not-as-committed': asSaid,
    'draw-not-on-record': asSaid,
    'rounds-of-several-books': () => '各局按不同版本的规则开局',
    'pocket-not-on-wheel': ({ pocket }) => spaced`轮盘上没有${pocket}`,
    'outcome-unchanged': ({ pocket }) => spaced`结果已是${pocket}`,
    'player-unknown': ({ player }) => spaced`${player}在本台没有账目`,
    'spot-not-in-book': ({ spot }) => spaced`投注区没有位置${spot}`,
    'bet-not-offered': ({ offered }, say) => say.offer(offered),
    'book-unknown': ({ book }) => `此游戏没有 ${book} 这一版规则`,
    'book-unchanged': () => '本台已按此规则进行',
    'book-does-not-fit': () => '该规则与本台不符',
    'limits-not-valid': ({ problem }, say) => limitsProblem(problem, say),
    'stakes-imprisoned': ({ spot }, say) =>
      spot === undefined
        ? '有注码仍在监禁中，须先由下一结算局决定'
        : spaced`${say.spot(spot)}的注码仍在监禁中，须由结算局决定`,
    'no-such-wager': ({ player, spot }, say) => spaced`${player}在${say.spot(spot)}没有注码`,
    'stake-not-positive': asSaid,
    'amount-not-positive': asSaid,
    'amount-too-large': asSaid,
    'colour-in-use': ({ colour }, say) => spaced`${say.chipsOf(colour)}已属本台另一玩家`,
    'colour-differs': ({ colour, chipValue }, say) =>
      spaced`${say.player}${colour === null ? '没有彩色筹码' : spaced`持有的是每枚 ${dollars(chipValue)} 的${say.chipsOf(colour)}`}`,
    'not-whole-chips': ({ amount, stake, chipValue }) =>
      `${dollars(amount ?? stake)} 不是每枚 ${dollars(chipValue)} 的整数倍`,
    'withdrawal-too-large': ({ chips, total }, say) =>
      spaced`${say.player}在该处只有${chips === undefined ? dollars(total) : say.chips(chips)}`,
    'under-the-minimum': ({ spot, total, min }, say) =>
      spaced`${say.spot(spot)}的 ${dollars(total)} 低于最低限额 ${dollars(min)}`,
    'over-the-maximum': ({ spot, total, max }, say) =>
      spaced`${say.spot(spot)}的 ${dollars(total)} 高于最高限额 ${dollars(max)}`,
    'stakes-in-play': ({ round }, say) => spaced`${say.player}在第 ${round} 局仍有注码，${say.money}须在该局结束后兑现`,
    'nothing-owed': ({ owed }, say) =>
      spaced`${say.player}${Number(owed) > 0 ? `的欠款只有 ${dollars(owed)}` : '没有欠款'}`,
    'balance-too-low': ({ balance }, say) =>
      spaced`${say.player}${Number(balance) > 0 ? spaced`只有 ${dollars(balance)} 的${say.funds}` : spaced`没有${say.funds}`}`,
  },
}
