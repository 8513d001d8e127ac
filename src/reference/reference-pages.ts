import { commandNames, commands, isForWheel } from '../engine/language.ts'
import { refusalCodes, refusals } from '../engine/refusals.ts'

/** The pages of `docs/` that are made from the tables of the engine, so that they cannot differ from it. */

export function refusalsPage(): string {
  const rows = refusalCodes.map((code, index) => {
    const { means, recorded } = refusals[code]
    return `| ${index + 1} | \`${code}\` | ${means} | ${recorded ? 'yes' : ''} |`
  })
  return [
    '# Refusals',
    '',
    'A refusal is an answer, not an error: `{"refused":"betting-is-closed","clause":"5.13",...facts}`. It changes nothing.',
    'The list is closed and in order of precedence: where several apply, the first is the answer. Recorded ones are written',
    'to the journal by the service although nothing changed. This page is made from `src/engine/refusals.ts`.',
    '',
    '| | code | means | recorded |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

export function languagePage(): string {
  const rows = commandNames.map((name) => {
    const { by, means, fields } = commands[name]
    return `| \`${name}\` | ${by}${isForWheel(name) ? ', wheel' : ''} | ${means} | ${Object.entries(fields).map(fieldText).join(', ')} |`
  })
  return [
    "# The table's commands",
    '',
    'A command is one JSON object a line: `{"do":"wager","player":"ann","spot":"17","stake":500}`. Fields in brackets are',
    'optional. Money is in whole cents. This page is made from `src/engine/language.ts`.',
    '',
    '- **`by`**: the role of the caller, or `{"role","name"}`. The default is the lowest role that may give the command.',
    '- **`at`**: the time, in ISO form.',
    '- **`id`**: the idempotency key. A repeated id of the same caller gets the same answer. The same id of another player is',
    '  another command.',
    '- **Other forms**: `command` or `type` is read as `do`, and so is the form `{"wager":{"player":"ann",...}}`. A field that',
    '  occurs twice is refused.',
    '- **Names** are trimmed and normalised (NFC) before they are kept and compared. A spot of several numbers, the top line',
    '  too, may be named by its numbers in any order.',
    '- **Wheels** give their commands with the role `wheel`. A `source` of `wheel` in `spin` or `ball-at-rest` of a script is',
    '  read as that role.',
    '',
    '| command | by at least | means | fields |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Fields that go together: `wager` has `spot` with `stake` or `chips`, or `bet` with `unit`; `buy-in` has `colour` with',
    '`chipValue`; `rule-on-wager` has `to` with `moved`. `withdraw` without `stake` or `chips` takes all back. `closesAt` is an',
    'ISO time with its zone. It is an announcement only: bets close by `no-more-bets`. If a rule book states the position for',
    'rulings, no spin, referrals, corrections or voided rounds, the book decides (`rules.*.by`).',
    '',
  ].join('\n')
}

function fieldText([field, rule]: [string, string | readonly string[]]): string {
  if (typeof rule !== 'string') return `${field}: ${rule.map((word) => `\`${word}\``).join(' or ')}`
  return rule.endsWith('?') ? `[${field}]` : field
}
