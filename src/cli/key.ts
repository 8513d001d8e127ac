import { HOUSE } from '../house/state.ts'
import { readKey, type Signer, signerOf, type VerifierKey, writeKey } from '../proof/keys.ts'
import { readHouseEntry } from '../record/house-entry.ts'
import { Checkpointer } from '../service/checkpoints/checkpointer.ts'
import { askConsole } from '../service/console-socket.ts'
import { agreeOnDrawKey, drawKeyNames, drawKeysFolder, makeNextDrawKey, rotateDrawKey } from '../service/draw-keys.ts'
import { keysFolder, nextDrawKeyFile } from '../service/files.ts'
import { JournalUnusable } from '../service/journal/journal.ts'
import { holdsJournal, isDatabase, withoutPassword } from '../service/journal/open-store.ts'
import { changeSigningKey, madeUpName, nextSigningKey, openSigningKey } from '../service/signing-key-file.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { atConsole, type HousePlace, housePlaceOf, inHouse, inStore, OWNER_ONLY } from './house-at-console.ts'
import { print, printJson } from './output.ts'
import { journalUnread, readJournal } from './read-journal.ts'

export async function runKey({ values, words }: Arguments<'key'>): Promise<void> {
  const [what] = words
  const { json } = values
  const place = housePlaceOf(values)
  if (values.draw) {
    if (values.name !== undefined) throw new BadInput('--name is only for the signing key, not for --draw')
    return runDrawKey(place, what, json).catch((error) => journalUnread(place.store, error))
  }
  if (what === undefined && values.name !== undefined) throw new BadInput('--name is only for next and rotate')
  if (what === 'next') return announce(place, values.name ?? null, json)
  if (what === 'rotate') await rotate(place, values.name ?? null)
  const keys = await keysOnRecord(place)
  if (keys.length === 0 && !json)
    await print(`The house in ${place.data} has signed nothing yet: its key is made when it is served.`)
  if (json) await printJson({ keys })
  else for (const { key, since } of keys) await print(`${key}  since ${since}`)
}

/** Keys that seal the secrets of draws. A running service reads them when the next round opens. */
async function runDrawKey(place: HousePlace, what: 'next' | 'rotate' | undefined, json = false): Promise<void> {
  const { data, store, keyFile } = place
  if (!holdsJournal(store)) throw new BadInput(`${withoutPassword(store)} holds no journal`)
  process.umask(OWNER_ONLY)
  const folder = drawKeysFolder(data, store, keyFile)
  if (what === 'next') makeNextDrawKey(folder)
  if (what === 'rotate') await rotateDraws(store, folder)
  const names = drawKeyNames(folder)
  if (json) return printJson(names)
  await print(
    names.seals ? `${names.seals}  seals` : `${folder} holds no draw key: it is made when the house is served`,
  )
  for (const older of names.opens) await print(`${older}  opens rounds of before`)
  if (names.next) await print(`${names.next}  is next`)
}

async function rotateDraws(store: string, folder: string): Promise<void> {
  if (!isDatabase(store)) return rotateDrawKey(folder)
  const { seals, next } = drawKeyNames(folder)
  if (seals && !next)
    throw new BadInput(
      `other nodes have no ${nextDrawKeyFile(folder)}: make it with croupier key next --draw, copy it to each, then rotate at each`,
    )
  await inStore(store, { makes: false }, async (journal) => {
    rotateDrawKey(folder)
    await agreeOnDrawKey(folder, journal, true)
  })
}

/** Prints the key that the house will sign with next, and the same for each log, so that witnesses know it before it is used. */
async function announce(place: HousePlace, name: string | null, json: boolean | undefined): Promise<void> {
  const present = (await keysOnRecord(place)).at(-1)
  const own = name ?? (present ? (readKey(present.key) as VerifierKey).name : null)
  if (own === null)
    throw new BadInput(`the house in ${place.data} has signed nothing yet: its first key is made when it is served`)
  const next = nextSigningKey(keysOf(place), own)
  const key = writeKey(next.verifier)
  const logs = (await streamsIn(place)).map((id) => ({ id, key: writeKey(signerOf(next, id).verifier) }))
  if (json) await printJson({ next: key, logs })
  else for (const line of [key, ...logs.map((log) => log.key)]) await print(line)
}

const streamsIn = ({ store }: HousePlace): Promise<readonly string[]> =>
  readJournal(store, (reader) => reader.streams())

type KeyOnRecord = { key: string; since: string }

function keysOnRecord({ store }: HousePlace): Promise<KeyOnRecord[]> {
  return readJournal(store, async (reader) => {
    const keys: KeyOnRecord[] = []
    for await (const page of reader.pages(HOUSE))
      for (const event of page.flatMap(({ body }) => readHouseEntry(body).events))
        if (event.type === 'signing-key-changed') keys.push({ key: event.to, since: event.at })
    return keys
  })
}

async function rotate(place: HousePlace, name: string | null): Promise<string> {
  const answer = await askConsole(place.data, { rotate: name, name: atConsole.console })
  if (!answer) return rotateInFolder(place, name)
  if ('key' in answer) return answer.key
  throw new BadInput('problem' in answer ? answer.problem : 'the service cannot change its key')
}

/** The old key may be lost: then only the console vouches for the new one. */
const rotateInFolder = (place: HousePlace, name: string | null): Promise<string> =>
  inHouse(place, async ({ house, journal }) => {
    const onRecord = house.settled.state.signingKeys.at(-1)?.key ?? null
    const old = onRecord === null ? null : oldKey(place, onRecord)
    const own =
      name ?? old?.verifier.name ?? (onRecord === null ? madeUpName() : (readKey(onRecord) as VerifierKey).name)
    const sign = async (next: Signer): Promise<void> => {
      await new Checkpointer({ journal, signer: old ?? next }).change(next, await journal.streams())
    }
    return changeSigningKey(keysOf(place), { house, name: own, by: atConsole, sign })
  })

const keysOf = ({ data, keyFile }: HousePlace): string => keysFolder(data, keyFile)

function oldKey(place: HousePlace, onRecord: string): Signer | null {
  try {
    return openSigningKey(keysOf(place), onRecord, null)
  } catch (error) {
    if (error instanceof JournalUnusable) return null
    throw error
  }
}
