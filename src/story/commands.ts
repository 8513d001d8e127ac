import type { CommandName, CommandOf } from '../engine/language.ts'
import { betWords } from './bets.ts'
import { playerIn, type Scene } from './scene.ts'
import { onSpot } from './spots.ts'
import { dollars, listed } from './text.ts'
import { colourChips, irregularityWords, moneyWord, roundsWords, titleOf } from './words.ts'

/** What somebody wanted to do: it follows `tried to`. */
export const attempts: { [Name in CommandName]: (command: CommandOf<Name>, scene: Scene) => string } = {
  'buy-in': ({ amount, colour, chipValue }, { book }) =>
    colour === undefined
      ? `buy ${dollars(amount)} in ${moneyWord(book)}`
      : `buy ${dollars(amount)} in ${colour} chips at ${dollars(chipValue)} each`,
  'cash-out': ({ amount, colour }, { book }) =>
    `cash out ${dollars(amount)} in ${colour === undefined ? moneyWord(book) : `${colour} chips`}`,
  repay: ({ amount }) => `repay ${dollars(amount)}`,
  'place-your-bets': () => 'open a round',
  wager: ({ spot, stake, chips, bet, unit }, scene) => {
    if (bet !== undefined) return `place the several-piece bet ${betWords(bet, scene)} at ${dollars(unit)} a piece`
    const what = chips === undefined ? dollars(stake) : ownChips(chips, scene)
    return `put ${what} on ${onSpot(scene, spot!)}`
  },
  withdraw: ({ spot, stake, chips }, scene) => {
    const what = chips !== undefined ? ownChips(chips, scene) : stake === undefined ? 'all that lay' : dollars(stake)
    return `take back ${what} ${stake === undefined && chips === undefined ? 'on' : 'from'} ${onSpot(scene, spot)}`
  },
  spin: () => 'spin the ball',
  'no-more-bets': () => 'close betting',
  'bonus-numbers': () => 'draw the bonus numbers',
  'ball-at-rest': ({ pocket, source }) => `${source === 'wheel' ? 'report' : 'call'} ${pocket} as the outcome`,
  'rule-on-wager': ({ player, spot }, scene) => `rule on ${player}'s wager on ${onSpot(scene, spot)}`,
  settle: () => 'settle the round',
  irregularity: ({ code }, { book }) => `report an irregularity (${irregularityWords(book, code)})`,
  'no-spin': () => 'announce no spin',
  'power-failure': () => 'report a power failure',
  resume: () => 'resume play',
  interruption: ({ terminals }) => `report a technical interruption${terminals ? ` of ${listed(terminals)}` : ''}`,
  refer: (_, { book }) => `refer the round to the ${titleOf(book.rules.referral.by)}`,
  decide: ({ decision }) => `decide that the round be ${decision === 'void' ? 'void' : 'settled'}`,
  'correct-outcome': ({ round, pocket }) => `change the outcome of round ${round} to ${pocket}`,
  'void-rounds': ({ rounds }) => `make ${roundsWords(rounds)} void`,
  'close-table': () => 'close the table',
  'open-table': () => 'open the table',
  'set-limits': () => 'change the limits',
}

/** A player's colour chips are of one colour. */
export const ownChips = (count: number, { command, before }: Scene): string =>
  colourChips(count, before.colours.get(playerIn(command) ?? '')?.colour ?? 'colour')
