import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Settings } from '../house/significant-kinds.ts'
import { builtInBooks, fingerprintOf, type KnownBooks } from '../record/known-books.ts'
import { type Config, effectiveSettings } from './config.ts'
import type { Floor } from './floor/floor.ts'
import { checkProgramAside, type SelfCheckOptions } from './floor/self-check-desk.ts'
import { digestOfProgram, versionOfProgram } from './program/manifest.ts'
import { askHouse } from './stream/house-stream.ts'

/** Records the start of a node with its program and configuration, and its stop. */

/** The name of a node. One that is alone has the same name after every restart, so that a crash is noticed. */
export const nodeName = ({ node }: Config, isAmongNodes: boolean): string =>
  node || (isAmongNodes ? `${hostname()}-${process.pid}` : 'croupier')

/** The configuration in force, as it is put on record, and its digest. */
export type EffectiveConfiguration = { digest: string; settings: Settings }

/** Every setting, table and witness, and the rules of every book that the house has of its own. */
export function effectiveConfiguration(config: Config, { list }: KnownBooks): EffectiveConfiguration {
  const own = list.map((book) => [book.id, fingerprintOf(book)] as const)
  const books = own.filter(([, fingerprint]) => !builtInBooks.byFingerprint(fingerprint))
  const all = { ...effectiveSettings(config), ...Object.fromEntries(books.map(([id, one]) => [`books.${id}`, one])) }
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))
  const settings = Object.fromEntries(sorted.map(([name, value]) => [name, shortened(value)]))
  return { digest: sha256(JSON.stringify(sorted)), settings }
}

const VALUE_MAX = 500

/** A long value is on record by its beginning and its digest, so that no change of it is missed. */
const shortened = (value: string): string =>
  value.length <= VALUE_MAX ? value : `${value.slice(0, VALUE_MAX)}… SHA-256 ${sha256(value)}`

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const selfCheckOf = (
  config: Config,
  { digest }: EffectiveConfiguration,
  isAmongNodes: boolean,
): SelfCheckOptions => ({
  node: nodeName(config, isAmongNodes),
  configuration: digest,
  stops: config.closedOnMismatch,
  check: checkProgramAside,
})

/** Records the configuration, where it has changed, and the start. */
export async function recordStart(
  config: Config,
  configuration: EffectiveConfiguration,
  floor: Floor,
  isAmongNodes: boolean,
): Promise<void> {
  const node = nodeName(config, isAmongNodes)
  const noting = { do: 'note-configuration', node, ...configuration } as const
  // A house that is stopped has an alarm of its own. Its start is recorded when it is back.
  await askHouse(floor.house, { ...noting, by: { system: 'service' } }).catch(() => {})
  floor.events.note({
    alarm: 'service-started',
    table: null,
    node,
    version: versionOfProgram(),
    digest: digestOfProgram(),
    configuration: configuration.digest,
  })
  await floor.events.record()
}

export const noteStop = (config: Config, floor: Floor, isAmongNodes: boolean): void =>
  floor.events.note({ alarm: 'service-stopped', table: null, node: nodeName(config, isAmongNodes) })
