import type { Staff } from '../kit/session.tsx'
import type { TableAtDesk } from './pit-desk.ts'

/** What a dialog of the desk is given: the table it acts at, who acts, and the round that was chosen, if one was. */
export type ActionProps = { table: TableAtDesk; who: Staff; round: number | null; onClose: () => void }
