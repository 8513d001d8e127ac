import type { Source } from '../engine/events.ts'

/** What acts in somebody's position signs with one of these names. */
export const machineNames = ['automatic dealer', 'automatic shift manager'] as const
export type Machine = (typeof machineNames)[number]

export const otherThan = (source: Source): Source => (source === 'wheel' ? 'dealer' : 'wheel')
