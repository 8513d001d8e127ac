import type { NumberedNotice } from '../../house/floor-records.ts'
import { service } from '../words/terminal.ts'

/** What a notice is about, in a few words. */
export function noticeTitle({ about, round = 0 }: NumberedNotice): string {
  switch (about) {
    case 'corrected':
      return service.corrected(round)
    case 'voided':
      return service.voided(round)
    case 'ruled':
      return service.ruled(round)
    case 'awarded':
      return service.awarded(round)
    default:
      return service[about]
  }
}
