import { amountInEnglish } from './amount.en.ts'
import { pit } from './pit.en.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** What is printed on a ticket. */
export const ticket = {
  title: 'Ticket',
  heading: 'CREDIT TICKET',
  issued: 'Issued',
  attendant: 'Attendant',
  validUntil: 'Valid until',
  redeemed: pit.redeemed.toUpperCase(),
  cancelled: pit.cancelled.toUpperCase(),
  time: (year: number, month: number, day: number, clock: string) =>
    `${day} ${months[month - 1]} ${year}, ${clock} (Singapore)`,
  /** Figures alone are easily changed. */
  amount: amountInEnglish,
}
