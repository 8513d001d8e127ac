import { lab } from './lab.zh.ts'

/** What stands in the lab, and on the terminal for those who ask what their chips can bring. */
export const words = { lab }
