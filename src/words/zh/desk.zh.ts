import { alarms, faultNotes, faults, lineFaults, machineFaults } from './alarms.zh.ts'
import { accountNames, audit, houseKinds, marks } from './audit.zh.ts'
import { commands } from './commands.zh.ts'
import { dealer, effects, wheelStates, wheelWarnings } from './dealer.zh.ts'
import { pins } from './pins.zh.ts'
import { chanceWords, meterNames, pit } from './pit.zh.ts'
import { houseEvents, machines, requests, roundEvents, sessionEnds } from './record.zh.ts'
import { ticket } from './ticket.zh.ts'

/** What staff read. */
export const words = {
  alarms,
  audit,
  chanceWords,
  commands,
  dealer,
  effects,
  faultNotes,
  machineFaults,
  faults,
  houseEvents,
  accountNames,
  houseKinds,
  lineFaults,
  machines,
  marks,
  meterNames,
  pins,
  pit,
  requests,
  roundEvents,
  sessionEnds,
  ticket,
  wheelStates,
  wheelWarnings,
}
