import { amountInEnglish } from './amount.en.ts'
import { pit } from './pit.en.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The words on a ticket. */
export const ticket = {
  title: 'Ticket',
  heading: 'CREDIT TICKET',
  /** The how manieth ticket of the house it is. */
  sequence: 'Ticket no.',
  issued: 'Issued',
  attendant: 'Attendant',
  validUntil: 'Valid until',
  /** Where it stands in the record: the log, and the number of its entry there. */
  record: 'On record',
  entry: (log: string, seq: number) => `${log}, entry ${seq}`,
  signedBy: 'The record is signed by',
  redeemed: pit.redeemed.toUpperCase(),
  cancelled: pit.cancelled.toUpperCase(),
  /** The how manieth, and when it was made. */
  copy: (nth: number, made: string) => `COPY ${nth} · ${made}`,
  /** `place`: whose clocks show it. */
  time: (year: number, month: number, day: number, clock: string, place: string) =>
    `${day} ${months[month - 1]} ${year}, ${clock} (${place})`,
  /** Figures alone are easily changed. */
  amount: amountInEnglish,
}
