import { existsSync } from 'node:fs'
import { markBackup } from '../service/backup-mark.ts'
import { forgetDrawKeys } from '../service/draw-keys.ts'
import { copyKeys, houseKeyFile } from '../service/files.ts'
import { copyJournal, holdsCopy } from '../service/journal/copy-journal.ts'
import type { Journal } from '../service/journal/journal.ts'
import { latestTime } from '../service/journal/latest-time.ts'
import { withoutPassword } from '../service/journal/open-store.ts'
import { askHouse, openHouse } from '../service/stream/house-stream.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { atConsole, housePlaceOf, inStore, OWNER_ONLY } from './house-at-console.ts'
import { print } from './output.ts'
import { journalUnread } from './read-journal.ts'

export async function runBackup({ values, words }: Arguments<'backup'>): Promise<number> {
  const place = housePlaceOf(values)
  process.umask(OWNER_ONLY)
  if (values.restore && values.store !== undefined)
    throw new BadInput('a backup is restored to a data folder; croupier move takes that to a database')
  const [from, to] = values.restore ? [words[0]!, place.data] : [place.store, words[0]!]
  if (holdsCopy(to)) throw new BadInput(`${to} holds a journal already; nothing is written over it`)
  const key = values.restore ? houseKeyFile(from) : (place.keyFile ?? houseKeyFile(place.data))
  const { wrong, kept, remarks } = values.restore ? await restoreBackup(from, to) : await copyHouse(from, to, key, true)
  if (wrong !== null) {
    console.error(
      `${withoutPassword(from)}: ${wrong}; ${kept ? `what is there is kept as ${kept}` : 'nothing was copied'}`,
    )
    return 1
  }
  if (!values.restore) markBackup(place.data, { backup: { at: new Date().toISOString() } })
  await print(`${values.restore ? 'Restored to' : 'Backed up to'} ${to}; every hash, decision and balance in it holds.`)
  for (const remark of remarks) await print(remark)
  if (!existsSync(key)) console.error(`${key} is missing: with this copy every PIN must be set again`)
  return 0
}

/** Makes a data folder from a backup, unless it is not sound. It ends all sessions. */
export async function restoreBackup(from: string, to: string) {
  const copied = await copyHouse(from, to, houseKeyFile(from), false)
  if (copied.wrong === null) await inStore(to, { makes: false }, endAllSessions)
  return copied
}

/** Copies a journal with the keys of its house. */
const copyHouse = (from: string, to: string, key: string, keepsUnsound: boolean) =>
  copyJournal(from, to, {
    keepsUnsound,
    keyFile: key,
    beforeItCounts() {
      copyKeys(key, to, true)
      forgetDrawKeys(to)
    },
  }).catch((error) => uncopied(from, error))

/** Sessions in the copy may belong to anybody by now, so they end. Time continues from the last time on record. */
async function endAllSessions(journal: Journal): Promise<void> {
  const latest = (await latestTime(journal)) ?? ''
  const now = () => [new Date().toISOString(), latest].sort().at(-1)!
  await askHouse(await openHouse({ journal, now }), { do: 'end-all-sessions', by: atConsole })
}

/** A disk that is full, a folder that may not be written: in words. */
function uncopied(from: string, error: unknown): never {
  if ((error as NodeJS.ErrnoException).code) throw new BadInput((error as Error).message)
  return journalUnread(from, error)
}
