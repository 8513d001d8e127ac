import type { Alarm } from '../../wire/alarm.ts'
import { inLanguage, words } from '../kit/language.ts'
import { faultName } from './faults.ts'

/** What the service says of itself when something stops; why stays as the machine put it. */
const alarms = words({
  'house-stopped': ['The house stopped', '全场记录已停止'],
  'table-stopped': ['The table stopped', '赌台已停止'],
})

export function alarmText(told: Alarm): string {
  if (told.alarm === 'wheel-fault') {
    const fault = faultName(told.fault)
    return inLanguage([`Wheel: ${fault}`, `轮盘：${fault}`])
  }
  const name = alarms[told.alarm]
  return inLanguage([`${name}: ${told.why}`, `${name}：${told.why}`])
}
