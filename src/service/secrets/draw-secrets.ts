import { createHmac } from 'node:crypto'

/** The secret of a round's draw, by the table, the round and the time when it was opened, all of which are on record. */
export type SecretOf = (table: string, round: number, openedAt: string) => string

/**
 * Made of the house key, which the journal never holds: so nothing need be kept between the commitment and the draw, and a
 * restart, or another node with the same key, knows it again. With the time in it, a round that is played anew after a
 * backup was put back has another secret than the one that was told.
 */
export function drawSecrets(houseKey: Uint8Array): SecretOf {
  const key = createHmac('sha256', houseKey).update('croupier draw').digest()
  return (table, round, openedAt) =>
    createHmac('sha256', key)
      .update(JSON.stringify([table, round, openedAt]))
      .digest('hex')
}
