import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { type FaultCode, faults, faultText } from '../../wheel/faults.ts'
import { speak } from '../kit/language.ts'
import { alarmText, faultName } from './heard-text.ts'

afterEach(() => speak('en'))

/** Every alarm that the service raises, as it is written there. */
const raised = readFileSync(new URL('../../table/floor.ts', import.meta.url), 'utf8')
  .matchAll(/this\.alarm\([^,]+, `([^$`]+)\$\{/g)
  .map(([, begins]) => begins!)
  .toArray()

test('every alarm of the service has words in Chinese; what went wrong stays as the machine put it', async () => {
  expect(raised.length).toBeGreaterThan(2)
  await speak('zh')
  for (const begins of raised.filter((text) => !text.startsWith('wheel')))
    expect(alarmText(`${begins}disk 7`)).toMatch(/^\p{Script=Han}+：disk 7$/u)
  expect(alarmText('wheel: the wheel has fallen silent')).toBe('轮盘：轮盘没有信号')
  expect(alarmText('the roof leaks')).toBe('The roof leaks')
})

test('in English it reads as a sentence', () => {
  expect(alarmText('the table stopped: disk full')).toBe('The table stopped: disk full')
  expect(alarmText('wheel: the wheel has fallen silent')).toBe('Wheel: The wheel has fallen silent')
})

test('every fault of a wheel has its own words in both languages', async () => {
  const told = (Object.keys(faults) as FaultCode[]).map((fault) => faultText({ fault, game: null }))
  expect(told.map(faultName).map((name) => name.toLowerCase())).toEqual(told.map((text) => text.toLowerCase()))
  await speak('zh')
  const names = told.map(faultName)
  expect(new Set(names).size).toBe(told.length)
  for (const name of names) expect(name).not.toMatch(/[a-z]/i)
})

test('details and games stay with the fault; what is not known is told as it came', async () => {
  const all = ['the line is cut', 'settle was refused: no-round-in-progress']
  const game = faultText({ fault: 'silence', game: 7 })
  const detail = faultText({ fault: 'unreadable', game: null, detail: '(game 12) ?' })
  expect([...all, game, detail].map(faultName)).toEqual([
    'The line is cut',
    'The wheel could not settle the round: No round is under way',
    'The wheel has fallen silent (game 007)',
    'A line that cannot be read: (game 12) ?',
  ])
  await speak('zh')
  expect([...all, game].map(faultName)).toEqual([
    'The line is cut',
    '轮盘的指令被拒绝（结算本局）：目前没有进行中的牌局',
    '轮盘没有信号（第 007 局）',
  ])
})
