import { VERSION } from '../../record/versions.ts'
import { JournalUnusable } from '../journal/journal.ts'
import { LEASE_MS, type Roster } from '../journal/leases.ts'

/** What nodes read that did not say it yet. */
const UNSAID = 3

/** How a node names its version: with the newest format of the record that it reads. */
export const nodeVersion = (version: string): string => `${version}+record.${VERSION}`

const formatReadBy = (version: string): number => Number(/\+record\.(\d+)$/.exec(version)?.[1] ?? UNSAID)

/** A node of an older version would have to hold every table that this one writes: it is not begun beside it. */
export function mustBeReadByAll({ nodes }: Roster): void {
  const older = nodes.find(({ ageMs, version }) => ageMs < LEASE_MS && formatReadBy(version) < VERSION)
  if (older)
    throw new JournalUnusable(
      `the node ${older.id} (${older.version}) reads formats of the record up to ${formatReadBy(older.version)}, and this ` +
        `version writes ${VERSION}: stop the nodes of the older version first`,
    )
}
