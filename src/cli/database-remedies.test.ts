import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../test/postgres/cable.ts'
import { freshStore } from '../../test/postgres/fresh-store.ts'
import { croupier } from '../../test/support/cli.ts'
import { cleanUp, freshFolder, quietService, quietTables, runCroupier, serve } from '../../test/support/service.ts'

/** Messages to the operator of a house on PostgreSQL whose record cannot be used. Each remedy in them is tried. */

afterAll(cleanUp)

test('an entry of the house that is damaged: one line says how the backup gets back, and so it does', async () => {
  const [store, data, backup] = [await freshStore(), freshFolder(), join(freshFolder(), 'backup')]
  await (await quietService(data, { store, node: 'a' })).stop()
  expect(await croupier(['backup', backup, '--store', store, '--data', data])).toMatchObject({ status: 0 })
  await sql(store, "DELETE FROM snapshots; UPDATE journal SET hash = reverse(hash) WHERE stream = 'house' AND seq = 2")
  const config = join(data, 'config.json')
  const refusal = [
    'croupier: entry 2 of house is damaged: its hash is not that of what it holds; without it the house does not open:',
    'stop all nodes, take a backup to a fresh schema (croupier move --from FOLDER --to ADDRESS, with another ?schema=)',
    'and start them there\n',
  ].join(' ')
  const served = await runCroupier(['serve', '--store', store, '--data', data, '--config', config, '--port=0']).exit
  expect(served).toEqual({ code: 2, said: refusal })
  expect(await croupier(['staff', 'list', '--store', store, '--data', data])).toMatchObject({
    status: 2,
    stderr: refusal,
  })
  const fresh = store.replace(/schema=(\w+)/, 'schema=$1_back')
  expect(await croupier(['move', '--from', backup, '--to', fresh])).toMatchObject({ status: 0 })
  await (await quietService(data, { store: fresh, node: 'a' })).stop()
  expect(await croupier(['verify', fresh])).toMatchObject({ status: 0 })
})

test('the data folder is made where there is none, for its owner alone, and the console is in it', async () => {
  const [store, keys] = [await freshStore(), freshFolder()]
  const data = join(freshFolder(), 'not', 'there')
  const config = join(keys, 'config.json')
  writeFileSync(config, JSON.stringify({ tables: quietTables }))
  const { child, exit } = await serve(data, { store, node: 'a', config, 'house-key-file': join(keys, 'house.key') })
  expect(statSync(data).mode & 0o777).toBe(0o700)
  expect(existsSync(join(data, 'console.sock'))).toBe(true)
  child.kill('SIGTERM')
  expect(await exit).toMatchObject({ code: 0 })
})
