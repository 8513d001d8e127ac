import type { commonBets, commonKinds } from '../../books/common-names.ts'
import type { Book, ClauseHome, Funds, Position } from '../../books/rule-book.ts'
import type { Level } from '../../engine/draw.ts'
import type { Outside } from '../../engine/limits.ts'
import type { Line } from '../../engine/settlement.ts'
import type { SystemReason } from '../../engine/system-reasons.ts'

type AnyRole = Position | 'auditor' | 'administrator' | 'system' | 'wheel'

/** The names of things, each once: the story, the screens, the tickets and the alarms all take them from here. */
export const nouns = {
  roles: {
    player: 'player',
    dealer: 'dealer',
    'pit-supervisor': 'pit supervisor',
    'pit-manager': 'pit manager',
    'shift-manager': 'shift manager',
    auditor: 'auditor',
    administrator: 'administrator',
    system: 'random number generator',
    wheel: 'wheel',
  } satisfies Record<AnyRole, string>,
  /** Reasons that the program itself gives, by how they are on record. */
  systemReasons: {
    'the ball came to rest before no more bets': 'the ball came to rest before no more bets',
    'the round is concluded': 'the round is concluded',
    'the demonstration voids what is referred': 'the demonstration voids what is referred',
    'a self-check found another program than the one that was shipped':
      'a self-check found another program than the one that was shipped',
    'the service stopped while the ball was running': 'the service stopped while the ball was running',
  } satisfies Record<SystemReason, string>,
  /** Common kinds of wager. A book may name its own. */
  kinds: {
    'straight-up': 'straight up',
    split: 'split',
    street: 'street',
    corner: 'corner',
    'six-line': 'six line',
    line: 'line',
    'top-line': 'top line',
    column: 'column',
    dozen: 'dozen',
    low: 'low',
    high: 'high',
    odd: 'odd',
    even: 'even',
    red: 'red',
    black: 'black',
    green: 'green',
    'bonus-win': 'bonus win',
    'super-bonus-win': 'super bonus win',
    'scatter-bonus': 'scatter bonus',
  } satisfies Record<(typeof commonKinds)[number], string>,
  /** A draw that lit every link. */
  scatter: 'scatter bonus',
  /** The second dozen, the first column. */
  nth: (kind: string, nth: string) => `${{ 1: '1st', 2: '2nd', 3: '3rd' }[nth] ?? nth} ${kind}`,
  /** The groups of a number, where no bet is meant. */
  groups: { dozen: 'dozen', column: 'column' },
  number: (pocket: string) => `number ${pocket}`,
  /** Common several-piece bets, likewise. */
  bets: {
    neighbours: 'neighbours',
    tiers: 'tiers',
    orphelins: 'orphelins',
    orphans: 'orphans',
    'zero-spiel': 'zero game',
    finales: 'finales',
    'grand-series': 'grand series',
    'big-series': 'big series',
    'small-series': 'small series',
  } satisfies Record<(typeof commonBets)[number], string>,
  colours: { red: 'red', black: 'black', green: 'green' } satisfies Record<keyof Book['colours'], string>,
  /** Colours of chips. A colour without a word keeps the name of its purchase. */
  chipColours: {
    blue: 'blue',
    yellow: 'yellow',
    pink: 'pink',
    orange: 'orange',
    purple: 'purple',
    turquoise: 'turquoise',
    lime: 'lime',
    brown: 'brown',
    white: 'white',
    grey: 'grey',
    red: 'red',
    black: 'black',
    green: 'green',
    gold: 'gold',
    violet: 'violet',
  },
  money: { chips: 'cash chips', credits: 'credits' } satisfies Record<Funds['money'], string>,
  colourChips: 'colour chips',
  /** A phrase with one colour, which is given in words. */
  chipsOf: (colour: string) => `${colour} chips`,
  /** Without a colour: colour chips of whichever. */
  chipsCount: (count: number, colour?: string) => `${count} ${colour ?? 'colour'} chip${count === 1 ? '' : 's'}`,
  lit: { bonus: 'bonus number', 'super-bonus': 'super bonus number' } satisfies Record<Exclude<Level, 'plain'>, string>,
  results: { won: 'won', lost: 'lost', returned: 'returned', imprisoned: 'in prison' } satisfies Record<
    Line['result'],
    string
  >,
  odds: (pays: number) => `${pays} to 1`,
  maximumPayout: 'maximum payout',
  notPaid: (amount: string) => `${amount} above the maximum payout not paid`,
  range: (min: string, max: string) => `${min} to ${max}`,
  atLeast: (min: string) => `at least ${min}`,
  atMost: (max: string) => `at most ${max}`,
  anyAmount: 'any amount',
  outside: { 'under-minimum': 'under the minimum', 'over-maximum': 'over the maximum' } satisfies Record<
    Outside,
    string
  >,
  /** Rulings on an unclear wager. */
  rulings: { stands: 'it stands where it is', returned: 'it goes back to the player' },
  /** How a ball or a wheel moves. */
  motions: {
    clockwise: 'clockwise',
    anticlockwise: 'anticlockwise',
    still: 'still',
    moving: 'moving',
    'at-rest': 'at rest',
  },
  /** Where a clause is carried out. */
  homes: {
    value: 'value',
    engine: 'engine',
    service: 'service',
    screen: 'screen',
    outside: 'outside',
  } satisfies Record<ClauseHome, string>,
  /** Why a round is void, beside what the books themselves list. */
  voids: { decision: 'decided by the shift manager' },
}
