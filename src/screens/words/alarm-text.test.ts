import { afterEach, expect, test } from 'vitest'
import type { Alarm } from '../../wire/alarm.ts'
import { alarmText } from './alarm-text.ts'
import { speak } from './speech.ts'

afterEach(() => speak('en'))

const stopped: Extract<Alarm, { alarm: 'table-stopped' }> = {
  at: '',
  table: 'etg',
  alarm: 'table-stopped',
  why: 'disk 7',
}

test('every alarm has words in Chinese; what went wrong stays as the machine put it', async () => {
  await speak('zh')
  expect(alarmText(stopped)).toMatch(/^\p{Script=Han}+：disk 7$/u)
  expect(alarmText({ alarm: 'house-stopped', why: 'disk 7' })).toMatch(/^\p{Script=Han}+：disk 7$/u)
  expect(alarmText({ alarm: 'wheel-fault', fault: { fault: 'silence', game: null } })).toMatch(
    /^轮盘：\p{Script=Han}+$/u,
  )
})

test('in English it reads as a sentence', () => {
  expect(alarmText(stopped)).toBe('The table stopped: disk 7')
  const wheel: Alarm = { at: '', table: 'etg', alarm: 'wheel-fault', fault: { fault: 'silence', game: null } }
  expect(alarmText(wheel)).toBe('Wheel: The wheel has fallen silent')
})
