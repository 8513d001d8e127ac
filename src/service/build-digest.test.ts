import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, freshFolder } from '../../test/support/service.ts'
import { digestOf, digestOfBuild } from './build-digest.ts'

afterAll(cleanUp)

function programWith(files: Readonly<Record<string, string>>): string {
  const folder = `${freshFolder()}/`
  mkdirSync(join(folder, 'part'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const program = { 'main.js': 'begin()', 'part/one.js': 'one()' }

test('a build is known by its files, wherever it lies: names and contents, without tests', () => {
  const digest = digestOf(programWith(program))
  expect(digest).toMatch(/^[0-9a-f]{12}$/)
  expect(digestOf(programWith(program))).toBe(digest)
  expect(digestOf(programWith({ ...program, 'part/one.test.js': 'test()' }))).toBe(digest)
  for (const other of [
    { ...program, 'part/one.js': 'two()' },
    { 'main.js': 'begin()', 'part/other.js': 'one()' },
    { ...program, 'more.js': '' },
  ])
    expect(digestOf(programWith(other))).not.toBe(digest)
})

test('that of this program is the same each time', () => {
  expect(digestOfBuild()).toMatch(/^[0-9a-f]{12}$/)
  expect(digestOfBuild()).toBe(digestOfBuild())
})
