import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { commandNames, commands, isProblem, readCommand } from '../engine/language.ts'
import { command } from './command.ts'
import { refusedAnswer } from './failures.ts'
import { fromClient } from './messages.ts'

/** The schema of commands says what the table of the language checks. */

// biome-ignore format: a table is read down its columns
const sample: Readonly<Record<string, unknown>> = {
  name: 'ann', word: '17', text: 'why', cents: 500, count: 1, round: 1,
  time: '2026-01-31T20:15:00Z', words: ['1', '2'], rounds: [1, 2], object: {},
}
const valueFor = (rule: string | readonly string[]): unknown =>
  typeof rule === 'string' ? sample[rule.replace('?', '')] : rule[0]

const check = Compile(command)
const isTaken = (value: object): boolean => !isProblem(readCommand(value))

/** A command with every field that it must have; and what the language wants together. */
function least(name: (typeof commandNames)[number]): Record<string, unknown> {
  const fields = Object.entries(commands[name].fields as Record<string, string | readonly string[]>)
  const needed = fields.filter(([, rule]) => typeof rule !== 'string' || !rule.endsWith('?'))
  const together = name === 'wager' ? { spot: '17', stake: 500 } : {}
  return { do: name, ...Object.fromEntries(needed.map(([field, rule]) => [field, valueFor(rule)])), ...together }
}

test.each(commandNames)('%s: what the language takes the schema takes, and what it lacks is missed by both', (name) => {
  const whole = least(name)
  expect([isTaken(whole), check.Check(whole)]).toEqual([true, true])
  expect(check.Check({ ...whole, id: '7', at: '2026-01-31T20:15:00Z', by: 'dealer' })).toBe(true)
  for (const field of Object.keys(commands[name].fields).filter(
    (one) => one in whole && !(name === 'wager' && one !== 'player'),
  )) {
    const { [field]: _, ...lacking } = whole
    expect([field, isTaken(lacking), check.Check(lacking)]).toEqual([field, false, false])
  }
  expect([isTaken({ ...whole, more: 1 }), check.Check({ ...whole, more: 1 })]).toEqual([false, false])
})

test('a client says who it is and what it knows, or gives a command', () => {
  const schema = Compile(fromClient)
  for (const message of [{}, { token: 't' }, { token: 't', from: 12 }, { ...least('wager'), id: '7' }])
    expect([message, schema.Check(message)]).toEqual([message, true])
  expect(schema.Check({ token: 7 })).toBe(false)
})

test('a refusal has a code of the closed lists, and any facts', () => {
  const schema = Compile(refusedAnswer)
  expect(schema.Check({ refused: 'balance-too-low', clause: '3.1', balance: 5 })).toBe(true)
  expect(schema.Check({ refused: 'ticket-redeemed', at: 'x' })).toBe(true)
  expect(schema.Check({ refused: 'no-such-refusal' })).toBe(false)
})
