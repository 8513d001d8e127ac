import type { Translated } from '../vocabulary.ts'
import { nouns } from './nouns.zh.ts'

export const lobby: Translated<'lobby'> = {
  tagline: '按规则主持的轮盘',
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
