import { afterEach, expect, test } from 'vitest'
import type { Alarm } from '../../wire/alarm.ts'
import { language } from '../kit/language.ts'
import { alarmText } from './alarms.ts'

afterEach(() => {
  language.value = 'en'
})

const stopped: Alarm = { at: '', table: 'etg', alarm: 'table-stopped', why: 'disk 7' }

test('every alarm has words in Chinese; what went wrong stays as the machine put it', () => {
  language.value = 'zh'
  expect(alarmText(stopped)).toMatch(/^\p{Script=Han}+：disk 7$/u)
  expect(alarmText({ ...stopped, table: null, alarm: 'house-stopped' })).toMatch(/^\p{Script=Han}+：disk 7$/u)
  expect(alarmText({ at: '', table: 'etg', alarm: 'wheel-fault', fault: { fault: 'silence', game: null } })).toMatch(
    /^轮盘：\p{Script=Han}+$/u,
  )
})

test('in English it reads as a sentence', () => {
  expect(alarmText(stopped)).toBe('The table stopped: disk 7')
  const wheel: Alarm = { at: '', table: 'etg', alarm: 'wheel-fault', fault: { fault: 'silence', game: null } }
  expect(alarmText(wheel)).toBe('Wheel: The wheel has fallen silent')
})
