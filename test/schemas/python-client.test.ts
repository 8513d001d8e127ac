import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { demoStaff } from '../../src/service/demo.ts'
import { ask, freshFolder, freshPlace, quietService, staffOf } from '../support/service.ts'

/** A client in another language, made from `schemas/openapi.json` alone. */

const here = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const withoutPython = spawnSync('python3', ['--version']).error ? 'python3 is not installed here' : ''

test.skipIf(withoutPython !== '')(`a client generated for Python plays a round ${withoutPython}`, async () => {
  const folder = freshFolder()
  const generated = spawnSync('python3', [here('examples/python/generate.py'), here('schemas/openapi.json')], {
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  })
  expect([generated.status, generated.stderr]).toEqual([0, ''])
  writeFileSync(join(folder, 'croupier_client.py'), generated.stdout)
  copyFileSync(here('examples/python/play_round.py'), join(folder, 'play_round.py'))

  const { folder: data } = await freshPlace()
  const service = await quietService(data)
  try {
    const { address } = service
    const { administrator } = await staffOf(service)
    const terminal = { terminal: 't1', table: 'single', player: 'ann' }
    const { body } = await ask(address, 'POST', '/api/terminals', { token: administrator, body: terminal })
    const dealer = demoStaff.find(({ role }) => role === 'dealer')!
    const args = ['play_round.py', address, 'single', dealer.badge, dealer.pin, body.code as string]
    const { stdout } = await promisify(execFile)('python3', args, { cwd: folder })
    expect(JSON.parse(stdout)).toEqual({
      house: 'Croupier',
      round: 1,
      pocket: '17',
      refused: 'betting-is-closed',
      wagered_once: 1,
      balance: 27_500,
      last_rounds: 1,
    })
  } finally {
    await service.stop()
  }
})
