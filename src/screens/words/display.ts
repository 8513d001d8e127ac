import { words } from '../kit/language.ts'

export const display = words({
  lastNumber: ['Last number', '上局号码'],
  winningNumber: ['Winning number', '中奖号码'],
  lastTwenty: ['Last 20', '最近 20 局'],
  statistics: ['Statistics', '统计'],
  ofLast: (count: number) => [`of the last ${count}`, `最近 ${count} 局`],
  limits: ['Limits', '限额'],
  others: ['All other wagers', '其他投注'],
  all: ['All wagers', '所有投注'],
  stakesReturned: ['All stakes are returned.', '所有注码退回。'],
  referredMeans: ['The shift manager decides.', '由值班经理裁定。'],
  powerMeans: ['Please leave your wagers where they are.', '请勿移动注码。'],
  firstRound: ['Welcome', '欢迎'],
  superLink: (links: string) => [`Super bonus: link ${links}`, `超级奖号：${links} 组`],
  scatter: ['Scatter bonus', '散布奖'],
  bonusNumbers: ['Bonus numbers', '奖号'],
  lit: (count: number, of: number) => [`${count} of ${of}`, `${count} / ${of}`],
  closes: ['This table closes after the round', '本局结束后本台关闭'],
})
