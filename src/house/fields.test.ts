import { expect, test } from 'vitest'
import { fieldRefusal, plainWish } from './fields.ts'

test('typed text is trimmed and normalised to NFC; numbers and hashes stay as they are', () => {
  const wish = {
    do: 'add-staff',
    badge: ' d1',
    name: ' Zoe\u0308 ',
    table: 'etg ',
    reason: 'left\u00a0',
    pin: { hash: ' ' },
  }
  expect(plainWish(wish)).toEqual({
    do: 'add-staff',
    badge: ' d1',
    name: 'Zo\u00eb',
    table: 'etg',
    reason: 'left',
    pin: { hash: ' ' },
  })
})

test('a name with an invisible character is refused with that reason', () => {
  const must = 'hold no invisible character, and has U+200D'
  for (const field of ['name', 'reason', 'player', 'table', 'badge'] as const)
    expect(fieldRefusal(plainWish({ [field]: 'an\u200dn' }))).toMatchObject({ refused: 'field-not-valid', field, must })
})

// biome-ignore format: a table is read down its columns
test.each([
  ['blanks', '   '], ['a blank that does not break', '\u00a0'], ['a wide blank', '\u3000'], ['a filler', '\u3164'],
  ['a joiner', '\u200d'], ['a mark of order', '\ufeff'], ['nothing', ''],
])('a name, a reason or a player of %s is refused', (_, text) => {
  for (const field of ['name', 'reason', 'player', 'table'] as const)
    expect(fieldRefusal(plainWish({ [field]: text }))).toMatchObject({ refused: 'field-not-valid', field })
})
