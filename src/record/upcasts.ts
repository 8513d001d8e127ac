import type { Upcasts } from './versions.ts'

/**
 * Steps to the present version, for entries of tables, of the house and of the tickets. Version 1 is the first released
 * one.
 */
export const tableUpcasts: Upcasts = {}
export const houseUpcasts: Upcasts = {}
export const ticketUpcasts: Upcasts = {}
