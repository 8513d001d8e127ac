/** The bundle that players and passers-by read. */
export * from './books.zh.ts'
export * from './common.zh.ts'
export * from './display.zh.ts'
export * from './lobby.zh.ts'
export * from './nouns.zh.ts'
export * from './refusals.zh.ts'
export * from './terminal.zh.ts'
