import { expect, test } from 'vitest'
import { applyChanges, followableView } from './view-changes.ts'

const odd = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']
const parsed = (text: string) => JSON.parse(text) as { seats: Record<string, { funds: { balance: number } }> }
const seats = (balance: number) => `{${odd.map((name) => `"${name}":{"funds":{"balance":${balance}}}`).join()}}`

test('before anybody sits down, no name is that of somebody', () => {
  for (const view of [followableView(parsed('{"seats":{}}')), applyChanges(parsed('{"seats":{}}'), [{ seats: null }])])
    for (const name of odd) expect(view.seats[name]).toBeUndefined()
})

test('players who are called as objects call their own are players like others', () => {
  const opened = followableView(parsed(`{"seats":${seats(100)}}`))
  const changed = applyChanges(opened, [parsed(`{"seats":${seats(200)}}`) as never])
  const left = applyChanges(changed, [JSON.parse(`{"seats":{"__proto__":null}}`)])
  for (const name of odd) {
    expect(opened.seats[name]!.funds.balance).toBe(100)
    expect(changed.seats[name]!.funds.balance).toBe(200)
  }
  expect(Object.keys(left.seats).sort()).toEqual(odd.filter((name) => name !== '__proto__').sort())
})
