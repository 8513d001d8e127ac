import * as Type from 'typebox'
import { kind } from './layout-schema.ts'
import {
  byName,
  clause,
  fields,
  id,
  listOf,
  orNull,
  patterns,
  pocket,
  pockets,
  text,
  wholeNumber,
  wordOf,
} from './schema-parts.ts'

const position = (description: string) =>
  wordOf(description, ['player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager'])
const citing = (description: string) => fields(description, { clause: clause(description) })
const byPosition = (description: string) =>
  fields(description, { by: position('the least position that may'), clause: clause(description) })
const code = id('the code of an irregularity of this book')

/** The largest amount that money can be (`CENTS_MAX`). */
const cents = (description: string, least = 0) => wholeNumber(`${description}, in cents`, least, 100_000_000_000)

const limitAmounts = byName(
  'the limits of the book itself, by kind of wager; default: for kinds without their own; a table may narrow them',
  patterns.limited,
  fields('the limits of a kind', {
    min: Type.Optional(cents('the minimum')),
    max: Type.Optional(cents('the maximum')),
  }),
  1,
)

const limits = Type.Union(
  [
    fields('limits bind nobody', { policy: Type.Literal('none') }),
    fields('a wager outside the limits is refused', {
      policy: Type.Literal('refused'),
      clause: clause('what limits wagers'),
      amounts: Type.Optional(limitAmounts),
    }),
    fields('a wager outside the limits lies, and a rule settles it', {
      policy: Type.Literal('settled-by-rule'),
      clause: clause('what limits wagers'),
      underMinimum: clause('what becomes of one under the minimum'),
      overMaximum: clause('what becomes of one over the maximum'),
      pastRounds: clause('what becomes of those in past rounds'),
      amounts: Type.Optional(limitAmounts),
    }),
  ],
  { description: 'what becomes of a wager outside the limits displayed' },
)

const maximumPayout = fields('the most that one player wins in one round; winnings above it are not paid', {
  amount: Type.Optional(cents('the amount, which a table may lower; left out: the limits of the table state it', 1)),
  clause: clause('what cuts the winnings'),
})

const partage = fields('la partage: on these pockets wagers of these kinds lose half of their stake', {
  kinds: listOf('the kinds', kind, { minItems: 1 }),
  pockets: listOf('the pockets', pocket, { minItems: 1, maxItems: 100 }),
  oddCent: wordOf('who gets the odd cent of a half', ['house', 'player']),
  clause: clause('what halves the stake'),
})

const enPrison = fields(
  'en prison: on these pockets wagers of these kinds wait for the next round, which decides them',
  {
    kinds: listOf('the kinds', kind, { minItems: 1 }),
    pockets: listOf('the pockets', pocket, { minItems: 1, maxItems: 100 }),
    further: wordOf('what a further such pocket does to them', ['stays', 'loses']),
    clause: clause('what imprisons the stake'),
  },
)

const bonus = fields('a draw of bonus numbers before the ball rests', {
  numbers: wholeNumber('how many numbers are drawn', 1, 100),
  clause: clause('what draws them'),
  superBonusClause: clause('what makes a super bonus number'),
  scatterClause: clause('what makes a scatter'),
  links: listOf(
    'the links: groups of numbers',
    fields('one link', { link: text('its name'), pockets: pockets('its numbers') }),
    { maxItems: 100 },
  ),
})

const interruption = fields('what a technical interruption does', {
  outcomeEstablished: clause('what follows once the outcome is known'),
  noOutcome: clause('what follows before that'),
  code,
  someTerminals: clause('what follows where only some terminals are cut off'),
  registered: clause('what becomes of their registered wagers'),
  notRegistered: clause('what becomes of the others'),
})

export const rules = fields('the rules of a round', {
  opening: citing('what opens betting'),
  closing: fields('how betting ends', {
    clause: clause('what ends betting'),
    beforeSpin: orNull(
      'who may close before the spin; null: nobody',
      byPosition('what lets betting end before the spin'),
    ),
    whileSpinning: clause('what ends betting while the ball runs'),
  }),
  spin: fields('what a valid spin is', {
    revolutionsMin: wholeNumber('the fewest revolutions of the ball', 0, 1000),
    clause: clause('what a valid spin is'),
    onRecord: clause('what says that a spin must be on record'),
  }),
  outcome: citing('what the outcome is'),
  losesOnPocket: byName(
    'where the document says of a pocket that all wagers lose but those that cover it: its clause',
    patterns.pocket,
    clause('what they lose by'),
  ),
  partage: Type.Optional(partage),
  enPrison: Type.Optional(enPrison),
  placedByStaff: orNull('whether staff may place wagers for players', citing('what lets staff place wagers')),
  playersAlone: Type.Optional(citing('what lets only players place their wagers')),
  unclearWagers: orNull('who rules on an unclear wager', byPosition('what lets somebody rule on it')),
  noMoving: Type.Optional(citing('what lets no ruling move a wager to another spot')),
  positionOfChips: citing('what says that chips count where they lie'),
  settling: Type.Optional(citing('what a round is settled by')),
  returnedStakes: Type.Optional(citing('what returns the stakes of a void round')),
  lateWager: citing('what refuses a late wager'),
  lateWithdrawal: citing('what refuses a late withdrawal'),
  limits,
  maximumPayout: Type.Optional(maximumPayout),
  noSpin: orNull(
    'who may announce no spin',
    fields('no spin', {
      by: position('the least position that may'),
      code,
      onceAtRest: clause('what says that it is too late once the ball rests'),
    }),
  ),
  powerFailure: orNull(
    'what a power failure does',
    fields('a power failure', {
      clause: clause('what follows'),
      noSpinAnnounced: clause('what follows where no spin is announced'),
      playContinues: clause('what lets play continue'),
    }),
  ),
  interruption: orNull('what a technical interruption does', interruption),
  referral: byPosition('who decides what the rules do not foresee'),
  correction: fields('how a wrong result is corrected', {
    by: position('the least position that may'),
    clause: clause('what corrects it'),
    laterRounds: orNull('what lets later rounds stand', clause('what lets later rounds stand')),
    ofVoid: clause('what corrects a round that was void by mistake'),
  }),
  voidedRounds: fields('how settled rounds are voided', {
    by: position('the least position that may'),
    returned: orNull('what returns their stakes', clause('what returns their stakes')),
    codes: orNull('the codes that may void them; null: any', listOf('codes', code)),
  }),
  lateReports: byPosition('who may report an irregularity once the ball rests'),
  higherPosition: citing('what lets a higher position do what a lower one may'),
  displayInformation: fields('what displays are worth', {
    clause: orNull('what says that displays only inform', clause('what says so')),
  }),
  bonus: orNull('the bonus draw; null: there is none', bonus),
})

export const irregularity = fields('what voids a round', {
  code: id('its code'),
  clause: clause('what voids the round'),
  from: Type.Optional(wordOf('when it can have happened at the earliest', ['spin', 'no-more-bets'])),
  against: Type.Optional(wordOf('what speaks against it once the ball rests', ['directions', 'count', 'compartment'])),
})

export const funds = fields('what people play with', {
  money: wordOf('chips at a table, credits at terminals', ['chips', 'credits']),
  colourChips: orNull(
    'the colour chips of a player; null: there are none',
    fields('colour chips', {
      clause: clause('what describes them'),
      markedAboveMinimum: Type.Boolean({ description: 'true where a value above the minimum is marked' }),
    }),
  ),
})
