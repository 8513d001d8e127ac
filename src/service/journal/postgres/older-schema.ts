import { LEAVES_IN_BLOCK } from '../../../proof/block-tree.ts'
import { JournalUnusable } from '../journal.ts'
import type { Address } from './address.ts'
import type { Client } from './driver.ts'
import { inOneGo, keyIndexes, strangersIn, versionIn } from './schema.ts'

/** From each version to the next. What was granted on a table stays, for it is the same table. */
const steps: Readonly<Record<number, string>> = {
  // Keys in columns of their own; the row of a tree beside the entry that completes it.
  1: `
    DROP INDEX journal_first_key, journal_second_key;
    ALTER TABLE journal ADD first_key bigint, ADD second_key bigint, ADD nodes bytea;
    UPDATE journal j SET first_key = keys[1], second_key = keys[2], nodes = CASE WHEN seq % ${LEAVES_IN_BLOCK} = 0 THEN
        (SELECT nodes FROM tree t WHERE t.stream = j.stream AND t.block = j.seq / ${LEAVES_IN_BLOCK} - 1) END
      WHERE keys IS NOT NULL OR seq % ${LEAVES_IN_BLOCK} = 0;
    ALTER TABLE journal DROP keys;
    DROP TABLE tree;
    ${keyIndexes}`,
}

/** Every entry is written anew: a large journal takes minutes, and whoever starts a node waits for it. */
const FOR_A_DAY_MS = 86_400_000

const selectLiving = 'SELECT id FROM nodes WHERE until > clock_timestamp() ORDER BY id LIMIT 1'

/** What an older version made becomes what this one would make, or stays as it was; never under a node that runs. */
export async function bringUpToDate(client: Client, address: Address): Promise<void> {
  await inOneGo(client, address, async () => {
    for (let version = await versionIn(client); version !== null && steps[version]; version++) {
      const { rows } = await client.query<{ id: string }>(selectLiving)
      if (rows[0])
        throw new JournalUnusable(
          `the store ${address.name} has the schema of an older version of Croupier, and its node ${rows[0].id} still runs: stop all nodes, then start this one`,
        )
      await client.query({ text: steps[version]!, query_timeout: FOR_A_DAY_MS } as never)
      await client.query("UPDATE about SET value = $1 WHERE name = 'version'", [String(version + 1)])
    }
    const [foreign] = await strangersIn(client, address.schema)
    if (foreign !== undefined)
      throw new JournalUnusable(
        `the store ${address.name} has the schema of an older version of Croupier, and cannot be brought up to date: ${foreign}`,
      )
  })
}
