import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { utf8 } from './utf8.ts'

test('every character there is has the bytes that an encoder of the platform gives it', () => {
  for (let code = 0; code <= 0x10ffff; code += code < 0x900 ? 1 : 257)
    if (code < 0xd800 || code > 0xdfff) {
      const text = String.fromCodePoint(code)
      expect(utf8(text).join(), code.toString(16)).toBe(new TextEncoder().encode(text).join())
    }
  const texts = fc.string({ unit: anyCharacter }).map((text) => text.toWellFormed())
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8(text).join()).toBe(new TextEncoder().encode(text).join())
    }),
  )
})
