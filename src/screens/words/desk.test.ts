import { afterEach, expect, test } from 'vitest'
import type { Alarm } from '../../wire/alarm.ts'
import { alarmText } from './desk.ts'
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

test.for([
  ['ENOSPC: no space left on device, write', '磁盘已满'],
  ['SQLITE_FULL: database or disk is full', '磁盘已满'],
  ['disk I/O error', '磁盘报告故障'],
  ['attempt to write a readonly database', '磁盘无法写入'],
  ['connect ECONNREFUSED 127.0.0.1:5432', '该地址无应答'],
  ['Connection terminated unexpectedly', '连接已中断'],
])('a machine that says %s is put in words', async ([why, chinese]) => {
  expect(alarmText({ ...stopped, why: why! })).toMatch(/^The table stopped: [a-z ]+$/)
  await speak('zh')
  expect(alarmText({ ...stopped, why: why! })).toBe(`赌台已停止：${chinese}`)
})

test('clocks that differ are told with the node and all three times, and an entry that is far ahead with the way out', async () => {
  const times = {
    wall: '2027-02-26T01:02:03.456Z',
    store: '2026-11-18T01:02:03.456Z',
    house: '2026-11-18T01:02:04.456Z',
  }
  const apart = { alarm: 'clocks-apart', node: 'a', ...times } as const
  const ahead = {
    ...stopped,
    why: 'entry 4 of etg cannot be followed: it is 100 days ahead of the clock of the database',
  }
  expect(alarmText(apart)).toBe(
    'Two clocks differ: that of node a says 2027-02-26 01:02:03 UTC, that of the database 2026-11-18 01:02:03 UTC. ' +
      'The node uses 2026-11-18 01:02:04 UTC instead. Set the clock that is wrong',
  )
  expect(alarmText(ahead)).toMatch(/^The table stopped: an entry is far ahead .* croupier nodes correct-clock$/)
  await speak('zh')
  expect(alarmText(apart)).toMatch(/^时钟不一致：节点 a 为 2027-02-26 01:02:03 UTC，数据库为 2026-11-18 01:02:03 UTC；/)
  expect(alarmText(ahead)).toMatch(/^赌台已停止：有记录的时间远超数据库时钟，.* croupier nodes correct-clock$/)
})

test('a number is never said alone', async () => {
  const wheel: Alarm = {
    at: '',
    table: 'etg',
    alarm: 'wheel-fault',
    fault: { fault: 'wheel-error', game: null, detail: '12' },
  }
  expect(alarmText(wheel)).toBe('Wheel: The wheel reports an error, number 12 in its manual')
  const clock = { alarm: 'clock-set', from: '2026-11-17T01:02:03.456Z', to: '2026-11-17T02:02:03.456Z' } as const
  expect(alarmText(clock)).toBe('The clock was set from 2026-11-17 01:02:03 UTC to 2026-11-17 02:02:03 UTC')
  const beyond = { alarm: 'clock-out-of-range', wall: '+010000-01-01T00:00:00.000Z', house: clock.from } as const
  expect(alarmText(beyond)).toBe(
    'The clock of this machine says +010000-01-01 00:00:00 UTC, which cannot be recorded. ' +
      'The service uses 2026-11-17 01:02:03 UTC instead. Set the clock',
  )
})

test('in English it reads as a sentence', () => {
  expect(alarmText(stopped)).toBe('The table stopped: disk 7')
  const wheel: Alarm = { at: '', table: 'etg', alarm: 'wheel-fault', fault: { fault: 'silence', game: null } }
  expect(alarmText(wheel)).toBe('Wheel: The wheel has fallen silent')
})
