import { countOf } from './grammar.en.ts'

/** Sentences of receipts and of the page that checks them. Facts are words already. */
export const receipts = {
  sound: 'This receipt is sound.',
  unsound: 'This receipt proves nothing:',
  /** Why a file that can be read proves nothing, or a journal is wrong. */
  wrongs: {
    'entry-outside': (seq: number) => `entry ${seq} is not in the journal that was signed`,
    'entry-beside-outside': (seq: number) => `entry ${seq}, beside it, is not in the journal that was signed`,
    'part-of-another': (seq: number) => `the part beside entry ${seq} is not of that entry`,
    'no-key-for-log': (origin: string) => `it is of ${origin}, and none of the keys given signs for that`,
    'house-not-signed': (origin: string) => `no key that was given for ${origin} has signed the checkpoint`,
    'signature-wrong': (name: string) => `the signature of ${name} is wrong`,
    'witness-missing': (name: string) => `the witness ${name} has not signed the checkpoint`,
    'witnesses-missing': (count: number, of: number, quorum: number) =>
      `${count} of ${of} witnesses have signed the checkpoint, and ${quorum} must have`,
    /** `receipt`: the entry that is not that of its receipt. */
    'history-differs': (size: number, first: number, receipt: number | null) =>
      `this is not the history that the house signed, by a checkpoint of ${size} entries from outside${first === size ? '' : `: the first that differs is one of the entries ${first} to ${size}`}${receipt === null ? '' : `; entry ${receipt} is not that of its receipt`}`,
    'signed-entries-missing': (size: number) =>
      `entries are missing: ${size} were signed, by a checkpoint from outside the house`,
    'signed-otherwise': (root: string) => `the house signed another history up to here: its checkpoint says ${root}`,
    'entry-missing': (seq: number) => `entry ${seq} is missing`,
    'entry-changed': () => 'its hash is not that of what it holds',
  },
  place: (table: string, house: string, seq: number, size: number) =>
    `Entry ${seq} of table ${table} of ${house} is in the journal of ${size} entries that the house has signed.`,
  signedBy: (key: string) => `The house signed with the key ${key}.`,
  cosigned: (name: string, at: string | null) =>
    `The witness ${name} has signed it too${at === null ? '' : `, at ${at}`}: everybody who asks that witness is shown the same history.`,
  noWitness:
    'No witness was required, so the house could show another history to somebody else. Compare with others, or name a witness.',
  when: (at: string) => `It was written at ${at}.`,
  book: (id: string, fingerprint: string) => `It was decided by the rule book ${id} (${fingerprint}).`,
  other: (what: string, actor: string) => `It is the result of ${what}, given by ${actor}.`,
  wager: (player: string, stake: string, spot: string, round: number) =>
    `${player} staked ${stake} on ${spot} in round ${round}.`,
  withdrawal: (player: string, stake: string, spot: string, round: number) =>
    `${player} took back ${stake} from ${spot} in round ${round}.`,
  draw: (numbers: string, seq: number) => `The bonus numbers were ${numbers} (entry ${seq}).`,
  standings: {
    derived: 'They follow from the secret that the house had committed to when betting opened.',
    'not-derived': 'They do NOT follow from what the house had committed to when betting opened.',
    none: 'The receipt holds no commitment that they could be checked by.',
  },
  outcome: (pocket: string, seq: number) => `The ball came to rest in ${pocket} (entry ${seq}).`,
  won: (pays: number, paid: string, clause: string) =>
    `By clause ${clause} that pays ${pays} to 1: ${paid} in winnings, and the stake back.`,
  lost: (clause: string) => `By clause ${clause} that loses the stake.`,
  halved: (returned: string, clause: string) =>
    `By clause ${clause} that loses, and ${returned} of the stake goes back.`,
  /** Beside `won`. */
  cut: (amount: string, clause: string) => `By clause ${clause} ${amount} above the maximum payout is not paid.`,
  imprisoned: (clause: string) =>
    `By clause ${clause} the stake is in prison: the next settled round decides it, and is not in this receipt.`,
  noOutcome:
    'The result of the round is not in this receipt: it was not known or not signed yet, the receipt holds the wager alone, or an entry that made the result was too long.',
  changes: {
    differed: (pocket: string, clause: string, seq: number) =>
      `The wheel and the dealer named different numbers: ${pocket} was named too. Nothing is settled before that is decided, by ${clause} (entry ${seq}).`,
    /** `part`: how much of it; null: all. */
    wager: (spot: string, part: string | null) => `${part === null ? 'The' : `${part} of the`} wager on ${spot}`,
    ruled: {
      stands: (wager: string, _: string, clause: string, seq: number) =>
        `${wager} was ruled to stand, by ${clause} (entry ${seq}).`,
      returned: (wager: string, _: string, clause: string, seq: number) =>
        `${wager} was ruled to go back, by ${clause} (entry ${seq}).`,
      moved: (wager: string, to: string, clause: string, seq: number) =>
        `${wager} was ruled to be on ${to}, by ${clause} (entry ${seq}).`,
    },
    voided: (code: string, clause: string, seq: number) =>
      `The round was made void (${code}), by ${clause} (entry ${seq}). Every stake goes back.`,
    corrected: (from: string, to: string, clause: string, seq: number) =>
      `The result was corrected from ${from} to ${to}, by ${clause} (entry ${seq}).`,
    decided: (pocket: string, clause: string, seq: number) =>
      `The result was decided to be ${pocket}, by ${clause} (entry ${seq}).`,
    settledAgain: (clause: string, seq: number) =>
      `The round was settled again by the rulings on its wagers, by ${clause} (entry ${seq}).`,
    restored: (code: string, to: string, clause: string, seq: number) =>
      `The void (${code}) was put right: the round was settled on ${to}, by ${clause} (entry ${seq}).`,
    awarded: (amount: string, clause: string, seq: number) =>
      `A decision awarded ${amount}, by ${clause} (entry ${seq}).`,
  },
  total: (player: string, round: number, net: string, seq: number) =>
    `Round ${round} stands at ${net} for ${player} (entry ${seq}).`,
  money: (staked: string, paid: string, lost: string, imprisoned: string | null, awarded: string | null) =>
    `That is ${staked} staked, ${paid} in winnings, ${lost} lost${imprisoned === null ? '' : `, ${imprisoned} put in prison`}${awarded === null ? '' : `, ${awarded} awarded`}.`,
  limits: 'This receipt does not show whether the stake was taken back, or lay outside the limits of the table.',
  upTo: (size: number, newest: number, at: string | null) =>
    `This receipt states the round as it stood in the journal of ${size} entries. Its newest entry is ${newest}${at === null ? '' : `, written at ${at}`}. Later changes are not in it. Only the journal shows that no earlier entry was left out.`,
  twoHistories: (origin: string, size: number, otherSize: number, first: number, last: number) =>
    `THE HOUSE HAS SIGNED TWO HISTORIES of ${origin}, one of ${size} entries and one of ${otherSize}. They differ ${first === last ? `in entry ${first}` : `among the entries ${first} to ${last}`}.`,
  differing: (differing: number, shared: number) =>
    `The files share ${shared} subtrees of the journal, and ${differing} of them are not the same.`,
  oneHistory: (origin: string, shared: number) =>
    `The files about ${origin} agree: they share ${shared} subtrees of its journal, and all of them are the same.`,
  nothingShared: (origin: string) =>
    `The files about ${origin} cannot be compared: they share no part of its journal. A receipt with more entries, or the journal, can decide.`,
  checkpoint: (origin: string, size: number) => `A checkpoint of ${origin} with ${size} entries, signed by the house.`,

  page: {
    title: 'Check a receipt or a journal',
    intro: 'This page checks everything by itself. It needs no network, and works from a USB stick, for ever.',
    drop: 'Drop files here, or choose them',
    choose: 'Choose files',
    kinds: 'A receipt (.tlog-proof), a checkpoint, a journal (.jsonl) or a bundle (.zip)',
    keys: 'Public keys of the house, one on each line (HOUSE+ID+KEY)',
    witnesses: 'Public keys of witnesses who must have signed',
    quorum: 'How many of these witnesses must have signed (empty: all)',
    badQuorum: (count: number) => `The number of witnesses must be 1 to ${count}.`,
    whereFrom:
      'Take the keys from somewhere other than the files: the house’s own screens, a ticket, the regulator. A forger of the files could have put other keys beside them.',
    paste: 'Or paste what a QR code holds',
    check: 'Check',
    inRecord: (house: string, witnesses: string) =>
      `This wager is in the record, signed by ${house}${witnesses === '' ? '' : ` and witnessed by ${witnesses}`}.`,
    compareKey: (key: string) =>
      `The key came with the link: ${key}. Compare it with the key on a ticket or on the display at the table.`,
    notChecked: 'Nothing is checked yet: give the public key of the house first.',
    noKeys: 'Give the public key of the house first.',
    badKey: (line: number, why: string) => `Key on line ${line}: the key ${why}`,
    journal: (stream: string, entries: number, rounds: number) =>
      `Journal of ${stream}: ${entries === 1 ? '1 entry' : `${entries} entries`}, ${countOf(rounds, 'round')}.`,
    journalSound: 'Every entry follows from those before it, and every round was decided again by its rule book.',
    journalUnsound: 'THIS JOURNAL IS NOT SOUND. What follows is what it says, not what happened.',
    fits: {
      same: (stream: string) => `It is of the journal of ${stream} beside it.`,
      another: (stream: string) => `It CONTRADICTS the journal of ${stream} beside it.`,
      longer: (stream: string) =>
        `The journal of ${stream} beside it has fewer entries than were signed: they cannot be compared.`,
      none: 'It fits NONE of the journals beside it: it belongs to another table, or the journal was rewritten.',
    },
    checkpointsFit: (count: number, size: number) =>
      `${count} signed checkpoints fit the entries; the last one is of ${size} entries.`,
    asKept: (size: number) =>
      `Its first ${size} entries are those signed in the other files here. Later ones could have been rewritten.`,
    unsigned: (count: number) => `${count} entries at the end are not under any checkpoint yet.`,
    noCheckpoint: 'There is no signed checkpoint of it, so all of it could be forged.',
    /** A finding that the program words in English alone. */
    inEnglish: (problem: string) => problem,
    foundAt: (seq: number | null, why: string) => (seq === null ? why : `Entry ${seq}: ${why}`),
    books: 'Rule books by which it was decided',
    standings: {
      'built-in': (id: string, _fingerprint: string) => `${id}: the same as in this page`,
      foreign: (id: string, fingerprint: string) => `${id}: as the journal carries it (${fingerprint})`,
      differing: (id: string, fingerprint: string) =>
        `${id}: as the journal carries it (${fingerprint}); this page has other rules under that name`,
      wrong: (_id: string, fingerprint: string) =>
        `${fingerprint}: the journal does not carry its rules, or the file in the bundle has others`,
    },
    story: 'The rounds, told',
    storyUnsound: 'The rounds as this unsound journal tells them',
    rounds: 'Round',
    between: 'Between rounds',
    onlySeen: (shown: number, of: number) => `The last ${shown} of ${of} rounds.`,
    notRead: (name: string, why: string) => `${name}: ${why}`,
    what: 'neither a receipt, a checkpoint, a journal nor a bundle',
    language: 'Language',
  },
}
