import type { AskedValue, WantedType } from '../../engine/problem-facts.ts'
import type { ProblemTexts } from '../naming.ts'

const A_BOOK = 'a rule book as JSON'
const aPocket = 'a pocket of wheel.pockets'

const listed = (words: readonly string[]): string => words.join(', ')
const oneOf = (words: readonly string[]): string => `one of ${listed(words)}`

function valueAsked({ description, words, range }: AskedValue): string {
  const parts = [description, words && oneOf(words), range && `a whole number from ${range[0]} to ${range[1]}`]
  return parts.filter(Boolean).join(': ')
}

const formAsked = ({ description, words }: AskedValue, tag: string): string =>
  `${description}: ${tag} is ${oneOf(words!)}`

const countAsked = (asked: AskedValue, least: number, most: number): string =>
  `${valueAsked(asked)}; ${least} to ${most} of them`

const types = {
  object: 'an object',
  list: 'a list',
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
} satisfies Record<WantedType, string>
const kinds = { ...types, undefined: 'undefined', true: 'true', false: 'false', 'no-json': 'no JSON' }

/** Problems of rule books from files. `readBook` tells them in these words. */
export const bookProblems: ProblemTexts = {
  'too-long': ({ most }) => ['is too long', `${most} bytes at most`],
  'too-deep': ({ most }) => ['is nested too deeply', `${most} levels at most`],
  empty: () => ['is empty', A_BOOK],
  'not-utf8': () => ['is not UTF-8', `${A_BOOK} in UTF-8`],
  'not-json': ({ place }) => [`is not JSON${place ? ` at line ${place.line}, column ${place.column}` : ''}`, A_BOOK],
  'doubled-field': () => ['occurs twice', 'each name once in an object'],
  'damaged-link': () => ['is a damaged link, or too long', 'a link that the lab has made, whole'],
  unreadable: () => ['cannot be read', 'a file that was not changed or moved since it was dropped: drop it again'],
  'check-too-slow': ({ seconds }) => ['takes too long to check', `${seconds} seconds at most`],
  'check-failed': ({ why }) => [`cannot be checked: ${why}`, A_BOOK],

  missing: ({ asked }) => ['is missing', valueAsked(asked)],
  'wrong-type': ({ is, wanted, asked }) => [`is ${kinds[is]}, not ${types[wanted]}`, valueAsked(asked)],
  'wrong-value': ({ value, asked }) => [`cannot be ${value}`, valueAsked(asked)],
  'not-whole': ({ value, asked }) => [`${value} is not a whole number`, valueAsked(asked)],
  'item-count': ({ count, least, most, asked }) => [`has ${count} items`, countAsked(asked, least, most)],
  'name-count': ({ count, least, most, asked }) => [`has ${count} names`, countAsked(asked, least, most)],
  'wrong-name': ({ asked }) => ['is not a name that is allowed here', valueAsked(asked)],
  'unknown-field': ({ known }) => ['is not a field here', oneOf(known)],
  'unknown-form': ({ tag, asked }) => [`has no ${tag} that is known`, formAsked(asked, tag)],
  'no-form': ({ is, tag, asked }) => [`is ${kinds[is]}, not an object`, formAsked(asked, tag)],

  repeated: ({ name }) => [`${name} stands twice`, 'each once'],
  'repeated-kind': ({ name }) => [`${name} stands twice`, 'one row for each kind'],
  'repeated-colour': ({ name }) => [`${name} has two colours`, 'one colour each'],
  'repeated-link': ({ name }) => [`${name} is in two links`, 'one link each'],
  'repeated-print': ({ name }) => [`${name} is printed twice`, 'each once'],
  'repeated-spot': ({ name }) => [`${name} is two spots`, 'each spot once: from the grid, zeroArea or sections'],
  'repeated-piece': ({ name }) => [`${name} stands twice in a bet`, 'one row with more pieces'],
  'repeated-cover': ({ name, spot }) => [`${name} is covered twice by ${spot}`, 'each once'],
  'not-in-pockets': ({ name }) => [`${name} is not in wheel.pockets`, aPocket],
  'not-on-wheel': ({ name }) => [`${name} is not on the wheel`, aPocket],
  'cover-not-on-wheel': ({ name, spot }) => [`${name} is covered by ${spot} and not on the wheel`, aPocket],
  'not-in-order': ({ name }) => [`${name} is missing`, 'every pocket of wheel.pockets'],
  'without-colour': ({ name }) => [`${name} has no colour`, 'every pocket in red, black or green'],
  'unknown-irregularity': ({ name, known }) => [`${name} is not an irregularity of the book`, oneOf(known)],
  'unknown-kind': ({ name, known }) => [`${name} is not a kind of the book`, oneOf(known)],
  'not-in-pay-table': ({ name, known }) => [`${name} is a kind that the pay table does not have`, oneOf(known)],
  'not-a-covering-kind': ({ name }) => [
    `${name} is not a kind that wins by what it covers`,
    'a kind of layouts that wins on covered',
  ],
  'kind-without-spot': ({ name }) => [
    `${name} has no spot`,
    'a grid for the kind, or its spots in zeroArea or sections',
  ],
  'printed-without-spot': ({ name }) => [`${name} is printed and no spot`, 'a spot'],
  'unknown-spot': ({ name }) => [`${name} is not a spot`, 'a spot of the layout'],
  'number-without-spot': ({ name }) => [`${name} is not a spot`, 'a kind of wager on single numbers'],

  'version-differs': ({ version }) => ['differs from the version in the id', `${version}, as in the id`],
  'irregularity-missing': ({ name, needed }) => [
    `${name} is missing, and a spin can show it`,
    `a row for each of ${listed(needed)}`,
  ],
  'code-of-decision': ({ name }) => [`${name} means a decision of the shift manager`, 'another code'],
  'limits-crossed': () => ['has its minimum above its maximum', 'a minimum up to the maximum'],
  'payout-too-low': ({ kind, wins }) => [
    `${kind} at its maximum wins ${wins}`,
    `${wins} or more, or lower maxima: otherwise a single wager is not paid in full`,
  ],
  'halved-and-imprisoned': ({ name }) => [
    `${name} is halved by rules.partage on the same pocket`,
    'la partage or en prison, not both',
  ],
  'every-pocket-imprisons': () => ['has every pocket, so nothing is ever decided', 'the zeros of the wheel'],
  'prison-beside-bonus': () => ['cannot stand beside rules.bonus', 'no bonus draw'],
  'covers-its-prison': ({ spot }) => [
    `${spot} covers a pocket that imprisons it`,
    'kinds whose spots cover none of rules.enPrison.pockets',
  ],
  'bonus-missing': () => ['is null, and wagers ask what the draw lit', 'a bonus draw'],
  'more-than-wheel': ({ most }) => ['is more than the wheel has', `${most} at most`],

  'kind-of-numbers': ({ name }) => [`${name} has a spot for each number, and no others`, 'a kind without grid number'],
  'misnamed-spot': ({ name, spot }) => [`${spot} is not named by what it covers`, `${name}, as in wheel.pockets`],
  'uneven-rows': () => ['has rows of different lengths', 'rows of one length'],
  'covers-nothing': ({ spot, wins }) => [`${spot} wins on ${wins}`, 'the pockets that it covers'],
  'covers-with-draw': ({ spot, wins }) => [`${spot} wins on ${wins}`, 'no pockets: the bonus draw decides'],
  'colour-covers-others': ({ spot, own }) => [`${spot} covers other pockets`, listed(own)],
  'areas-overlap': ({ spots: [one, other] }) => [`${one} and ${other} lie on each other`, 'areas side by side'],
  'split-apart': ({ spot }) => [
    `the numbers of ${spot} do not touch`,
    'two numbers side by side, or a place in places',
  ],
  'without-place': ({ spot }) => [`${spot} has no place`, 'an area or a place'],
  'same-place': ({ spots }) => [`${spots.join(' and ')} have one place`, 'a place of its own for each'],
  'offer-without-terminal': () => [
    'has an offer without a terminal beside another',
    'a terminal for each, or one offer for all tables',
  ],
  'sides-crossed': ({ most }) => ['is more than sidesMax', `${most} at most`],
  'player-edge': ({ spot, edge, returns }) => [
    `${spot} gives the player an edge of ${edge}: it returns ${returns}`,
    'a lower pay',
  ],

  'unlisted-clause': ({ name }) => [
    `${name} is cited and not listed`,
    'a clause of texts.en.clauses or appendices, or reading N',
  ],
  'text-missing': () => ['is missing', 'a text: people read the id in its place'],
  'text-of-nothing': () => ['names nothing of the book', 'a name that the book has'],
  'translation-missing': ({ names }) => [
    `lacks ${names.length === 1 ? '' : `${names.length}: `}${listed(names.slice(0, 5))}${names.length > 5 ? ' ...' : ''}`,
    'a text for each; English is read in its place',
  ],
  'translation-of-nothing': () => ['translates nothing', 'a name that the English texts have'],
}
