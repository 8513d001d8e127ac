import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { freshStore } from '../../test/postgres/fresh-store.ts'
import { croupier } from '../../test/support/cli.ts'
import { memoryJournal } from '../../test/support/memory-journal.ts'
import { type Body, cleanUp, freshFolder, must, quietService, staffOf } from '../../test/support/service.ts'
import { displayView } from '../engine/views.ts'
import {
  copyDrawKeys,
  drawKeyNames,
  drawKeysFolder,
  makeNextDrawKey,
  openDrawKeys,
  rotateDrawKey,
} from './draw-keys.ts'
import { drawKeyFile, nextDrawKeyFile } from './files.ts'
import type { Journal } from './journal/journal.ts'
import { openStore } from './journal/open-store.ts'
import type { Service } from './service.ts'
import { bookOf } from './stream/table-stream.ts'

afterEach(cleanUp)

/** A store that several nodes share: it keeps the first value. */
function sharedJournal(): Journal {
  let agreed: string | null = null
  return {
    ...memoryJournal(),
    agree: async (_, value, isNew = false) => {
      agreed = isNew ? value : (agreed ?? value)
      return agreed
    },
  }
}

describe('the file', () => {
  test('is made once, for its owner alone, and a rotation counts at once', async () => {
    const folder = freshFolder()
    const keys = await openDrawKeys(folder, memoryJournal())
    expect(keys()).toEqual([readFileSync(drawKeyFile(folder))])
    expect(keys()[0]).toHaveLength(32)
    expect(statSync(drawKeyFile(folder)).mode & 0o777).toBe(0o600)
    const [first] = keys()
    rotateDrawKey(folder)
    const [second, older] = keys()
    expect(second).not.toEqual(first)
    expect(older).toEqual(first)
    expect(await openDrawKeys(folder, memoryJournal()).then((again) => again())).toEqual([second, first])
  })

  test('the next key opens before it seals', async () => {
    const folder = freshFolder()
    const keys = await openDrawKeys(folder, memoryJournal())
    const [first] = keys()
    makeNextDrawKey(folder)
    const next = readFileSync(nextDrawKeyFile(folder))
    makeNextDrawKey(folder)
    expect(keys()).toEqual([first, next])
    rotateDrawKey(folder)
    expect(keys()).toEqual([next, first])
    expect(existsSync(nextDrawKeyFile(folder))).toBe(false)
  })

  test('that is gone or damaged while the service runs changes nothing for it; the next start says so', async () => {
    const folder = freshFolder()
    const keys = await openDrawKeys(folder, memoryJournal())
    const before = keys()
    writeFileSync(drawKeyFile(folder), 'short')
    expect(keys()).toEqual(before)
    await expect(openDrawKeys(folder, memoryJournal())).rejects.toThrow(/draw\.key has 5 bytes, not 32 for each key/)
    rmSync(drawKeyFile(folder))
    expect(keys()).toEqual(before)
  })

  test('is beside the journal of a folder, and beside the house key of a database', () => {
    expect(drawKeysFolder('data', '', undefined)).toBe('data')
    expect(drawKeysFolder('data', 'elsewhere', '/keys/house.key')).toBe('elsewhere')
    expect(drawKeysFolder('data', 'postgres://db/house', '/keys/house.key')).toBe('/keys')
    expect(drawKeysFolder('data', 'postgres://db/house', undefined)).toBe('data')
  })

  test('is copied to where there is none', async () => {
    const [from, to] = [freshFolder(), freshFolder()]
    copyDrawKeys(from, to)
    expect(existsSync(drawKeyFile(to))).toBe(false)
    await openDrawKeys(from, memoryJournal())
    copyDrawKeys(from, to)
    expect(drawKeyNames(to)).toEqual(drawKeyNames(from))
    rotateDrawKey(from)
    copyDrawKeys(from, to)
    expect(drawKeyNames(to)).not.toEqual(drawKeyNames(from))
  })
})

