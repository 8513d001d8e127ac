import type { Translated } from '../vocabulary.ts'
import { amountInChinese } from './amount.zh.ts'
import { pit } from './pit.zh.ts'

/** Where the clock is that a ticket goes by. */
const places: Readonly<Record<string, string>> = { Singapore: '新加坡', Macau: '澳门', 'Hong Kong': '香港' }

export const ticket: Translated<'ticket'> = {
  title: '票券',
  heading: '票券',
  sequence: '票券序号',
  issued: '发出',
  attendant: '服务员',
  validUntil: '有效期至',
  record: '记录',
  entry: (log, seq) => `${log} 第 ${seq} 条`,
  signedBy: '记录签名公钥',
  redeemed: pit.redeemed,
  cancelled: pit.cancelled,
  copy: (nth, made) => `副本 ${nth} · ${made}`,
  time: (year, month, day, clock, place) =>
    `${year} 年 ${month} 月 ${day} 日 ${clock}（${places[place] ?? place}时间）`,
  amount: amountInChinese,
}
