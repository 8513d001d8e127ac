import * as Type from 'typebox'
import {
  byName,
  clause,
  fields,
  id,
  length,
  listOf,
  matching,
  measure,
  patterns,
  pocket,
  pockets,
  spotId,
  wholeNumber,
  wordOf,
} from './schema-parts.ts'

export const kind = id('the id of a kind of wager: small letters, digits and dashes')

/** The highest pay: on the largest stake it is still a safe integer of cents. */
const pays = (description: string) => wholeNumber(description, 1, 10_000)

const wager = fields('one row of the pay table', {
  kind,
  grid: Type.Optional(
    wordOf(
      'the spots that the wheel and the printed grids give this kind; left out where all are listed in zeroArea or sections',
      ['number', 'split', 'street', 'corner', 'six-line'],
    ),
  ),
  wins: wordOf('what makes it win: a covered pocket, or the bonus draw', [
    'covered',
    'bonus-number',
    'super-bonus-number',
    'scatter',
  ]),
  pays: pays('what it pays to 1'),
  paysBonus: Type.Optional(pays('what it pays to 1 on a bonus number')),
  paysSuperBonus: Type.Optional(pays('what it pays to 1 on a super bonus number')),
  placed: clause('where the wager is put down'),
  clause: clause('what it pays by'),
  loses: clause('what it is collected by'),
})

const zeroAreaSpot = fields('a spot on the lines around the zeros, which the grid alone does not give', {
  spot: spotId('its numbers in the order of wheel.pockets, such as 0/1/2, or a name such as top-line'),
  kind,
  covers: pockets('the pockets that it covers'),
  clause: clause('what lists it'),
})

const section = fields('a spot with an area of its own, such as a dozen', {
  spot: spotId('a name such as dozen-1'),
  kind,
  covers: pockets('the pockets that it covers; none where the bonus draw decides'),
})

const grid = fields('a block of numbers as printed; a number is one unit wide and high', {
  x: measure('the left edge'),
  y: measure('the top edge'),
  rows: listOf('the numbers, row by row, all rows of one length', pockets('one row'), { minItems: 1, maxItems: 100 }),
})

const area = fields('a printed area that is not a cell of the grid', {
  spot: spotId('the spot that it is'),
  x: measure('the left edge'),
  y: measure('the top edge'),
  w: length('the width, above 0'),
  h: length('the height, above 0'),
})

const place = fields('the place of a chip where the print alone does not give it', {
  spot: spotId('the spot'),
  x: measure('across'),
  y: measure('down'),
})

const bet = id('the name of the bet')

const severalPieceBet = Type.Union(
  [
    fields('a number with its neighbours on the wheel', {
      bet,
      choose: Type.Literal('number-and-neighbours'),
      sidesMin: wholeNumber('the fewest neighbours on each side', 1, 9),
      sidesMax: wholeNumber('the most neighbours on each side', 1, 9),
    }),
    fields('the numbers with one last digit', {
      bet,
      choose: Type.Literal('last-digit'),
      groups: Type.Optional(
        byName(
          'the numbers, by digit; left out: every number of the wheel that ends in it',
          '^\\d$',
          pockets('numbers with this last digit'),
          1,
        ),
      ),
    }),
    fields('a bet that is always the same', {
      bet,
      choose: Type.Literal('nothing'),
      pieces: listOf(
        'its pieces, by spot',
        fields('one spot', { spot: spotId('the spot'), pieces: wholeNumber('how many pieces', 1, 100) }),
        { minItems: 1 },
      ),
    }),
  ],
  { description: 'a bet of several pieces' },
)

export const layout = fields('a layout: its pay table, its spots and its print', {
  clause: clause('what shows it'),
  wagers: listOf('the pay table, one row for each kind of wager', wager, { minItems: 1, maxItems: 100 }),
  zeroArea: listOf('the spots around the zeros', zeroAreaSpot),
  sections: listOf('the spots with an area of their own', section),
  grids: listOf('the blocks of numbers', grid, { maxItems: 20 }),
  areas: listOf('the printed areas beside the grids', area),
  places: listOf('the places of chips that the print does not give', place),
  severalPieceBets: listOf(
    'bets of several pieces, also called announced bets: one offer for all tables with the layout, or one for each terminal',
    fields('the bets that are offered', {
      terminal: Type.Optional(id('the terminal that offers them; left out: every table does')),
      clause: clause('what lists the bets'),
      bets: listOf('the bets', severalPieceBet, { maxItems: 100 }),
    }),
    { maxItems: 20 },
  ),
})

export const layouts = byName('the layouts, by name', patterns.layout, layout, 1)

export const wheel = fields('the wheel', {
  pockets: listOf('every pocket, in the order that spots are named by', pocket, { minItems: 1, maxItems: 100 }),
  order: listOf('the same pockets in their order round the wheel', pocket, { minItems: 1, maxItems: 100 }),
  clause: clause('what describes it'),
})

export const colours = fields('the colour of every pocket', {
  red: pockets('the red pockets'),
  black: pockets('the black pockets'),
  green: pockets('the green pockets'),
})

export const bookId = matching('operator, game and version, such as harbour/roulette@1', patterns.book)
