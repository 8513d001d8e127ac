import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, freshFolder } from '../../test/support/service.ts'
import { houseKeyFile } from './files.ts'
import { houseKey } from './house-key.ts'

afterAll(cleanUp)

const module = fileURLToPath(new URL('house-key.ts', import.meta.url))

/** Makes a key in a process that is killed just before its nth file operation (sync or rename). */
function madeUntil(nth: number, folder: string) {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    let count = 0
    for (const name of ['fsyncSync', 'renameSync']) {
      const real = fs[name]
      fs[name] = (...args) => (++count === ${nth} ? process.kill(process.pid, 'SIGKILL') : real(...args))
    }
    syncBuiltinESMExports()
    const { houseKey } = await import(${JSON.stringify(module)})
    houseKey(${JSON.stringify(folder)}, true)
    console.log(count)`
  const { signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return { signal, count: Number(stdout) }
}

test.each([1, 2, 3])('a key is there as a whole or not at all, killed at step %i', (nth) => {
  const folder = freshFolder()
  expect(madeUntil(nth, folder).signal).toBe('SIGKILL')
  const isThere = existsSync(houseKeyFile(folder))
  expect(isThere).toBe(nth > 2)
  const before = isThere ? readFileSync(houseKeyFile(folder)) : null
  const key = houseKey(folder, true)
  expect(key).toHaveLength(32)
  if (before) expect(key).toEqual(before)
})

test('a key is kept by the disk before it has its name, and its name after', () => {
  const folder = freshFolder()
  expect(madeUntil(99, folder)).toEqual({ signal: null, count: 3 })
  expect(readdirSync(folder)).toEqual(['house.key'])
  expect(statSync(houseKeyFile(folder)).mode & 0o777).toBe(0o600)
  expect(houseKey(folder, false)).toEqual(readFileSync(houseKeyFile(folder)))
})

test('a lost or damaged key is not silently replaced', () => {
  const folder = freshFolder()
  expect(() => houseKey(folder, false)).toThrow(/house\.key is missing; put it back from a backup/)
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(houseKeyFile(folder), 'short')
  expect(() => houseKey(folder, true)).toThrow(/house\.key has 5 bytes, not 32: remove it; put it back from a backup/)
})
