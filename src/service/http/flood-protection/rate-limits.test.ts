import { describe, expect, test } from 'vitest'
import { RateLimits } from './rate-limits.ts'

describe('an rate limit', () => {
  const by = (perSecond: number) => {
    const clock = { now: 0 }
    return { clock, limits: new RateLimits(perSecond, () => clock.now) }
  }

  test('is four seconds of sending at once, and grows with time up to that', () => {
    const { clock, limits } = by(10)
    const own = limits.ofToken('ann')
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
    const { clock, limits } = by(1)
    const own = limits.ofAddress('192.0.2.1')
    own.spend(17)
    clock.now += 13_000
    expect(own.hasLeft).toBe(false)
    clock.now += 1_000
    expect(own.hasLeft).toBe(true)
  })

  test('is one for each token and one for each address, whatever they are called', () => {
    const { limits } = by(1)
    limits.ofToken('x').spend(4)
    expect(limits.ofToken('x').hasLeft).toBe(false)
    expect(limits.ofAddress('x').hasLeft).toBe(true)
  })

  test('is kept while somebody is there or owes something, and then forgotten', () => {
    const { clock, limits } = by(1)
    limits.ofAddress('here').sockets++
    limits.ofAddress('owes').spend(2)
    limits.ofAddress('gone')
    limits.sweep()
    expect(limits.size).toBe(2)
    clock.now += 2_000
    limits.ofAddress('here').sockets--
    limits.sweep()
    expect(limits.size).toBe(0)
  })
})
