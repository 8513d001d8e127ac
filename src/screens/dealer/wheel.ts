import type { DealerView } from '../../engine/views.ts'
import type { WheelStatus } from '../../wheel/status.ts'

/** What the console sees: the table, and its wheel, if it has one. */
export type ConsoleView = DealerView & { wheel: WheelStatus | null }
