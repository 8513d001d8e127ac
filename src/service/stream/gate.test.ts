import { expect, test } from 'vitest'
import { turns } from '../../../test/support/service.ts'
import { DiskGate } from './gate.ts'

test('who waits for an entry that is far off holds up nobody', async () => {
  const gate = new DiskGate(0)
  const told: string[] = []
  const wait = (seq: number, who: string) => void gate.after(seq, who).then((one) => told.push(one))
  for (const [seq, who] of [
    [1_000, 'far'],
    [1, 'first'],
    [3, 'third'],
    [2, 'second'],
    [3, 'third too'],
  ] as const)
    wait(seq, who)
  gate.release(2)
  await turns()
  expect(told).toEqual(['first', 'second'])
  gate.release(3)
  await turns()
  expect(told).toEqual(['first', 'second', 'third', 'third too'])
  gate.release(1_000)
  await turns()
  expect(told.at(-1)).toBe('far')
})
