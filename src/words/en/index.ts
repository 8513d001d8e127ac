import * as alarms from './alarms.en.ts'
import * as audit from './audit.en.ts'
import * as books from './books.en.ts'
import * as commands from './commands.en.ts'
import * as common from './common.en.ts'
import * as dealer from './dealer.en.ts'
import * as display from './display.en.ts'
import * as lab from './lab.en.ts'
import * as lobby from './lobby.en.ts'
import * as nouns from './nouns.en.ts'
import * as pit from './pit.en.ts'
import * as receipts from './receipts.en.ts'
import * as record from './record.en.ts'
import * as refusals from './refusals.en.ts'
import * as report from './report.en.ts'
import * as story from './story.en.ts'
import * as terminal from './terminal.en.ts'
import * as ticket from './ticket.en.ts'

/** English, whole: what every other language is measured by. A file's exports are its subjects. */
export const en = {
  ...alarms,
  ...audit,
  ...books,
  ...commands,
  ...common,
  ...dealer,
  ...display,
  ...lab,
  ...lobby,
  ...nouns,
  ...pit,
  ...receipts,
  ...record,
  ...refusals,
  ...report,
  ...story,
  ...terminal,
  ...ticket,
}
