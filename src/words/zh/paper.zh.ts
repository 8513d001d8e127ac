import { report } from './report.zh.ts'

/** What stands in reports: nobody fetches it but whoever writes one. */
export const words = { report }
