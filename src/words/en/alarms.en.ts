import type { FaultCode } from '../../wheel/wheel-faults.ts'

/** Stopped parts of the house, and faults of wheels. */
export const alarms = {
  'house-stopped': (why: string) => `The house stopped: ${why}`,
  'tickets-stopped': (why: string) => `The record of the tickets stopped: ${why}`,
  'table-stopped': (why: string) => `The table stopped: ${why}`,
  'house-restored': 'The house came back from the journal',
  'tickets-restored': 'The record of the tickets came back from the journal',
  'table-restored': 'The table came back from the journal',
  'table-damaged': (why: string) => `The table stays closed: ${why}`,
  'journal-lost': (why: string) => `Nothing is recorded any more: ${why}. Shut the service down normally`,
  'journal-found': 'The journal is in its place again',
  'clock-set': (from: string, to: string) => `The clock was set from ${from} to ${to}`,
  'clock-out-of-range': (wall: string, house: string) =>
    `The clock of this machine says ${wall}, which cannot be recorded. The service uses ${house} instead. Set the clock`,
  'clocks-apart': (node: string, wall: string, store: string, house: string) =>
    `Two clocks differ: that of node ${node} says ${wall}, that of the database ${store}. The node uses ${house} instead. Set the clock that is wrong`,
  'wrong-pins': (count: number, from: string) => `${count} wrong PINs within an hour, most of them from ${from}`,
  'draw-secret-lost': (round: number) =>
    `No key here opens the secret of round ${round}: its bonus numbers cannot be drawn. Put draw.key back, or report that they were not lit`,
  'void-after-draw': (round: number, who: string) =>
    `Round ${round} was made void after its bonus numbers were drawn, by ${who}`,
  'step-failed': (step: string, why: string) => `${step}: ${why}. The service tries again`,
  'draw-bonus-numbers': 'The bonus numbers were not drawn',
  'close-terminals': 'Terminals were not closed after the round',
  'set-planned-limits': 'The planned limits were not set',
  'give-notices': 'Notices to players were not recorded',
  'save-snapshot': 'A snapshot was not saved, so a restart will take longer',
  'renew-leases': 'This node cannot renew its leases, so its tables move to others',
  'check-program': 'The program was not compared with its manifest',
  'table-moved': (node: string, why: string) => `The table runs at node ${node} now: ${why}`,
  'given-up': 'the previous node released it',
  'node-silent': 'the previous node did not answer',
  'lease-lost': (node: string) =>
    `Node ${node} lost its lease of the table. Commands that it had not recorded were not carried out`,
  'node-gone': (node: string) => `Node ${node} is gone; others take its tables`,
  'link-lost': (node: string, peer: string) =>
    `Node ${node} cannot reach node ${peer}, though both run. Check the network between them and the setting nodeHost`,
  'link-found': (node: string, peer: string) => `Node ${node} reaches node ${peer} again`,
  'signing-stopped': (why: string) => `The record is not signed any more: ${why}`,
  'signing-resumed': 'The record is signed again',
  'witness-refused': (witness: string, why: string) => `The witness ${witness} refuses to sign the record: ${why}`,
  'witness-silent': (witness: string, why: string) => `The witness ${witness} does not answer: ${why}`,
  'witness-heard': (witness: string) => `The witness ${witness} signs again`,
  'crash-detected': (node: string, since: string) =>
    `Node ${node} did not shut down properly: it ran since ${since}, and crashed or lost its power`,
  'self-check-passed': (version: string, digest: string) => `Self-check passed: version ${version}, manifest ${digest}`,
  'self-check-unverified': (version: string) =>
    `Self-check of version ${version}: there is no manifest to compare with`,
  'self-check-failed': (version: string, count: number, first: string) =>
    `Self-check failed: version ${version} differs from its manifest in ${count === 1 ? '1 place' : `${count} places`}: ${first}`,
  'terminal-lost': (terminal: string) => `Terminal ${terminal} is lost: no screen of it answers`,
  'terminal-back': (terminal: string) => `Terminal ${terminal} is back`,
  'service-started': (node: string, version: string, digest: string) =>
    `Node ${node} started: version ${version}, digest ${digest}`,
  'service-stopped': (node: string) => `Node ${node} shut down`,
  'configuration-noted': (node: string, count: number) => `Configuration of node ${node}: ${count} settings on record`,
  'configuration-changed': (node: string, changes: string) => `Configuration of node ${node} changed: ${changes}`,
  'large-win': (amount: string, player: string, round: number) => `Large win: ${amount} to ${player} in round ${round}`,
  'large-wager': (amount: string, player: string, round: number) =>
    `Large wager: ${amount} by ${player} in round ${round}`,
  'large-cash': (what: string, amount: string, who: string) => `Large transaction: ${what}, ${amount}, ${who}`,
  'bought-in': 'chips or credits sold',
  'cashed-out': 'chips or credits paid out',
  'ticket-issued': 'ticket issued',
  'ticket-redeemed': 'ticket redeemed',
  'more-events': (of: string) => `The list of open events is full: further events of the kind ${of} are counted here`,
  'wheel-fault': (fault: string) => `Wheel: ${fault}`,
}

