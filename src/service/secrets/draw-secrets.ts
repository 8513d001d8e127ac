import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { commitmentTo } from '../../engine/committed-draw.ts'
import type { SealedSecret } from '../../record/table-entry.ts'
import type { SealedIn } from '../../record/table-memory.ts'

/** A commitment to a fresh secret, and the secret as the record keeps it until the draw. */
export type CommittedSecret = { commitment: string; sealed: SealedSecret }

export type DrawSecrets = {
  commit(table: string, round: number): CommittedSecret
  /**
   * Null if no present key opens it, if it was sealed for another table, round or commitment, or if it comes from a
   * backup.
   */
  open(table: string, round: number, commitment: string, sealed: SealedIn): string | null
}

export type DrawSecretsOptions = {
  houseKey: Uint8Array
  /** The key that seals, followed by others that only open. */
  drawKeys: () => readonly Uint8Array[]
  /** The last entry of each table that comes from a backup: secrets sealed up to there may have been revealed since. */
  restoredTo?: ReadonlyMap<string, number>
  chance: { bytes(count: number): Uint8Array }
}

const CIPHER = 'aes-256-gcm'
const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Secrets of bonus draws. Each comes from the operating system and is in no way derived from a key, so a key alone opens
 * nothing. AES-256-GCM seals it for its table, round and commitment, under the house key and a draw key together.
 */
export function drawSecrets(options: DrawSecretsOptions): DrawSecrets {
  const { houseKey, drawKeys, chance, restoredTo } = options
  const cipherKey = (drawKey: Uint8Array) => Buffer.from(hkdfSync('sha256', drawKey, houseKey, 'croupier draw', 32))
  return {
    commit(table, round) {
      const [drawKey] = drawKeys()
      if (!drawKey) throw new Error('There is no draw key to seal a secret with')
      const secret = Buffer.from(chance.bytes(SECRET_BYTES))
      const commitment = commitmentTo(secret.toString('hex'))
      const nonce = chance.bytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, cipherKey(drawKey), nonce).setAAD(boundTo(table, round, commitment))
      const parts = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]
      return { commitment, sealed: { key: drawKeyId(drawKey), text: Buffer.concat(parts).toString('base64') } }
    },
    open(table, round, commitment, { seq, key, text }) {
      if (seq <= (restoredTo?.get(table) ?? 0)) return null
      const drawKey = drawKeys().find((one) => drawKeyId(one) === key)
      const bytes = Buffer.from(text, 'base64')
      if (!drawKey || bytes.length !== NONCE_BYTES + SECRET_BYTES + TAG_BYTES) return null
      const cipher = createDecipheriv(CIPHER, cipherKey(drawKey), bytes.subarray(0, NONCE_BYTES))
        .setAAD(boundTo(table, round, commitment))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      const secret = cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      try {
        cipher.final()
      } catch {
        // The tag does not fit: another house key, table, round or commitment.
        return null
      }
      return commitmentTo(secret.toString('hex')) === commitment ? secret.toString('hex') : null
    },
  }
}

const boundTo = (table: string, round: number, commitment: string): Buffer =>
  Buffer.from(JSON.stringify([table, round, commitment]))

/** An id of a draw key that reveals nothing else about it. */
export const drawKeyId = (drawKey: Uint8Array): string =>
  createHmac('sha256', drawKey).update('croupier draw key').digest('hex').slice(0, 16)
