/**
 * Gaming is stopped on demand (GLI-19 2.4.1): in the whole house, of one game, at one table. A terminal is closed by a
 * command of its own. `now`: nothing more is staked; what lies on the layout is played out. `after-round`: no further round
 * is opened.
 */
export const stopScopes = ['house', 'game', 'table'] as const
export type StopScope = (typeof stopScopes)[number]
export const stopTimes = ['now', 'after-round'] as const
export type StopTime = (typeof stopTimes)[number]

/** `of`: the game or the table; empty for the house. */
export type StopPlace = { scope: StopScope; of: string }
