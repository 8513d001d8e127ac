import { VERSION } from '../record/versions.ts'
import { JoinedNode } from './cluster/joined-node.ts'
import { openNodeClock } from './cluster/open-node-clock.ts'
import { BadConfig, type Config } from './config.ts'
import type { Certificate } from './http/certificate.ts'
import { type Journal, JournalUnusable } from './journal/journal.ts'
import { LEASE_MS, type Roster } from './journal/leases.ts'
import { digestOfProgram, versionOfProgram } from './program/manifest.ts'
import { nodeName } from './service-record.ts'

/** Joins the cluster if the store allows several processes; null if this process is the whole house. */
export async function joinCluster(
  config: Config,
  journal: Journal,
  key: Uint8Array,
  certificate: Certificate | null,
): Promise<JoinedNode | null> {
  const { leases } = journal
  if (!leases) return null
  const id = nodeName(config, true)
  if (!isNodeName(id))
    throw new BadConfig(`node cannot be ${JSON.stringify(id)}: letters, digits, dots and dashes, 64 at most`)
  mustBeReadByAll(await leases.roster())
  const shared = { ...journal, leases }
  const clock = await openNodeClock(shared, { limitMs: config.clockSeconds * 1_000 })
  return JoinedNode.open({
    id,
    journal: shared,
    clock,
    key,
    certificate,
    version: nodeVersion(versionOfProgram()),
    build: digestOfProgram(),
    host: config.nodeHost,
    port: config.nodePort,
  })
}

const isNodeName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)

/** The version that a node announces, with the newest record format that it reads. */
const nodeVersion = (version: string): string => `${version}+record.${VERSION}`

const formatReadBy = (version: string): number => Number(/\+record\.(\d+)$/.exec(version)?.[1])

/**
 * A node of an older version would have to take over tables that this one writes and it cannot read, so this node does
 * not start beside it.
 */
function mustBeReadByAll({ nodes }: Roster): void {
  const older = nodes.find(({ ageMs, version }) => ageMs < LEASE_MS && formatReadBy(version) < VERSION)
  if (older)
    throw new JournalUnusable(
      `the node ${older.id} (${older.version}) reads formats of the record up to ${formatReadBy(older.version)}, and this ` +
        `version writes ${VERSION}: stop the nodes of the older version first`,
    )
}
