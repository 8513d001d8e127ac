import type { Translated } from '../vocabulary.ts'

// biome-ignore format: a table is read down its columns
export const commands = {
  'buy-in':          '买入',
  'cash-out':        '兑现',
  'repay':           '偿还欠款',
  'place-your-bets': '开局',
  'wager':           '下注',
  'withdraw':        '取回注码',
  'spin':            '转珠',
  'no-more-bets':    '停止下注',
  'bonus-numbers':   '抽取奖号',
  'ball-at-rest':    '报号',
  'rule-on-wager':   '裁定注码',
  'settle':          '结算本局',
  'irregularity':    '报告异常情况',
  'no-spin':         '宣布本局无效',
  'power-failure':   '报告电力中断',
  'resume':          '恢复游戏',
  'interruption':    '报告技术中断',
  'refer':           '呈报',
  'decide':          '裁定牌局',
  'correct-outcome': '更正结果',
  'void-rounds':     '作废牌局',
  'close-table':     '关台',
  'open-table':      '开台',
  'set-limits':      '更改限额',
} satisfies Translated<'commands'>
