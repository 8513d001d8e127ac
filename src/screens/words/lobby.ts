import { words } from '../kit/language.ts'

export const lobby = words({
  tagline: ['Roulette, conducted by the book', '按规则主持的轮盘'],
  tables: ['Tables', '赌台'],
  play: ['Play', '入座'],
  display: ['Display', '大屏'],
  dealer: ['Dealer', '荷官'],
  pit: ['Pit desk', '监场台'],
  audit: ['Audit', '审计'],
  staff: ['For staff', '员工入口'],
  layout: (name: string) => [`Layout ${name}`, `版面 ${name}`],
  noTables: ['No tables are open', '没有开放的赌台'],
  noTablesMeans: ['This page shows them as soon as there are any.', '一有赌台开放，此页即会显示。'],
  terminals: ['Terminals', '终端'],
  free: (free: number, total: number) => [`${free} of ${total} free`, `${total} 台中 ${free} 台空闲`],
  full: ['All taken', '已满'],
  noTerminals: ['None', '无'],
  round: ['Round', '局'],
  version: (number: number) => [`Version ${number}`, `第 ${number} 版`],
})
