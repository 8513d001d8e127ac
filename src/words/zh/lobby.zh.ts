import type { Translated } from '../vocabulary.ts'
import { nouns } from './nouns.zh.ts'

export const lobby: Translated<'lobby'> = {
  tagline: '选择赌台，入座游戏。每一局均有记录。',
  check: '核对凭证',
  checkMeans: '证明投注已有记录，无须经过我们。',
  labMeans: '任何注码组合的准确概率。',
  forEverybody: '公开页面',
  tables: '赌台',
  play: '入座',
  display: '大屏',
  dealer: nouns.roles.dealer,
  audit: '审计',
  lab: '实验室',
  find: '查找赌台',
  noneFound: '没有这样的赌台。',
  staff: '员工入口',
  layout: (name) => `版面 ${name}`,
  noTables: '没有开放的赌台',
  noTablesMeans: '一有赌台开放，此页即会显示。',
  terminals: '终端',
  free: (free, total) => `${total} 台中 ${free} 台空闲`,
  full: '已满',
  noTerminals: '无',
  round: '局',
  version: (number) => `第 ${number} 版`,
}
