import type { Upcasts } from './versions.ts'

/** Steps to the version of today, for entries of tables and of the house. Nothing was released before version 1. */
export const tableUpcasts: Upcasts = {}
export const houseUpcasts: Upcasts = {}
