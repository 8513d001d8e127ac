import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { language } from '../kit/language.ts'
import { alarmText } from './alarms.ts'

afterEach(() => {
  language.value = 'en'
})

/** Every alarm that the service raises, as it is written there. */
const raised = readFileSync(new URL('../../table/floor.ts', import.meta.url), 'utf8')
  .matchAll(/this\.alarm\([^,]+, `([^$`]+)\$\{/g)
  .map(([, begins]) => begins!)
  .toArray()

test('every alarm of the service has words in Chinese; what went wrong stays as the machine put it', () => {
  expect(raised.length).toBeGreaterThan(2)
  language.value = 'zh'
  for (const begins of raised) expect(alarmText(`${begins}disk 7`)).toMatch(/^\p{Script=Han}+：disk 7$/u)
  expect(alarmText('the roof leaks')).toBe('the roof leaks')
})

test('in English it reads as a sentence', () => {
  expect(alarmText('the table stopped: disk full')).toBe('The table stopped: disk full')
  expect(alarmText('wheel: silence')).toBe('Wheel: Silence')
})
