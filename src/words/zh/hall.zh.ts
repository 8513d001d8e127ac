import { books } from './books.zh.ts'
import { clauses } from './clauses.zh.ts'
import { common, shortStages, stages } from './common.zh.ts'
import { display } from './display.zh.ts'
import { lobby } from './lobby.zh.ts'
import { nouns } from './nouns.zh.ts'
import { refusals } from './refusals.zh.ts'
import { service } from './service.zh.ts'
import { terminal } from './terminal.zh.ts'

/** What players and passers-by read. */
export const words = { books, clauses, common, display, lobby, nouns, refusals, service, shortStages, stages, terminal }
