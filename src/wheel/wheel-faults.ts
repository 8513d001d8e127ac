/** Faults of a wheel that the dealer must see. None of them is a command: the dealer decides. */
export const faultCodes = [
  'unreadable',
  'line-too-long',
  'wheel-error',
  'silence',
  'out-of-order',
  'joined-in-game',
  'sensor',
  'sensor-stuck',
  'rotor-still',
  'rotor-speed',
  'rotor-unchanged',
  'pace',
  'ball-not-seen',
  'number-missing',
  'number-not-on-wheel',
  'number-out-of-place',
  'number-without-ball',
  'number-not-borne-out',
  'number-not-played',
  'numbers-differ',
  'result-lost',
  'round-not-concluded',
  'game-not-opened',
  'not-in-this-book',
] as const

export type FaultCode = (typeof faultCodes)[number]

/** `detail`: what came down the line, without what could upset a screen. */
export type Fault = { fault: FaultCode; game: number | null; detail?: string }

/** Where the line leads, and why it is gone. */
export type Loss = { fault: 'connection-closed' | 'connection-lost'; where: string; why?: string }

/** Every notice about a wheel for dealer and pit, as a code with its facts. */
export type WheelFault =
  | Fault
  | Loss
  | { fault: 'reading-failed'; why: string }
  | { fault: 'command-refused'; command: string; refused: string }
  | { fault: 'more-faults'; count: number; seconds: number }

/** One line for a log. */
export const lossText = ({ fault, where, why }: Loss): string =>
  fault === 'connection-closed' ? `${where} was closed at the other end` : `${where} was lost: ${why}`

/** An error of the wheel's own with the words that the house has for its number, which is the first in the line. */
export function inWords(fault: Fault, errors: Readonly<Record<string, string>> = {}): Fault {
  const number = fault.fault === 'wheel-error' ? /\d+/.exec(fault.detail ?? '')?.[0] : undefined
  const words = number === undefined ? undefined : (errors[number] ?? errors[String(Number(number))])
  return words === undefined ? fault : { ...fault, detail: `${fault.detail}: ${words}` }
}

/** With a detail that upsets no screen. */
export const withSafeDetail = (fault: Fault): Fault =>
  fault.detail === undefined ? fault : { ...fault, detail: safely(fault.detail) }

/** The received text, safe to show on a screen. */
function safely(text: string): string {
  const safe = text.replace(/[^\x20-\x7e]/g, (odd) => `\\x${odd.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return safe.length > 80 ? `${safe.slice(0, 80)}...` : safe
}
