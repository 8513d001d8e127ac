import { type FaultCode, faults } from '../../wheel/faults.ts'
import type { WheelFault } from '../../words/alarm-words.ts'
import { capitalised } from '../../words/plain-text.ts'
import * as byCode from './alarms.ts'

/** The service still tells alarms and faults in English: this finds the code behind a text. It goes when codes come. */

export function alarmText(text: string): string {
  const [, wheel] = /^wheel: (.*)$/s.exec(text) ?? []
  if (wheel !== undefined) {
    const fault = faultHeard(wheel)
    return fault ? byCode.alarmText({ alarm: 'wheel-fault', fault }) : capitalised(text)
  }
  const [, which, why = ''] = /^the (house|table) stopped: (.*)$/s.exec(text) ?? []
  if (!which) return capitalised(text)
  return byCode.alarmText({ alarm: which === 'house' ? 'house-stopped' : 'table-stopped', why })
}

export function faultName(text: string): string {
  const fault = faultHeard(text)
  return fault ? byCode.faultName(fault) : capitalised(text)
}

function faultHeard(text: string): WheelFault | null {
  const [, command, refused] = /^([\w-]+) was refused: ([\w-]+)$/.exec(text) ?? []
  if (command && refused) return { fault: 'command-refused', command, refused }
  const fault = (Object.keys(faults) as FaultCode[]).find((one) => text.startsWith(faults[one]))
  if (!fault) return null
  const [, detail, game] = /^(?:: (.*?))?(?: \(game (\d+)\))?$/s.exec(text.slice(faults[fault].length)) ?? []
  return { fault, game: game === undefined ? null : Number(game), ...(detail === undefined ? {} : { detail }) }
}
