/** The kind of a JSON value. `no-json`: a value that JSON cannot hold. */
export type JsonKind = 'null' | 'undefined' | 'list' | 'object' | 'text' | 'number' | 'true' | 'false' | 'no-json'

/** A type that a schema requires. */
export type WantedType = 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null'

/** The value that a schema asks for: its description in the schema, and the words or whole numbers that are allowed. */
export type AskedValue = {
  readonly description: string
  readonly words?: readonly string[]
  readonly range?: readonly [least: number, most: number]
}

type None = Readonly<Record<never, never>>
type Name = { readonly name: string }
type Known = Name & { readonly known: readonly string[] }
type Asked = { readonly asked: AskedValue }
type Count = Asked & { readonly count: number; readonly least: number; readonly most: number }
type Most = { readonly most: number }
type OneSpot = { readonly spot: string }

/** The facts of each problem that a rule book can have, by code. The words for them are in `src/words/`. */
export type ProblemFacts = {
  // The file
  'too-long': Most
  'too-deep': Most
  empty: None
  'not-utf8': None
  'not-json': { readonly place: { readonly line: string; readonly column: string } | null }
  'doubled-field': None
  'damaged-link': None
  unreadable: None
  'check-too-slow': { readonly seconds: number }
  'check-failed': { readonly why: string }

  // The shape
  missing: Asked
  'wrong-type': Asked & { readonly is: JsonKind; readonly wanted: WantedType }
  'wrong-value': Asked & { readonly value: string }
  'not-whole': Asked & { readonly value: number }
  'item-count': Count
  'name-count': Count
  'wrong-name': Asked
  'unknown-field': { readonly known: readonly string[] }
  'unknown-form': Asked & { readonly tag: string }
  'no-form': Asked & { readonly is: JsonKind; readonly tag: string }

  // Names
  repeated: Name
  'repeated-kind': Name
  'repeated-colour': Name
  'repeated-link': Name
  'repeated-print': Name
  'repeated-spot': Name
  'repeated-piece': Name
  'repeated-cover': Name & OneSpot
  'not-in-pockets': Name
  'not-on-wheel': Name
  'cover-not-on-wheel': Name & OneSpot
  'not-in-order': Name
  'without-colour': Name
  'unknown-irregularity': Known
  'unknown-kind': Known
  'not-in-pay-table': Known
  'not-a-covering-kind': Name
  'kind-without-spot': Name
  'printed-without-spot': Name
  'unknown-spot': Name
  'number-without-spot': Name

  // Rules
  'version-differs': { readonly version: string }
  'irregularity-missing': Name & { readonly needed: readonly string[] }
  'code-of-decision': Name
  'limits-crossed': None
  'payout-too-low': { readonly kind: string; readonly wins: number }
  'halved-and-imprisoned': Name
  'every-pocket-imprisons': None
  'prison-beside-bonus': None
  'covers-its-prison': OneSpot
  'bonus-missing': None
  'more-than-wheel': Most

  // Layouts
  'kind-of-numbers': Name
  'misnamed-spot': Name & OneSpot
  'uneven-rows': None
  'covers-nothing': OneSpot & { readonly wins: string }
  'covers-with-draw': OneSpot & { readonly wins: string }
  'colour-covers-others': OneSpot & { readonly own: readonly string[] }
  'areas-overlap': { readonly spots: readonly [string, string] }
  'split-apart': OneSpot
  'without-place': OneSpot
  'same-place': { readonly spots: readonly string[] }
  'offer-without-terminal': None
  'sides-crossed': Most
  'player-edge': OneSpot & { readonly edge: string; readonly returns: string }

  // Texts
  'unlisted-clause': Name
  'text-missing': None
  'text-of-nothing': None
  'translation-missing': { readonly names: readonly string[] }
  'translation-of-nothing': None
}

/** The codes of all problems of a rule book. */
export type ProblemCode = keyof ProblemFacts