describe('several nodes', () => {
  test('have the same key: another, or none, is refused', async () => {
    const journal = sharedJournal()
    const [one, other] = [freshFolder(), freshFolder()]
    await openDrawKeys(one, journal)
    await expect(openDrawKeys(other, journal)).rejects.toThrow(/draw\.key is missing: copy it from another node/)
    expect(existsSync(drawKeyFile(other))).toBe(false)
    rotateDrawKey(other)
    await expect(openDrawKeys(other, journal)).rejects.toThrow(/draw\.key is not the one of the house/)
  })

  test('change it one after the other, and each may start in between', async () => {
    const journal = sharedJournal()
    const [one, other] = [freshFolder(), freshFolder()]
    await openDrawKeys(one, journal)
    copyDrawKeys(one, other)
    makeNextDrawKey(one)
    writeFileSync(nextDrawKeyFile(other), readFileSync(nextDrawKeyFile(one)))
    const opens = async () => {
      for (const folder of [one, other]) await openDrawKeys(folder, journal)
    }
    await opens()
    rotateDrawKey(one)
    await opens()
    await journal.agree('draw-key', drawKeyNames(one).seals!, true)
    await opens()
    rotateDrawKey(other)
    await opens()
    expect(drawKeyNames(other)).toEqual(drawKeyNames(one))
  })
})

describe('at the console', () => {
  async function servedFolder(): Promise<string> {
    const folder = freshFolder()
    await (await quietService(folder)).stop()
    return folder
  }

  test('the keys are named and never shown; rotate takes a new one', async () => {
    const folder = await servedFolder()
    const secret = readFileSync(drawKeyFile(folder))
    const { seals } = drawKeyNames(folder)
    const shown = await croupier(['key', '--draw', '--data', folder])
    expect(shown).toMatchObject({ status: 0, stdout: `${seals}  seals\n` })
    const { json, stdout } = await croupier(['key', 'rotate', '--draw', '--json', '--data', folder])
    expect(json()).toEqual({ seals: expect.stringMatching(/^[0-9a-f]{16}$/), opens: [seals], next: null })
    for (const text of [secret.toString('hex'), secret.toString('base64')]) expect(stdout).not.toContain(text)
    const next = await croupier(['key', 'next', '--draw', '--data', folder])
    expect(next.stdout).toMatch(/^\w{16} {2}seals\n\w{16} {2}opens rounds of before\n\w{16} {2}is next\n$/)
  })

  test('a database has its key changed only when every node can have it', async () => {
    const [store, folder] = [await freshStore(), freshFolder()]
    await (await openStore(store)).close()
    const key = (...args: string[]) => croupier(['key', ...args, '--draw', '--store', store, '--data', folder])
    expect(await key('rotate')).toMatchObject({ status: 0, stderr: '' })
    const { seals } = drawKeyNames(folder)
    expect(await key('rotate')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/other nodes have no .*draw\.key\.next/),
    })
    expect(await key('next')).toMatchObject({ status: 0 })
    expect(drawKeyNames(folder)).toMatchObject({ seals, next: expect.any(String) })
    expect(await key('rotate')).toMatchObject({ status: 0 })
    expect(drawKeyNames(folder)).toMatchObject({ opens: [seals], next: null })
    const journal = await openStore(store)
    expect(await journal.agree('draw-key', 'another')).toBe(drawKeyNames(folder).seals)
    await journal.close()
  })

  test('bad input changes nothing', async () => {
    const folder = await servedFolder()
    const before = readFileSync(drawKeyFile(folder))
    const refused = async (problem: RegExp, ...args: string[]) =>
      expect(await croupier(['key', ...args])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(problem),
      })
    await refused(/--name is only for the signing key/, 'rotate', '--draw', '--name', 'x', '--data', folder)
    await refused(/holds no journal/, 'rotate', '--draw', '--data', freshFolder())
    expect(readFileSync(drawKeyFile(folder))).toEqual(before)
    writeFileSync(drawKeyFile(folder), 'short')
    await refused(/draw\.key has 5 bytes/, 'rotate', '--draw', '--data', folder)
  })
})

