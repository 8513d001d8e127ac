/** With every answer of a node among several: where the house is reached besides, addresses with a blank between them. */
export const NODES_HEADER = 'croupier-nodes'

/**
 * Why the service closes a socket. `resync`: the client read too slowly, or the service
 * slept while it was sending, and it is to come again, from the version it knows.
 */
export const closeCodes = { unknownToken: 4401, unknownTable: 4404, sayWho: 4408, resync: 4409, tooMany: 4429 } as const
