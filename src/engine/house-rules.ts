import type { Book } from '../books/rule-book.ts'

/**
 * Rules of the house that decisions depend on beyond the table itself: the books that a table may change to, and
 * whether a round opens only by a book that is in force at its command's time. A service requires that; a script only
 * if its table line says so.
 */
export type HouseRules = { bookById: (id: string) => Book | undefined; onlyInForce?: boolean }

export const noHouseRules: HouseRules = { bookById: () => undefined }
