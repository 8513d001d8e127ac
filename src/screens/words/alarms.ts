import { inLanguage, words } from '../kit/language.ts'
import { faultName } from './faults.ts'

/** What the service says of itself when something stops (src/table/floor.ts); what went wrong stays as the machine put it. */
const alarms = words({
  house: ['The house stopped', '全场记录已停止'],
  table: ['The table stopped', '赌台已停止'],
})

/** An alarm in words; what is not known is told as it came. */
export function alarmText(text: string): string {
  const [, wheel] = /^wheel: (.*)$/s.exec(text) ?? []
  if (wheel !== undefined) return inLanguage([`Wheel: ${faultName(wheel)}`, `轮盘：${faultName(wheel)}`])
  const [, which, why] = /^the (house|table) stopped: (.*)$/s.exec(text) ?? []
  if (which === undefined) return text
  const name = alarms[which as keyof typeof alarms]
  return inLanguage([`${name}: ${why}`, `${name}：${why}`])
}
