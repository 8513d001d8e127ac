/** With every answer of a node among several: where the house is reached besides, addresses with a blank between them. */
export const NODES_HEADER = 'croupier-nodes'
