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

export type FaultCode = keyof typeof faults
export type Fault = { fault: FaultCode; game: number | null; detail?: string }

/** One line for a person. What came down the wire is shown without what could upset a screen. */
export function faultText({ fault, game, detail }: Fault): string {
  const which = game === null ? '' : ` (game ${String(game).padStart(3, '0')})`
  return `${faults[fault]}${detail === undefined ? '' : `: ${shown(detail)}`}${which}`
}

const shown = (text: string): string => {
  const safe = text.replace(/[^\x20-\x7e]/g, (odd) => `\\x${odd.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return safe.length > 80 ? `${safe.slice(0, 80)}...` : safe
}
