import { expect, test } from 'vitest'
import { Retry } from './retry.ts'

const tried = (outcomes: (boolean | Error)[]) => {
  let tries = 0
  let done: () => void = () => {}
  const all = new Promise<void>((resolve) => {
    done = resolve
  })
  const retry: Retry = new Retry(1, async () => {
    const outcome = outcomes[tries++]!
    if (tries === outcomes.length) done()
    if (outcome instanceof Error) throw outcome
    return outcome
  })
  return { retry, all, tries: () => tries }
}

test('it is tried until it succeeds, and not once more', async () => {
  const { retry, all, tries } = tried([false, new Error('no'), true])
  retry.start()
  retry.start()
  await all
  await new Promise((later) => setTimeout(later, 20))
  expect(tries()).toBe(3)
})

test('a request during an attempt causes another attempt', async () => {
  let tries = 0
  const twice = new Promise<void>((done) => {
    const retry: Retry = new Retry(1, async () => {
      if (++tries === 2) done()
      else retry.start()
      return true
    })
    retry.start()
  })
  await twice
  expect(tries).toBe(2)
})

test('nothing is tried when it has ended', async () => {
  const { retry, tries } = tried([true])
  retry.start()
  retry.end()
  retry.start()
  await new Promise((later) => setTimeout(later, 20))
  expect(tries()).toBe(0)
})
