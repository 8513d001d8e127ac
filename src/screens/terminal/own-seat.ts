import { signal } from '@preact/signals'
import type { Call } from '../../wire/floor-service.ts'
import type { Seat } from './seat.ts'

/** Who sits at this terminal, and its last call for an attendant: for what stands far from the table's own view. */
export const ownSeat = signal<Seat | null>(null)
/** How long somebody has played here. */
export const ownMinutes = signal(0)
export const ownCall = signal<Call | null>(null)
