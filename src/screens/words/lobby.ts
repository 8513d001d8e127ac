import { words } from '../kit/language.ts'

export const lobby = words({
  tagline: ['Roulette, conducted by the book', '按规则主持的轮盘'],
  tables: ['Tables', '赌台'],
  play: ['Play', '入座'],
  display: ['Display', '大屏'],
  dealer: ['Dealer', '荷官'],
  pit: ['Pit desk', '场务台'],
  audit: ['Audit', '审计'],
  staff: ['For staff', '员工入口'],
  layout: (name: string) => [`Layout ${name}`, `布局 ${name}`],
  stopped: ['Stopped', '已停止'],
  stoppedMeans: ['This table is stopped.', '本台已停止。'],
  wheelAway: ['Wheel not connected', '轮盘未连接'],
  watching: (count: number) => [count === 1 ? '1 screen' : `${count} screens`, `${count} 个屏幕`],
  noTables: ['No tables are open.', '没有开放的赌台。'],
  updated: ['Live', '实时'],
  version: (number: number) => [`Version ${number}`, `第 ${number} 版`],
})
