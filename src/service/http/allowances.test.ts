import { describe, expect, test } from 'vitest'
import { Allowances } from './allowances.ts'

describe('an allowance', () => {
  const by = (perSecond: number) => {
    const clock = { now: 0 }
    return { clock, allowances: new Allowances(perSecond, () => clock.now) }
  }

  test('is four seconds of sending at once, and grows with time up to that', () => {
    const { clock, allowances } = by(10)
    const own = allowances.ofToken('ann')
    own.spend(39)
    expect(own.hasLeft).toBe(true)
    own.spend(1)
    expect(own.hasLeft).toBe(false)
    clock.now += 99
    expect(own.hasLeft).toBe(false)
    clock.now += 1
    expect(own.hasLeft).toBe(true)
    clock.now += 3_600_000
    own.spend(40)
    expect(own.hasLeft).toBe(false)
  })

  test('lets through what is larger than all of it, and has that made up for', () => {
    const { clock, allowances } = by(1)
    const own = allowances.ofAddress('192.0.2.1')
    own.spend(17)
    clock.now += 13_000
    expect(own.hasLeft).toBe(false)
    clock.now += 1_000
    expect(own.hasLeft).toBe(true)
  })

  test('is one for each token and one for each address, whatever they are called', () => {
    const { allowances } = by(1)
    allowances.ofToken('x').spend(4)
    expect(allowances.ofToken('x').hasLeft).toBe(false)
    expect(allowances.ofAddress('x').hasLeft).toBe(true)
  })

  test('is kept while somebody is there or owes something, and then forgotten', () => {
    const { clock, allowances } = by(1)
    allowances.ofAddress('here').sockets++
    allowances.ofAddress('owes').spend(2)
    allowances.ofAddress('gone')
    allowances.sweep()
    expect(allowances.size).toBe(2)
    clock.now += 2_000
    allowances.ofAddress('here').sockets--
    allowances.sweep()
    expect(allowances.size).toBe(0)
  })
})
