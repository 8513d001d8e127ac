import { wrap } from '../story/text.ts'

/** What --help says of a command: what it does, its options, and lines that can be typed as they are. */
export type Help = { does: string; options: Readonly<Record<string, string>>; examples: readonly string[] }

const json = 'the same as JSON, in one line'
const layout = 'which of the layouts; it may be left out where the book has one'
const data = "the house's data folder; croupier-data unless told"
const store = 'the address of the database that the house is kept in, such as postgres://croupier@db.example/house'

/** The examples of play and explain need a script, such as the round in README.md. */
export const helps: Readonly<Record<string, Help>> = {
  serve: {
    does: 'Runs the service with its screens until it is told to stop (Ctrl-C). Prints its address when it is ready.',
    options: { config: 'a file with the settings below and the tables' },
    examples: ['croupier serve --demo --data demo-data'],
  },
  books: {
    does: 'Lists the rule books, or those that were in force on a day.',
    options: { on: 'a day such as 2019-08-14, or a moment such as 2020-08-05T08:00, in Singapore time', json },
    examples: ['croupier books', 'croupier books --on 2019-08-14 --json'],
  },
  clauses: {
    does: 'Lists every clause of a rule book: what it means, where it lives and which scenarios show it.',
    options: { language: 'en or zh', json },
    examples: ['croupier clauses mbs/roulette@3', 'croupier clauses mbs/roulette@3 --language zh'],
  },
  spots: {
    does: 'Lists every spot of a layout: what it covers, what it pays and by which clause.',
    options: { layout, json },
    examples: ['croupier spots mbs/roulette@3', 'croupier spots rws/roulette-double-zero-etg@4 --layout B --json'],
  },
  odds: {
    does: 'Gives the exact odds of every spot as fractions, or of some wagers together every result they can have, in one round or in many.',
    options: {
      layout,
      wager: 'a wager such as 17/20=500, in cents; it may be given several times',
      rounds: 'the same wagers in so many rounds: what they come to together',
      bankroll: 'the risk that it no longer covers the wagers, at some moment of these rounds',
      json,
    },
    examples: [
      'croupier odds mbs/roulette@3',
      'croupier odds mbs/roulette@3 --wager 17=500 --wager red=1000',
      'croupier odds mbs/roulette@3 --wager red=500 --rounds 100 --bankroll 10000',
    ],
  },
  expand: {
    does: 'Shows the wagers that a several-piece bet is made of.',
    options: {
      layout,
      terminal: 'the kind of terminal: rapid or alfastreet',
      unit: 'the stake of one piece in cents',
      json,
    },
    examples: ['croupier expand rws/roulette-double-zero-etg@4 zero-spiel --layout A --unit 100'],
  },
  simulate: {
    does: 'Plays very many rounds on all cores, and says what they came to beside the exact figures: return, rounds with a win, spread, longest losing run, risk of ruin. The same seed gives the same answer, whatever the number of workers. Exit 1: played and exact disagree.',
    options: {
      layout,
      wager: 'a wager such as 17/20=500, in cents; it may be given several times',
      plan: "flat (unless told), martingale, dalembert, fibonacci, labouchere, paroli, or a file such as docs/lab.md describes: how the stakes follow one another, in multiples of the wagers'",
      limit:
        'a limit of the table such as default=500-100000 or straight-up=-20000, in cents; it may be given several times. A plan stakes no more and no less than they allow',
      bankroll: 'what a session begins with; ruined is who cannot cover the next stake',
      session: 'rounds of a session; 1000 unless told. Sessions are played with a plan or a bankroll',
      rounds: 'how many rounds in all; 1000000 unless told',
      seed: 'the same rounds each time for the same text; unless told one is drawn, and named',
      crypto: "draws by the operating system's cryptographic generator instead",
      workers: 'how many threads; as many as there are cores unless told',
      json,
    },
    examples: [
      'croupier simulate mbs/roulette@3 --wager 17=500 --wager red=1000 --seed monday',
      'croupier simulate mbs/roulette@3 --wager red=500 --plan martingale --limit default=500-100000 --bankroll 200000 --session 200 --seed 1',
    ],
  },
  randomness: {
    does: 'Tests chance as a laboratory does, at 99 % over all tests together (Holm). SOURCE is draw, the bonus numbers (unless told); wheel, the simulated wheel; or a journal as verify takes it, for the spins of each wheel in it, or the log of a wheel. Of real wheels it says what so many spins can find. Exit 1: a test failed.',
    options: {
      book: 'the rule book whose numbers are drawn, or of the wheel whose log it is',
      count: 'how many draws or spins; 1000000 unless told. With --stream how many bytes, without end unless told',
      seed: "draws by a seed instead of the operating system's cryptographic generator",
      stream: 'writes the results as raw bytes for other batteries: dieharder, ent, PractRand',
      json,
    },
    examples: [
      'croupier randomness draw --count 20000 --seed monday',
      'croupier randomness wheel --book mbs/roulette@3 --count 100000 --seed monday --json',
      'croupier randomness wheel --stream --count 1000 > wheel.bin',
    ],
  },
  report: {
    does: 'Writes a report: one page that needs nothing else, to be read or printed on A4, and beside it its figures as CSV, a file for each table. KIND and SUBJECT are book and a rule book; journal and what verify takes; simulation, or randomness, and a file that simulate --json or randomness --json wrote.',
    options: {
      out: 'the page, which ends with .html; the files of figures are called after it',
      from: "of a journal: what was concluded from this day or time on, in Singapore's time: 2026-11-16, or 2026-11-16T06:00",
      to: 'of a journal: until this time, or to the end of this day',
      language: 'en or zh',
    },
    examples: [
      'croupier report book mbs/roulette@3 --out roulette.html',
      'croupier simulate mbs/roulette@3 --wager red=500 --rounds 100000 --seed 1 --json > red.json; croupier report simulation red.json --out red.html --language zh',
    ],
  },
  diff: {
    does: 'Says what changed between two rule books: values first, then clause by clause.',
    options: { json },
    examples: ['croupier diff mbs/sands-roulette@1 mbs/sands-roulette@2'],
  },
  layout: {
    does: 'Draws a layout as SVG.',
    options: { layout, out: 'the file to write; standard output unless told' },
    examples: ['croupier layout mbs/roulette@3 --out layout.svg'],
  },
  play: {
    does: 'Plays a script, from a file or from standard input (-), and prints one answer for each command, in its order. The script is read whole before anything is played. Exit 1: an answer is not what the script expects.',
    options: { summary: "adds a line with everybody's money at the end of each table" },
    examples: ['croupier play round.jsonl --summary', 'croupier play - < round.jsonl'],
  },
  explain: {
    does: "Tells a script's rounds for a person, clause by clause, from a file or from standard input (-).",
    options: { language: 'en or zh' },
    examples: ['croupier explain round.jsonl', 'croupier explain - --language zh < round.jsonl'],
  },
  wheel: {
    does: "Prints the commands that a wheel's serial lines amount to, from a log, from standard input (-) or as the wheel speaks; or, with --simulate, the lines of a wheel that is not there.",
    options: {
      book: 'the rule book of the wheel',
      tcp: 'listens to a wheel over the network',
      serial: 'listens to a wheel on a serial device',
      baud: 'the speed of the serial device; 9600 unless told',
      simulate: 'so many games of a simulated wheel',
      seed: 'the same games each time for the same text',
      betting: 'seconds of betting in a simulated game; 20 unless told',
      speed: 'speaks as a wheel does, so many times as fast',
    },
    examples: [
      'croupier wheel --book mbs/roulette@3 --simulate 3 --seed monday > wheel.log',
      'croupier wheel wheel.log --book mbs/roulette@3',
    ],
  },
  verify: {
    does: 'Replays a journal and believes nothing: hashes, rules, every payment, every balance. JOURNAL is a data folder, in use or not, a backup, the address of a database, or a stream as the door for auditors gave it. Exit 1: something is wrong, and it says where.',
    options: {
      key: 'the public key of the house, as croupier key shows it',
      witness: 'the public key of a witness that has signed the checkpoints too',
      checkpoint: 'a signed checkpoint, or a receipt, that was kept outside the house',
      json,
    },
    examples: ['croupier verify croupier-data'],
  },
  backup: {
    does: 'Makes a copy of a house, or brings one back.',
    options: { data, store, restore: 'from FOLDER to the data folder, which must hold no journal yet' },
    examples: ['croupier backup backup-of-monday', 'croupier backup backup-of-monday --restore --data restored-data'],
  },
  move: {
    does: 'Takes a house from one store to another: a data folder or the address of a database, either way. Every hash must come out the same, and all of it is verified at the end. Given again after it was interrupted, it goes on. Exit 1: what was moved is not sound.',
    options: {
      from: 'where the house is; no service may run on it',
      to: 'where it goes: an empty store, or one that holds the beginning of the same house',
      data: 'the data folder with the house key, where a database is moved from; croupier-data unless told',
    },
    examples: ['croupier move --from croupier-data --to moved-data'],
  },
  nodes: {
    does: 'Says who serves a house on PostgreSQL: which nodes are there, when each was heard last, how many entries it is behind, and which has which table, with the epoch of its lease. Or drains one before it is stopped, or corrects the clock of the record. Exit 1: it was told to drain and still has tables.',
    options: { data, store, json },
    examples: ['croupier nodes', 'croupier nodes --json', 'croupier nodes drain a', 'croupier nodes resume a'],
  },
  staff: {
    does: 'Lists and changes the people of the house.',
    options: {
      name: 'the name of somebody new',
      role: 'the position of somebody new, or their new one',
      pin: 'with a dash: their PIN, from standard input: 6 to 12 digits, no run, no date, not the badge',
      reason: 'why, for the record',
      data,
      store,
      json,
    },
    examples: ['croupier staff add 2001 --name "Mei Lin" --role dealer', 'croupier staff list'],
  },
  terminal: {
    does: 'Lists and changes the terminals of the house.',
    options: {
      table: 'the table of a new terminal',
      player: 'its player; named after the terminal unless told',
      name: 'what people call it',
      reason: 'why, for the record',
      data,
      store,
      json,
    },
    examples: ['croupier terminal add T1 --table roulette', 'croupier terminal list'],
  },
  prove: {
    does: 'Makes a receipt (C2SP tlog-proof) for an entry of a table, with what became of its round: for anybody to check without the house. The journal may be in use.',
    options: {
      'all-players': 'with the entries that show the wagers of other players too; without it they are left out',
      data,
      store,
      out: 'the file to write, such as wager.tlog-proof; standard output unless told',
    },
    examples: ['croupier prove single 4 --out wager.tlog-proof'],
  },
  check: {
    does: 'Checks a receipt or a checkpoint without network or database, and says in words what it proves: who, what, when, by which rule, what it pays. Two files are held against one another: a house that signed two histories is found. Exit 1: something is wrong.',
    options: {
      key: 'the public key of the house, from somewhere other than the file; it may be given several times',
      witness: 'the public key of a witness who must have signed; it may be given several times',
      language: 'en or zh',
      json,
    },
    examples: ['croupier check wager.tlog-proof --key KEY_OF_HOUSE'],
  },
  export: {
    does: 'Writes a bundle for an inspector: journals, checkpoints with their cosignatures, rule books by fingerprint, and a page that checks all of it in any browser, without a network.',
    options: {
      data,
      from: 'a day such as 2026-11-16 (in Singapore), or a time with its zone: where the page begins to tell',
      to: 'likewise: where the journals end; all of them unless told',
    },
    examples: ['croupier export bundle.zip --from 2026-11-01'],
  },
  key: {
    does: 'Shows the public keys that the house signs its record by, to be kept by whoever checks it; rotate takes a new one.',
    options: { name: 'with rotate: another name, which begins other logs', data, store, json },
    examples: ['croupier key', 'croupier key rotate'],
  },
  witness: {
    does: "Runs a witness until it is told to stop (Ctrl-C): it signs the checkpoints of the logs it knows, each only if it goes on from the one it signed before, so that nobody can be shown another history. It speaks C2SP's tlog-witness. Without --log it prints its own public key and ends.",
    options: {
      data: 'the folder of the witness, with its key and what it has signed; made if it is not there',
      name: 'what a new witness is called, such as witness.example/w1',
      log: 'the public key of a log; that of a house is good for all its tables. It may be given several times',
      host: 'the address to listen at; 127.0.0.1 unless told',
      port: 'the port to listen at; 8090 unless told',
    },
    examples: ['croupier witness --data witness-data --name witness.example/w1'],
  },
}

const WIDTH = 100

export function helpText(usage: string, { does, options, examples }: Help, details: string | undefined): string {
  const rows = Object.entries(options).map(([name, means]) => [withValue(usage, name), means] as const)
  const widest = Math.max(0, ...rows.map(([name]) => name.length))
  const margin = ' '.repeat(widest + 4)
  return [
    `croupier ${usage}`,
    wrap(does, WIDTH),
    rows.map(([name, means]) => `  ${name.padEnd(widest)}  ${wrap(means, WIDTH - margin.length, margin)}`).join('\n'),
    ...(details === undefined ? [] : [details.trimEnd()]),
    ['For example', ...examples.map((line) => `  ${line}`)].join('\n'),
  ].join('\n\n')
}

/** An option as the usage has it: `--layout L`. */
const withValue = (usage: string, name: string): string =>
  new RegExp(`--${name}( [^\\]\\s]+)?(?=[\\]\\s]|$)`).exec(usage)?.[0] ?? `--${name}`
