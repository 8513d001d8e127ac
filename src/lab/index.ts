/** The lab's door for those who take it as a library. */

export {
  compileTable,
  type FastTable,
  type FastWagers,
  lineUp,
  rowOf,
  settleEach,
  settleSpins,
  settleTogether,
} from './fast-settlement.ts'
