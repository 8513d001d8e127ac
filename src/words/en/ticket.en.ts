import { amountInEnglish } from './amount.en.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** What is printed on a ticket. */
export const ticket = {
  title: 'Ticket',
  heading: 'CREDIT TICKET',
  issued: 'Issued',
  attendant: 'Attendant',
  validUntil: 'Valid until',
  redeemed: 'REDEEMED',
  cancelled: 'CANCELLED',
  time: (year: number, month: number, day: number, clock: string) =>
    `${day} ${months[month - 1]} ${year}, ${clock} (Singapore)`,
  /** Figures alone are easily changed. */
  amount: amountInEnglish,
}
