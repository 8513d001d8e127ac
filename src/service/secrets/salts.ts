import { randomFillSync } from 'node:crypto'

const SALT_BYTES = 16
/** Drawn together: each draw by itself would cost more than the entry's hash. */
const pool = Buffer.alloc(SALT_BYTES * 256)
let used = pool.length

/** The salt of one entry (record/salt.ts). */
export function freshSalt(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += SALT_BYTES
  return pool.toString('hex', used - SALT_BYTES, used)
}
