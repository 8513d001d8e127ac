/** The bundle that staff read. */
export * from './alarms.zh.ts'
export * from './audit.zh.ts'
export * from './commands.zh.ts'
export * from './dealer.zh.ts'
export * from './pit.zh.ts'
export * from './record.zh.ts'
export * from './ticket.zh.ts'
