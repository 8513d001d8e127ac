import { afterEach, expect, test } from 'vitest'
import { type FaultCode, faults, lineFaults, type WheelFault } from '../../wheel/faults.ts'
import { language } from '../kit/language.ts'
import { faultName } from './faults.ts'

afterEach(() => {
  language.value = 'en'
})

const each: readonly WheelFault[] = [
  ...(Object.keys(faults) as FaultCode[]).map((fault): WheelFault => ({ fault, game: null })),
  { fault: 'connection-closed', where: '7' },
  { fault: 'connection-lost', where: '7', why: '8' },
  { fault: 'reading-failed', why: '8' },
  { fault: 'command-refused', command: 'settle', refused: 'no-round-in-progress' },
  { fault: 'more-faults', count: 3, seconds: 10 },
]

test('every fault of a wheel has its own words in both languages', () => {
  expect(new Set(each.map(({ fault }) => fault))).toEqual(new Set([...Object.keys(faults), ...Object.keys(lineFaults)]))
  for (const fault of each) expect(faultName(fault)).toMatch(/^[A-Z\d]/)
  language.value = 'zh'
  const names = each.map(faultName)
  expect(new Set(names).size).toBe(each.length)
  for (const name of names) expect(name).not.toMatch(/[a-z]/i)
})

test('details and games stay with the fault', () => {
  expect(faultName({ fault: 'unreadable', game: 7, detail: '*X' })).toBe('A line that cannot be read: *X (game 007)')
  language.value = 'zh'
  expect(faultName({ fault: 'silence', game: 7 })).toBe('轮盘没有信号（第 007 局）')
})
