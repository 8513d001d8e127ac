import { afterEach, expect, test } from 'vitest'
import { type FaultCode, faults, faultText } from '../../wheel/faults.ts'
import { language } from '../kit/language.ts'
import { faultName } from './faults.ts'

afterEach(() => {
  language.value = 'en'
})

const codes = Object.keys(faults) as FaultCode[]

test('every fault of a wheel has its own words in both languages', () => {
  const told = codes.map((fault) => faultText({ fault, game: null }))
  expect(told.map(faultName).every((name, index) => name.toLowerCase() === told[index]!.toLowerCase())).toBe(true)
  language.value = 'zh'
  const names = told.map(faultName)
  expect(new Set(names).size).toBe(codes.length)
  for (const name of names) expect(name).not.toMatch(/[a-z]/i)
})

test('details and games stay with the fault; what is not known is told as it came', () => {
  language.value = 'zh'
  expect(faultName(faultText({ fault: 'silence', game: 7 }))).toBe('轮盘没有信号（第 007 局）')
  expect(faultName('settle was refused: no-round-in-progress')).toMatch(/^轮盘的指令被拒绝：[^a-z]+$/)
  expect(faultName('the line is cut')).toBe('the line is cut')
})
