import { alarms, faultNotes, faults, lineFaults, machineFaults } from './alarms.en.ts'
import { accountNames, audit, houseKinds, marks } from './audit.en.ts'
import { books } from './books.en.ts'
import { clauses } from './clauses.en.ts'
import { commands } from './commands.en.ts'
import { common, shortStages, stages } from './common.en.ts'
import { dealer, effects, wheelStates, wheelWarnings } from './dealer.en.ts'
import { display } from './display.en.ts'
import { lab } from './lab.en.ts'
import { lobby } from './lobby.en.ts'
import { nouns } from './nouns.en.ts'
import { pins } from './pins.en.ts'
import { chanceWords, meterNames, pit } from './pit.en.ts'
import { receipts } from './receipts.en.ts'
import { houseEvents, machines, requests, roundEvents, sessionEnds } from './record.en.ts'
import { refusals } from './refusals.en.ts'
import { report } from './report.en.ts'
import { service } from './service.en.ts'
import { story } from './story.en.ts'
import { terminal } from './terminal.en.ts'
import { ticket } from './ticket.en.ts'

/** English, whole: what every other language is measured by. */
export const en = {
  // What players and passers-by read
  books,
  clauses,
  common,
  display,
  lobby,
  nouns,
  refusals,
  service,
  shortStages,
  stages,
  terminal,

  // What staff read
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

  // What happened, told; what a receipt proves
  receipts,
  story,

  // What is reported
  report,

  // What is tried out
  lab,
}
