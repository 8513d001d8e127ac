import type { CommandName } from '../../engine/language.ts'

/** What somebody does, or asks for and may not. */
// biome-ignore format: a table is read down its columns
export const commands = {
  'buy-in':          'buy in',
  'cash-out':        'cash out',
  'repay':           'repay a debt',
  'place-your-bets': 'open a round',
  'wager':           'place a wager',
  'withdraw':        'take a wager back',
  'spin':            'spin the ball',
  'no-more-bets':    'close betting',
  'allow-early-close': 'allow an early close',
  'bonus-numbers':   'draw the bonus numbers',
  'ball-at-rest':    'say where the ball rests',
  'rule-on-wager':   'rule on a wager',
  'settle':          'settle the round',
  'irregularity':    'report an irregularity',
  'no-spin':         'announce no spin',
  'power-failure':   'report a power failure',
  'resume':          'resume play',
  'interruption':    'report a technical interruption',
  'refer':           'refer a round',
  'decide':          'decide a round',
  'correct-outcome': 'correct an outcome',
  'void-rounds':     'void rounds',
  'close-table':     'close the table',
  'open-table':      'open the table',
  'set-book':        'change the rule book',
  'set-limits':      'change the limits',
} satisfies Record<CommandName, string>
