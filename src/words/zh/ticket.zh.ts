import type { Translated } from '../vocabulary.ts'
import { amountInChinese } from './amount.zh.ts'
import { pit } from './pit.zh.ts'

export const ticket: Translated<'ticket'> = {
  title: '票券',
  heading: '票券',
  issued: '发出',
  attendant: '服务员',
  validUntil: '有效期至',
  redeemed: pit.redeemed,
  cancelled: pit.cancelled,
  time: (year, month, day, clock) => `${year} 年 ${month} 月 ${day} 日 ${clock}（新加坡时间）`,
  amount: amountInChinese,
}