export const faults = {
  unreadable: 'a line that cannot be read',
  'line-too-long': 'a line that does not end',
  'wheel-error': 'the wheel reports an error',
  silence: 'the wheel has fallen silent',
  'out-of-order': 'a line that cannot follow the one before it was ignored',
  'joined-in-game': 'a game was already under way when the wheel was first heard',
  sensor: 'a rim sensor, the motor or the encoder failed: results and voids by hand',
  'sensor-stuck': 'a sensor keeps failing: have the wheel serviced',
  'rotor-still': 'the rotor stands still with the ball in the rim',
  'rotor-speed': 'the rotor is too slow or too fast',
  'rotor-unchanged': 'the rotor has not changed its direction',
  pace: 'too many spins in an hour',
  'ball-not-seen': 'the ball slows down, but was never seen in the rim',
  'number-missing': 'the wheel reports that the ball rests, but not its number',
  'number-not-on-wheel': 'a number that the wheel of this book does not have',
  'number-out-of-place': 'a number, although no ball is running',
  'number-without-ball': 'a number, although no ball was seen in the rim: enter the result by hand',
  'number-not-borne-out': 'a number, but the ball still runs',
  'number-not-played': 'a number of a game that gave no result',
  'numbers-differ': 'the wheel names different numbers for one game: a pit supervisor decides',
  'result-lost': 'the wheel ended the game without a result: conclude the round by hand',
  'round-not-concluded': 'the wheel began a new game before the round was concluded',
  'game-not-opened': 'the ball runs in a game for which no round was opened',
  'not-in-this-book': 'the rule book has no command for what the wheel says: decide by hand',
} satisfies Record<FaultCode, string>

/** Changes of the line, and refused commands of the wheel. */
export const lineFaults = {
  'connection-closed': (where: string) => `${where} was closed at the other end`,
  'connection-lost': (where: string, why: string) => `${where} was lost: ${why}`,
  'reading-failed': (why: string) => `reading the line failed: ${why}`,
  'command-refused': (command: string, reason: string) => `the wheel could not ${command}: ${reason}`,
  'more-faults': (count: number, seconds: number) => `${count} more faults within ${seconds} seconds`,
}

/** Error codes of the machine, in words. */
export const machineFaults = {
  full: 'the disk is full',
  unwritable: 'the disk cannot be written',
  broken: 'the disk reports a fault',
  forbidden: 'the service may not open its files',
  absent: 'nothing answers at its address',
  late: 'it did not answer in time',
  unnamed: 'the network does not know its name',
  cut: 'the connection was cut',
  ahead: 'an entry is far ahead of the clock of the database. Stop all nodes, then run croupier nodes correct-clock',
}

/** Details of a fault. */
export const faultNotes = {
  code: (fault: string, code: string) => `${fault}, number ${code} in its manual`,
  game: (fault: string, game: string) => `${fault} (game ${game})`,
  detail: (fault: string, detail: string) => `${fault}: ${detail}`,
}
