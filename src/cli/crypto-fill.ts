import { randomFillSync } from 'node:crypto'
import type { Fill } from '../lab/generator.ts'

/** The operating system's cryptographic generator, for the lab. */
export const cryptoFill: Fill = (block) => void randomFillSync(block)