describe('a backup', () => {
  const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
  const viewOf = ({ floor }: Service) => {
    const { settled } = floor.rooms.get('fast')!.table
    return displayView(bookOf(settled), settled.state)
  }
  const open = async (folder: string, store: string): Promise<Service> => {
    const service = await quietService(folder, store ? { store, node: 'a' } : {})
    const { table } = service.floor.rooms.get('fast')!
    await expect.poll(() => table.role).not.toBe('follower')
    let stopped: Promise<void> | null = null
    const stop = () => (stopped ??= service.stop())
    onTestFinished(stop)
    return { ...service, stop }
  }
  const tell = async (service: Service, ...commands: Body[]): Promise<void> => {
    const { 'shift-manager': token } = await staffOf(service)
    for (const command of commands) await must(service.address, token, 'fast', command)
  }
  const isDrawn = ({ floor }: Service) =>
    new Promise<void>((done) => {
      const { table } = floor.rooms.get('fast')!
      table.watch({ recorded: (events) => events.some(({ type }) => type === 'bonus-numbers-drawn') && done() })
    })

  const restore = (copy: string, to: string) => croupier(['backup', copy, '--data', to, '--restore'])
  const places = [
    {
      where: 'in another folder',
      store: async () => '',
      async again(_: string, copy: string) {
        const folder = join(freshFolder(), 'again')
        return { folder, store: '', restored: await restore(copy, folder) }
      },
    },
    {
      where: 'over the journal that was lost',
      store: async () => '',
      async again(folder: string, copy: string) {
        for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `croupier.db${end}`), { force: true })
        return { folder, store: '', restored: await restore(copy, folder) }
      },
    },
    {
      where: 'in a database, to nodes that have the key of before',
      store: freshStore,
      async again(folder: string, copy: string) {
        const store = await freshStore()
        return { folder, store, restored: await croupier(['move', '--from', copy, '--to', store]) }
      },
    },
  ]

  test.each(places)(
    'that is restored $where plays no secret that was told since',
    async ({ store: freshPlace, again: restoredFrom }) => {
      const [folder, store] = [freshFolder(), await freshPlace()]
      const house = await open(folder, store)
      await tell(house, { do: 'place-your-bets' })
      const copy = join(freshFolder(), 'copy')
      const own = ['--data', folder, ...(store ? ['--store', store] : [])]
      expect(await croupier(['backup', copy, ...own])).toMatchObject({ status: 0, stderr: '' })
      expect(existsSync(drawKeyFile(copy))).toBe(false)
      const drawn = isDrawn(house)
      await tell(house, spin, { do: 'no-more-bets' })
      await drawn
      const { secret } = viewOf(house).draw!.reveal!
      await house.stop()

      const again = await restoredFrom(folder, copy)
      expect(again.restored).toMatchObject({ status: 0, stderr: '' })
      const restored = await open(again.folder, again.store)
      expect(viewOf(restored)).toMatchObject({ phase: 'betting-open', round: 1 })
      await tell(restored, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '7' })
      const lost = { alarm: 'draw-secret-lost', table: 'fast', round: 1 }
      expect(restored.floor.alarms.list).toEqual(expect.arrayContaining([expect.objectContaining(lost)]))
      await tell(restored, { do: 'irregularity', code: 'bonus-number-not-lit', reason: 'restored' })
      expect(viewOf(restored)).toMatchObject({ phase: 'void', draw: null })

      const next = isDrawn(restored)
      await tell(restored, { do: 'place-your-bets' }, spin, { do: 'no-more-bets' })
      await next
      expect(viewOf(restored).draw!.reveal!.secret).not.toBe(secret)
    },
  )
})
