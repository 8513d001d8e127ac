import type { Translated } from '../vocabulary.ts'

export const display: Translated<'display'> = {
  lastNumber: '上局号码',
  winningNumber: '中奖号码',
  lastTwenty: '最近 20 局',
  statistics: '统计',
  ofLast: (count) => `最近 ${count} 局`,
  all: '所有投注',
  stakesReturned: '所有注码退回。',
  referredMeans: '由值班经理裁定。',
  powerMeans: '请勿移动注码。',
  firstRound: '欢迎',
  firstRoundMeans: '首个中奖号码将显示在此。',
  drawnAfter: '停止下注后抽出',
  commitment: (hash) => `奖号密值的摘要：${hash}`,
  secret: (secret) => `密值：${secret}`,
  mostOften: '最常出现',
  times: (count) => `${count} 次`,
  lit: (count, of) => `${count} / ${of}`,
}
