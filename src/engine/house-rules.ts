import type { Book } from '../books/rule-book.ts'

/**
 * What a decision rests on beyond the table itself: the books that a table may change to, and whether a round opens only
 * by a book that is in force at its command's time. A house asks for that; a script only if its table line says so.
 */
export type HouseRules = { bookById: (id: string) => Book | undefined; onlyInForce?: boolean }

export const noHouseRules: HouseRules = { bookById: () => undefined }
