import type { ReportMaker } from '../../src/report/report-text.ts'

/** For the tests of reports: a house in Singapore whose gaming day begins at midnight. */
export const reportMaker: ReportMaker = {
  operator: 'Pier Operations',
  house: 'The Pier',
  address: '1 Quay',
  calendar: { timeZone: 'Asia/Singapore', dayStart: '00:00' },
  made: '2026-11-20T00:00:00.000Z',
  program: 'Croupier 0.0.0 (0123456789ab)',
}
