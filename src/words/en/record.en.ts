import type { EventType } from '../../engine/events.ts'
import type { HouseAction } from '../../house/house-actions.ts'
import type { HouseEvent, SessionEnd, TicketEvent } from '../../house/house-events.ts'

/** Events at a table. */
export const roundEvents = {
  'bought-in': 'Bought in',
  'cashed-out': 'Cashed out',
  'owed-repaid': 'Debt repaid',
  'betting-opened': 'Betting opened',
  'wager-placed': 'Wager placed',
  'wager-withdrawn': 'Wager withdrawn',
  'ball-spun': 'Ball spun',
  'early-close-allowed': 'Early close allowed',
  'betting-closed': 'No more bets',
  'bonus-numbers-drawn': 'Bonus numbers drawn',
  'outcome-determined': 'Outcome',
  'results-differed': 'Results differ',
  'revolutions-counted': 'Revolutions counted',
  'irregularity-reported': 'Irregularity reported',
  'wager-ruled': 'Ruling',
  'round-settled': 'Settled',
  'round-voided': 'Void',
  'round-referred': 'Referred',
  'referral-decided': 'Decided',
  'power-failed': 'Power failed',
  'play-resumed': 'Play resumed',
  'play-interrupted': 'Play interrupted',
  'outcome-corrected': 'Outcome corrected',
  'table-closed': 'Table closed',
  'table-opened': 'Table opened',
  'book-set': 'Rule book changed',
  'limits-set': 'Limits set',
} satisfies Record<EventType, string>

/** Events of the house. */
export const houseEvents = {
  'staff-added': 'Joined the staff',
  'staff-pin-set': 'PIN set',
  'staff-role-changed': 'Position changed',
  'staff-removed': 'Left the staff',
  'staff-locked': 'Locked out',
  'staff-unlocked': 'Unlocked',
  'sign-ins-failed': 'Sign-ins failed',
  'session-opened': 'Signed in',
  'session-ended': 'Signed out',
  'terminal-added': 'Terminal added',
  'enrolment-code-made': 'Enrolment code made',
  'terminal-enrolled': 'Terminal enrolled',
  'terminal-closed': 'Terminal closed',
  'terminal-opened': 'Terminal opened',
  'terminal-removed': 'Terminal removed',
  'ticket-issued': 'Ticket issued',
  'ticket-redeemed': 'Ticket redeemed',
  'ticket-cancelled': 'Ticket cancelled',
  'ticket-copied': 'Ticket printed again',
  'notices-given': 'Players told',
  'notices-read': 'Notices read',
  'attendant-called': 'Attendant called',
  'call-withdrawn': 'Call withdrawn',
  'call-answered': 'Attendant came',
  'limits-planned': 'Limits planned',
  'plan-ended': 'Planned limits set',
  'table-taken': 'Table taken',
  'table-left': 'Table left',
  'significant-noted': 'Event',
  'significant-repeated': 'Event again',
  'significant-acknowledged': 'Events acknowledged',
  'gaming-stopped': 'Gaming stopped',
  'gaming-resumed': 'Gaming resumed',
  'refusal-recorded': 'Refused',
  'refusals-counted': 'Refused again and again',
  'clock-corrected': 'Clock set',
  'signing-key-changed': 'Signing key taken',
} satisfies Record<(HouseEvent | TicketEvent)['type'], string>

/** The same for the house: the names of its routes. */
export const requests = {
  'add-staff': 'add somebody',
  'set-pin': 'set a PIN',
  'change-role': 'change a position',
  'lock-staff': 'lock a badge',
  'unlock-staff': 'unlock a badge',
  'remove-staff': 'remove somebody',
  'end-all-sessions': 'end all sessions',
  'add-terminal': 'add a terminal',
  'renew-code': 'make an enrolment code',
  'close-terminal': 'close a terminal',
  'open-terminal': 'open a terminal',
  'remove-terminal': 'remove a terminal',
  'issue-ticket': 'take credits out as a ticket',
  'sell-ticket': 'sell a ticket',
  'redeem-ticket': 'redeem a ticket',
  'cancel-ticket': 'cancel a ticket',
  'plan-limits': 'plan limits',
  'copy-ticket': 'print a ticket again',
  'read-notices': 'read notices',
  'call-attendant': 'call an attendant',
  'withdraw-call': 'withdraw a call',
  'answer-call': 'answer a call',
  'take-table': 'take a table',
  'leave-table': 'leave a table',
  'acknowledge-events': 'acknowledge events',
  'check-program': 'check the program',
  'stop-gaming': 'stop gaming',
  'resume-gaming': 'resume gaming',
} satisfies Partial<Record<HouseAction, string>>

/** Why a session ended. */
export const sessionEndNames = {
  'signed-out': 'signed out',
  expired: 'expired',
  idle: 'idle for too long',
  'pin-set': 'the PIN was set',
  'role-changed': 'the position changed',
  removed: 'left the staff',
  locked: 'the badge was locked',
  restored: 'the house was restored from a backup',
} satisfies Record<SessionEnd, string>

/** Actors without a name. */
export const machines = { service: 'the service', console: 'the command line' }

/** A PIN, one's own or another person's. */
export const pins = {
  ownPin: 'Change my PIN',
  ownPinDoes: 'The PIN before no longer works. Other sessions with this badge end; you stay signed in here.',
  currentPin: 'Current PIN',
  currentPinWrong: 'The current PIN is wrong',
  newPin: 'New PIN',
  newPinAgain: 'New PIN once more',
  pinsDiffer: 'The two differ',
  pinHint: '6 to 12 digits, no runs, not the badge',
}
