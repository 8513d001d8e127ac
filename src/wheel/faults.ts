/** What a wheel can do that the dealer must see. None of these is a command: the dealer decides. */
// biome-ignore format: a table is read down its columns
export const faults = {
  'unreadable':           'a line that cannot be read',
  'line-too-long':        'a line that does not end',
  'wheel-error':          'the wheel reports an error',
  'silence':              'the wheel has fallen silent',
  'out-of-order':         'a line that does not follow from the one before it was left out',
  'joined-in-game':       'a game was already under way when the wheel was first heard',
  'sensor':               'a rim sensor, the motor or the encoder failed: results and voids by hand',
  'rotor-still':          'the rotor stands still with the ball in the rim',
  'ball-not-seen':        'the ball slows down, but was never seen in the rim',
  'number-missing':       'the wheel says that the ball rests, and not where',
  'number-not-on-wheel':  'a number that the wheel of this book does not have',
  'number-out-of-place':  'a number, and no ball is running',
  'number-without-ball':  'a number, and no ball was seen in the rim: give the result by hand',
  'number-not-borne-out': 'a number, but the ball runs on',
  'number-not-played':    'a number of a game that gave no result',
  'numbers-differ':       'the wheel names different numbers for one game: a pit supervisor decides',
  'result-lost':          'the game ended for the wheel, and no result was heard: conclude the round by hand',
  'round-not-concluded':  'the wheel is in a new game, and the round before it is not concluded',
  'game-not-opened':      'the ball runs in a game for which no round was opened',
  'not-in-this-book':     'the rule book has no command for what the wheel says: decide by hand',
} as const

/** What happens to the line or to what the wheel asked for, besides what its lines say. */
// biome-ignore format: a table is read down its columns
export const lineFaults = {
  'connection-closed':    'the connection was closed at the other end',
  'connection-lost':      'the connection was lost',
  'reading-failed':       'the line could not be read on',
  'command-refused':      'the table refused what the wheel asked for',
  'more-faults':          'more faults came at once than are told one by one',
} as const

export type FaultCode = keyof typeof faults
export type LineFaultCode = keyof typeof lineFaults

/** `detail`: what came down the line, without what could upset a screen. */
export type Fault = { fault: FaultCode; game: number | null; detail?: string }

/** Where the line leads, and why it is gone. */
export type Loss = { fault: 'connection-closed' | 'connection-lost'; where: string; why?: string }

/** Everything that the dealer and the pit can be told of a wheel, as a code with its facts. */
export type WheelFault =
  | Fault
  | Loss
  | { fault: 'reading-failed'; why: string }
  | { fault: 'command-refused'; command: string; refused: string }
  | { fault: 'more-faults'; count: number; seconds: number }

/** One line for a person or a log. */
export function faultText(told: WheelFault): string {
  switch (told.fault) {
    case 'connection-closed':
      return `${told.where} was closed at the other end`
    case 'connection-lost':
      return `${told.where} was lost: ${told.why}`
    case 'reading-failed':
      return `${lineFaults[told.fault]}: ${told.why}`
    case 'command-refused':
      return `${told.command} was refused: ${told.refused}`
    case 'more-faults':
      return `${told.count} more faults within ${told.seconds} seconds`
    default:
      return gameFaultText(told as Fault)
  }
}

function gameFaultText({ fault, game, detail }: Fault): string {
  const which = game === null ? '' : ` (game ${String(game).padStart(3, '0')})`
  return `${faults[fault]}${detail === undefined ? '' : `: ${safely(detail)}`}${which}`
}

/** What came down the line, so that it upsets no screen. */
export function safely(text: string): string {
  const safe = text.replace(/[^\x20-\x7e]/g, (odd) => `\\x${odd.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return safe.length > 80 ? `${safe.slice(0, 80)}...` : safe
}
