import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { type Config, effectiveSettings } from './config.ts'
import type { Floor } from './floor/floor.ts'
import { checkProgramAside, type SelfCheckOptions } from './floor/self-check-desk.ts'
import { digestOfProgram, versionOfProgram } from './program/manifest.ts'
import { askHouse } from './stream/house-stream.ts'

/** What a node says of itself on record: that it started, with which program and configuration, and that it stopped. */

/** The name of a node. One that is alone has the same name after every restart, so that a crash is noticed. */
export const nodeName = ({ node }: Config, isAmongNodes: boolean): string =>
  node || (isAmongNodes ? `${hostname()}-${process.pid}` : 'croupier')

export function configurationDigest(config: Config): string {
  const sorted = Object.entries(effectiveSettings(config)).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

export const selfCheckOf = (config: Config, isAmongNodes: boolean): SelfCheckOptions => ({
  node: nodeName(config, isAmongNodes),
  configuration: configurationDigest(config),
  stops: config.closedOnMismatch,
  check: checkProgramAside,
})

/** Records the configuration, where it has changed, and the start. */
export async function recordStart(config: Config, floor: Floor, isAmongNodes: boolean): Promise<void> {
  const node = nodeName(config, isAmongNodes)
  const digest = configurationDigest(config)
  const noting = { do: 'note-configuration', node, digest, settings: effectiveSettings(config) } as const
  // A house that is stopped has an alarm of its own. Its start is recorded when it is back.
  await askHouse(floor.house, { ...noting, by: { system: 'service' } }).catch(() => {})
  floor.events.note({
    alarm: 'service-started',
    table: null,
    node,
    version: versionOfProgram(),
    digest: digestOfProgram(),
    configuration: digest,
  })
  await floor.events.record()
}

export const noteStop = (config: Config, floor: Floor, isAmongNodes: boolean): void =>
  floor.events.note({ alarm: 'service-stopped', table: null, node: nodeName(config, isAmongNodes) })
