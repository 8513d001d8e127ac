import type { Upcasts } from './versions.ts'

/** Steps to the version of today, for entries of tables, of the house and of the tickets. Nothing was released before version 1. */
export const tableUpcasts: Upcasts = {}
export const houseUpcasts: Upcasts = {}
export const ticketUpcasts: Upcasts = {}
