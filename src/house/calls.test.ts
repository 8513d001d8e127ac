import { expect, test } from 'vitest'
import { staffAs, TestHouse } from '../../test/support/secrets.ts'
import { answerCall, callAttendant, callsIn, withdrawCall } from './floor-decisions.ts'

test('those who wait come first, the longest first, then what was answered last; who wants nobody any more is not there', () => {
  const house = new TestHouse()
  const seats = Array.from({ length: 5 }, () => house.terminal())
  const names = seats.map(({ terminal }) => terminal)
  for (const seat of seats) {
    house.done(callAttendant(house.state, seat, house.now))
    house.wait(1_000)
  }
  const order = () => callsIn(house.state).map(({ terminal }) => names.indexOf(terminal))
  expect(order()).toEqual([0, 1, 2, 3, 4])
  for (const nth of [3, 0]) {
    house.done(answerCall(house.state, { terminal: names[nth]! }, staffAs('dealer'), house.now))
    house.wait(1_000)
  }
  house.done(withdrawCall(house.state, seats[2]!, house.now))
  expect(order()).toEqual([1, 4, 0, 3])
})

test('a terminal has one call, which it takes back itself and only staff answer', () => {
  const house = new TestHouse()
  const [seat, other] = [house.terminal(), house.terminal()]
  const { terminal } = seat
  expect(callAttendant(house.state, staffAs('dealer'), house.now)).toHaveProperty('refused', 'terminal-unknown')
  house.done(callAttendant(house.state, seat, house.now))
  expect(callAttendant(house.state, seat, house.now)).toEqual({ refused: 'attendant-already-called', terminal })
  expect(withdrawCall(house.state, other, house.now)).toEqual({ refused: 'no-such-call', terminal: other.terminal })
  expect(withdrawCall(house.state, staffAs('dealer'), house.now)).toEqual({ refused: 'no-such-call', terminal: '' })
  house.done(answerCall(house.state, { terminal }, staffAs('dealer'), house.now))
  expect(withdrawCall(house.state, seat, house.now)).toEqual({ refused: 'no-such-call', terminal })
  house.done(callAttendant(house.state, seat, house.now))
})
