import { staffRoles } from '../house/roles.ts'
import { plans } from '../lab/plan.ts'
import { SESSION_ROUNDS_MAX } from '../lab/simulation.ts'
import { flagOf, settings, typedSetting } from '../service/config.ts'
import { BETTING_SECONDS_MIN } from '../wheel/simulated.ts'
import { languageCodes } from '../words/languages.ts'
import type { ArgumentsOf, CommandDeclaration, OptionDeclaration } from './declaration.ts'

const json = { does: 'prints the same as JSON, on one line' } as const
const layout = { value: 'L', does: 'the layout; needed only where the book has several' } as const
const wager = { value: 'SPOT=CENTS', multiple: true, does: 'a wager such as 17/20=500, in cents' } as const
const books = { value: 'DIR', does: 'a folder of rule books: the book of every .json file there has its id' } as const
const bankroll = { value: 'CENTS', cents: true } as const
const quorum = {
  value: 'K',
  range: [1, 100],
  with: 'witness',
  does: 'how many of the witnesses must have signed; all of them without it',
} as const
const language = {
  value: languageCodes.join('|'),
  choices: languageCodes,
  default: 'en',
  does: 'the language of the text',
} as const
const data = { value: 'DIR', does: 'the data folder of the house; croupier-data by default' } as const
const store = {
  value: 'STORE',
  does: 'the address of the database of the house, such as postgres://croupier@db.example/house',
} as const
const reasonOption = { value: 'TEXT', default: 'at the console', does: 'the reason, for the record' } as const

/** Settings have their defaults in the service: the environment and the file come before them. */
const settingOptions: Record<string, OptionDeclaration> = Object.fromEntries(
  Object.entries(settings).map(([setting, { kind, value, means }]) => {
    const shown =
      typedSetting(value) === '' || kind === 'switch' ? means : `${means}; ${typedSetting(value)} by default`
    return [flagOf(setting), kind === 'switch' ? { does: shown } : { value: kind.toUpperCase(), does: shown }]
  }),
)

const { demo: _, ...optionsOfDemo } = settingOptions

/** The templates of `croupier book new`: each is an example that comes with the program, by its file in `examples/books/`. */
export const bookTemplates = {
  american: 'american',
  'european-la-partage': 'french-la-partage',
  'european-en-prison': 'french-en-prison',
  'triple-zero': 'triple-zero',
  mini: 'mini',
} as const
export type TemplateName = keyof typeof bookTemplates
const templateNames = Object.keys(bookTemplates) as TemplateName[]

const scriptBooks =
  'The book of a table is an id, or a file that ends with .json; its path starts at the folder of the script. With --books, tables and set-book name the books of a folder by id.'

/** Every command. The examples of play and explain need a script, such as the round in README.md. */
export const commandLine = {
  serve: {
    does: 'Runs the service with its screens until it is stopped (Ctrl-C). Prints its address when it is ready.',
    words: [],
    options: { config: { value: 'FILE', does: 'a JSON file with settings and tables' }, ...settingOptions },
    inUsage: ['demo', 'data', 'port', 'config'],
    details:
      'The file names settings as docs/operations.md does. In the environment a setting is CROUPIER_ and its name: CROUPIER_LOG_LEVEL. Flags override the environment, and the environment overrides the file.',
    examples: ['croupier serve --demo --data demo-data'],
  },
  demo: {
    does: 'Runs the demonstration: every rule book at a table that an automatic dealer conducts. The same as serve --demo.',
    words: [],
    options: optionsOfDemo,
    inUsage: ['data', 'port'],
    examples: ['croupier demo --data demo-data'],
  },
  'self-check': {
    does: 'Compares every file of the program, the versions of Node and of the packages, and the rule books with the manifest. Where the service runs on the data folder, it checks itself and records the result. Exit 1: something differs.',
    words: [],
    options: { data, json },
    examples: ['croupier self-check'],
  },
  books: {
    does: 'Lists the rule books, or those in force on a day.',
    words: [],
    options: {
      on: { value: 'DATE', does: 'a day such as 2019-08-14, or a time such as 2020-08-05T08:00, in Singapore time' },
      books,
      json,
    },
    examples: ['croupier books', 'croupier books --on 2019-08-14 --json'],
  },
  book: {
    does: 'Checks a rule book in a file, or writes one to standard output. check lists every problem of FILE with its place, what is wrong and what would be right. export writes a book with its texts in every language. new writes a book from a template, to start from.',
    words: ['WHAT', '[FILE|BOOK]'],
    actions: ['check', 'export', 'new'],
    options: {
      from: {
        value: 'TEMPLATE',
        choices: templateNames,
        does: `the template of a new book: ${templateNames.join(', ')}`,
      },
      id: { value: 'ID', does: 'the id of the new book, such as harbour/roulette@1; that of the template by default' },
      title: { value: 'TEXT', does: 'the title of the new book' },
      json,
    },
    details:
      'check ends with exit 0: a book, perhaps with warnings; 1: it has errors, and no table can be played by it; 2: it has not the shape of a book. Where a command names a book, BOOK is an id or a file that ends with .json. docs/library.md describes the form.',
    examples: [
      'croupier book new --from mini --id harbour/mini-roulette@1 > harbour.json; croupier book check harbour.json',
      'croupier book export mbs/roulette@3 > roulette.json; croupier odds roulette.json',
    ],
  },
  clauses: {
    does: 'Lists every clause of a rule book: its meaning, where it is carried out, and the scenarios that show it.',
    words: ['BOOK'],
    options: { language, json },
    examples: ['croupier clauses mbs/roulette@3', 'croupier clauses mbs/roulette@3 --language zh'],
  },
  spots: {
    does: 'Lists every spot of a layout: the numbers it covers, what it pays, and the clause.',
    words: ['BOOK'],
    options: { layout, json },
    examples: ['croupier spots mbs/roulette@3', 'croupier spots rws/roulette-double-zero-etg@4 --layout B --json'],
  },
  odds: {
    does: 'Prints the exact odds of every spot as fractions. With wagers it prints every result that they can have together, in one round or in many.',
    words: ['BOOK'],
    options: {
      layout,
      wager,
      rounds: {
        value: 'N',
        range: [1, 1_000_000],
        with: 'wager',
        does: 'the number of rounds that the same wagers are repeated for',
      },
      bankroll: {
        ...bankroll,
        with: 'rounds',
        does: 'prints the risk that the bankroll no longer covers the wagers during these rounds',
      },
      json,
    },
    examples: [
      'croupier odds mbs/roulette@3',
      'croupier odds mbs/roulette@3 --wager 17=500 --wager red=1000',
      'croupier odds mbs/roulette@3 --wager red=500 --rounds 100 --bankroll 10000',
    ],
  },
  expand: {
    does: 'Lists the wagers of a several-piece bet.',
    words: ['BOOK', 'BET'],
    options: {
      layout,
      terminal: { value: 'T', does: 'the kind of terminal: rapid or alfastreet' },
      unit: { value: 'CENTS', cents: true, default: 1, does: 'the stake of one piece in cents' },
      json,
    },
    examples: ['croupier expand rws/roulette-double-zero-etg@4 zero-spiel --layout A --unit 100'],
  },
  simulate: {
    does: 'Plays many rounds on all cores and prints the results beside the exact figures: return, rounds with a win, spread, longest losing run, risk of ruin. The same seed gives the same result for any number of workers. Exit 1: simulated and exact figures disagree.',
    words: ['BOOK'],
    options: {
      layout,
      wager: { ...wager, required: true },
      plan: {
        value: 'NAME|FILE',
        default: 'flat',
        does: `how stakes follow one another, in multiples of the wagers: ${plans.map(({ name }) => name).join(', ')}, or a file as in docs/lab.md`,
      },
      limit: {
        value: 'KIND=MIN-MAX',
        multiple: true,
        does: 'a limit of the table such as default=500-100000 or straight-up=-20000, in cents; the stakes of a plan stay within it',
      },
      bankroll: { ...bankroll, does: 'the bankroll of a session; ruin means that it does not cover the next stake' },
      session: {
        value: 'N',
        range: [1, SESSION_ROUNDS_MAX],
        does: 'rounds of a session, with a plan or a bankroll; 1000 by default',
      },
      rounds: { value: 'N', range: [1, 10 ** 12], default: 1_000_000, does: 'the number of rounds in all' },
      seed: { value: 'S', does: 'a text that determines all spins; by default a seed is drawn and printed' },
      crypto: { does: "draws from the operating system's cryptographic generator instead" },
      workers: { value: 'N', range: [1, 256], does: 'the number of threads; one for each core by default' },
      json,
    },
    examples: [
      'croupier simulate mbs/roulette@3 --wager 17=500 --wager red=1000 --seed monday',
      'croupier simulate mbs/roulette@3 --wager red=500 --plan martingale --limit default=500-100000 --bankroll 200000 --session 200 --seed 1',
    ],
  },
  randomness: {
    does: 'Tests randomness as a laboratory does, at 99 % over all tests together (Holm). SOURCE is draw, the bonus numbers (the default); wheel, the simulated wheel; a journal as verify takes it, for the spins of each wheel in it; or the log of a wheel. A wheel with a serial number is tested over all tables at which it stood, and accepted over 10,000 spins. For real wheels it prints what that number of spins can detect. Exit 1: a test failed.',
    words: ['[SOURCE]'],
    options: {
      book: { value: 'BOOK', does: 'the rule book of the draw, of the wheel or of the log' },
      count: {
        value: 'N',
        does: 'the number of draws or spins; 1000000 by default. With --stream the number of bytes; endless by default',
      },
      wheel: {
        value: 'NAME',
        does: 'of a journal this wheel alone: by its serial number, or by its table where nobody named it',
      },
      seed: { value: 'S', does: "draws from a seed instead of the operating system's cryptographic generator" },
      stream: { does: 'writes the results as raw bytes for other batteries: dieharder, ent, PractRand' },
      json,
    },
    examples: [
      'croupier randomness draw --count 20000 --seed monday',
      'croupier randomness wheel --book mbs/roulette@3 --count 100000 --seed monday --json',
      'croupier randomness wheel --stream --count 1000 > wheel.bin',
    ],
  },
  report: {
    does: 'Writes a report: one self-contained page, to be read or printed on A4, and its figures as CSV, a file for each table, and as JSON. SUBJECT is a rule book for book, what verify takes for journal, and the output of simulate --json or randomness --json for the others.',
    words: ['KIND', 'SUBJECT'],
    actions: ['book', 'journal', 'simulation', 'randomness'],
    options: {
      out: {
        value: 'FILE',
        required: true,
        does: 'the page; its name ends with .html, and the CSV and JSON files are named after it',
      },
      from: {
        value: 'TIME',
        does: 'for a journal: rounds concluded from this year, month, gaming day or time on: 2026, 2026-11, 2026-11-16, 2026-11-16T06:00',
      },
      to: { value: 'TIME', does: 'for a journal: until this time, or to the end of this year, month or gaming day' },
      config: {
        value: 'FILE',
        does: 'for a journal: the configuration of its house, for its name, its operator, its time zone and its gaming day',
      },
      books: { ...books, does: 'for a simulation by a book from a file: the folder of that file' },
      language,
    },
    examples: [
      'croupier report book mbs/roulette@3 --out roulette.html',
      'croupier simulate mbs/roulette@3 --wager red=500 --rounds 100000 --seed 1 --json > red.json; croupier report simulation red.json --out red.html --language zh',
    ],
  },
  diff: {
    does: 'Lists the changes between two rule books: values first, then clause by clause.',
    words: ['BOOK', 'BOOK'],
    options: { json },
    examples: ['croupier diff mbs/sands-roulette@1 mbs/sands-roulette@2'],
  },
  layout: {
    does: 'Draws a layout as SVG.',
    words: ['BOOK'],
    options: { layout, out: { value: 'FILE', does: 'the file to write; standard output by default' } },
    examples: ['croupier layout mbs/roulette@3 --out layout.svg'],
  },
  play: {
    does: 'Plays a script, from a file or from standard input (-), and prints one answer for each command, in order. It reads the whole script before it plays. Exit 1: an answer differs from what the script expects.',
    words: ['[FILE]'],
    options: { summary: { does: "adds a line with every player's money at the end of each table" }, books },
    details: scriptBooks,
    examples: ['croupier play round.jsonl --summary', 'croupier play - < round.jsonl'],
  },
  explain: {
    does: 'Describes the rounds of a script for a person, clause by clause, from a file or from standard input (-).',
    words: ['[FILE]'],
    options: { language, books },
    details: scriptBooks,
    examples: ['croupier explain round.jsonl', 'croupier explain - --language zh < round.jsonl'],
  },
  wheel: {
    does: "Prints the commands for a wheel's serial lines, from a log, from standard input (-) or live from the wheel. With --simulate it prints the lines of a simulated wheel.",
    words: ['[FILE]'],
    options: {
      book: { value: 'BOOK', required: true, does: 'the rule book of the wheel' },
      tcp: { value: 'HOST:PORT', does: 'listens to a wheel over the network' },
      serial: { value: 'DEVICE', does: 'listens to a wheel on a serial device' },
      baud: {
        value: 'RATE',
        range: [50, 4_000_000],
        with: 'serial',
        does: 'the speed of the serial device; 9600 by default',
      },
      simulate: { value: 'GAMES', range: [1, 1_000_000], does: 'the number of simulated games' },
      seed: { value: 'TEXT', with: 'simulate', does: 'a text that determines all games' },
      betting: {
        value: 'SECONDS',
        range: [BETTING_SECONDS_MIN, 3600],
        with: 'simulate',
        does: 'seconds of betting in a simulated game; 20 by default',
      },
      speed: {
        value: 'TIMES',
        range: [1, 10_000],
        with: 'simulate',
        does: 'prints in real time, this many times as fast',
      },
    },
    examples: [
      'croupier wheel --book mbs/roulette@3 --simulate 3 --seed monday > wheel.log',
      'croupier wheel wheel.log --book mbs/roulette@3',
    ],
  },
  verify: {
    does: 'Replays a journal and trusts nothing in it: hashes, rules, every payment, every balance. JOURNAL is a data folder, in use or not, a backup, the address of a database, or a stream as auditors download it. Exit 1: something is wrong, with its place.',
    words: ['JOURNAL'],
    options: {
      key: { value: 'VKEY', multiple: true, does: 'the public key of the house, as croupier key prints it' },
      witness: {
        value: 'VKEY',
        multiple: true,
        does: 'the public key of a witness that must have signed every checkpoint',
      },
      quorum,
      checkpoint: {
        value: 'FILE',
        multiple: true,
        does: 'a signed checkpoint, or a receipt with one, that was kept outside the house',
      },
      json,
    },
    details:
      'With the key of the house and a checkpoint, verify detects a history that was rewritten from scratch. The first entry that differs lies between two checkpoints.',
    examples: ['croupier verify croupier-data'],
  },
  backup: {
    does: 'Copies a house to a folder, or restores it from one.',
    words: ['FOLDER'],
    options: { data, store, restore: { does: 'copies FOLDER to the data folder, which must not hold a journal' } },
    details:
      'Copies the journal, the house key and the signing key of DIR, which may be in use. A copy is verified before it counts, and nothing is overwritten. Exit 1: the copy is not sound; a backup of it is kept as croupier.unsound.db, from which no service starts. In a restored house nobody is signed in, and bonus rounds that were open cannot be drawn. The backup of a database is a data folder; croupier move takes it to a database.',
    examples: ['croupier backup backup-of-monday', 'croupier backup backup-of-monday --restore --data restored-data'],
  },
  drill: {
    does: 'Restores the newest backup into a temporary folder, verifies it, opens the house in it as a service would, and reports. The restored folder is removed again. Exit 1: no house could be started from that backup, or it is too old.',
    words: ['FOLDER'],
    options: {
      hours: { value: 'N', range: [1, 100_000], does: 'how old the newest entry of the backup may be' },
      data: {
        ...data,
        does: 'the data folder of the house, where the drill is noted for /metrics; croupier-data by default',
      },
      json,
    },
    details:
      'FOLDER is a backup, or a folder of backups: the newest is the one that was written last. The temporary folder is made in TMPDIR, for its owner alone. It needs as much room as the backup.',
    examples: ['croupier drill backup-of-monday', 'croupier drill backup-of-monday --hours 24 --json'],
  },
  move: {
    does: 'Moves a house from one store to another: a data folder or the address of a database, either way. It checks every hash and verifies the whole at the end. Repeated after an interruption, it continues. Exit 1: the moved house is not sound.',
    words: [],
    options: {
      from: { value: 'STORE', required: true, does: 'the store of the house; no service may run on it' },
      to: { value: 'STORE', required: true, does: 'an empty store, or one that holds the beginning of the same house' },
      data: {
        ...data,
        does: 'the data folder with the house key, for a move from a database; croupier-data by default',
      },
    },
    examples: ['croupier move --from croupier-data --to moved-data'],
  },
  nodes: {
    does: 'Lists the nodes of a house on PostgreSQL: when each was heard last, how many entries it is behind, which nodes it has no link to, how far its clock is ahead of that of the database, its version with a digest of the program, and its tables with the epoch of their leases. Then the standbys of the database. It can also drain a node, or correct the clock of the record. Exit 1: a drained node still has tables.',
    words: ['[WHAT]', '[NAME]'],
    actions: ['list', 'drain', 'resume', 'correct-clock'],
    options: { data, store, json },
    details:
      'list is the default. drain NAME: the tables of the node go to the others, and it takes none until it is started again or resumed. Then it can be stopped without an interruption; its clients stay with it until then. correct-clock: where the record is ahead of the clock of the database, sets time back to that clock, on record. All nodes must be stopped, and the clocks of this machine and of the database must be right.',
    examples: ['croupier nodes', 'croupier nodes --json', 'croupier nodes drain a', 'croupier nodes resume a'],
  },
  staff: {
    does: 'Lists and changes the staff of the house.',
    words: ['WHAT', '[BADGE]'],
    actions: ['list', 'add', 'pin', 'role', 'lock', 'unlock', 'remove'],
    options: {
      name: { value: 'NAME', does: 'the name of a new member' },
      role: { value: 'ROLE', choices: staffRoles, does: `the position: ${staffRoles.join(', ')}` },
      pin: { value: '-', does: 'reads the PIN from standard input: 6 to 12 digits, no run, no date, not the badge' },
      reason: reasonOption,
      data,
      store,
      json,
    },
    details: 'Without --pin a PIN is drawn and printed once. The service may be running.',
    examples: ['croupier staff add 2001 --name "Mei Lin" --role dealer', 'croupier staff list'],
  },
  terminal: {
    does: 'Lists and changes the terminals of the house.',
    words: ['WHAT', '[TERMINAL]'],
    actions: ['list', 'add', 'code', 'close', 'open', 'remove'],
    options: {
      table: { value: 'TABLE', does: 'the table of a new terminal' },
      player: { value: 'NAME', does: 'the player of a new terminal; named after the terminal by default' },
      name: { value: 'NAME', does: 'the name of a new terminal' },
      reason: reasonOption,
      data,
      store,
      json,
    },
    details:
      'add and code print an enrolment code, valid once and for a day. The service must be stopped; while it runs, use its HTTP API.',
    examples: ['croupier terminal add T1 --table roulette', 'croupier terminal list'],
  },
  prove: {
    does: 'Makes a receipt (C2SP tlog-proof) for an entry of a table, with the outcome of its round. Anybody can check it without the house. The journal may be in use.',
    words: ['TABLE', 'SEQ'],
    options: {
      'all-players': { does: 'shows the lines of all players of the round, not of one' },
      witness: {
        value: 'VKEY',
        multiple: true,
        does: 'the public key of a witness that must have signed its checkpoint',
      },
      quorum,
      data,
      store,
      out: { value: 'FILE', does: 'the file to write, such as wager.tlog-proof; standard output by default' },
    },
    examples: ['croupier prove single 4 --out wager.tlog-proof'],
  },
  check: {
    does: 'Checks a receipt or a checkpoint without network or database, and says in words what it proves: who, what, when, by which rule, what it pays. Two files are compared by every part of the journal that both show: a house that signed two histories is detected, and the entries among which they differ are named. Exit 1: something is wrong.',
    words: ['FILE', '[FILE]'],
    options: {
      key: {
        value: 'VKEY',
        required: true,
        multiple: true,
        does: 'the public key of the house, from somewhere other than the file',
      },
      witness: { value: 'VKEY', multiple: true, does: 'the public key of a witness that must have signed' },
      quorum,
      language,
      json,
    },
    examples: ['croupier check wager.tlog-proof --key KEY_OF_HOUSE'],
  },
  export: {
    does: 'Writes a bundle for an inspector: journals, checkpoints with their cosignatures, rule books by fingerprint, and a page that checks all of it in any browser, without a network.',
    words: ['FILE'],
    options: {
      data,
      store,
      from: {
        value: 'TIME',
        does: 'a day such as 2026-11-16, or a time with its zone: the first time that the page shows',
      },
      to: { value: 'TIME', does: 'likewise: the end of the journals; everything by default' },
      config: {
        value: 'FILE',
        does: 'the configuration of the house: whose time zone days are of; by default Singapore',
      },
    },
    details:
      'A round rests on the balances before it, so every journal in the bundle begins with its first entry. The record of the house is left out: it holds hashes of PINs and the numbers of tickets.',
    examples: ['croupier export bundle.zip --from 2026-11-01'],
  },
  key: {
    does: 'Prints the public keys that the house signs its record with, the current one last. Keep them outside the house: checks need them.',
    words: ['[WHAT]'],
    actions: ['next', 'rotate'],
    options: {
      name: { value: 'NAME', does: 'with next and rotate: another name, which starts new logs' },
      draw: { does: 'the keys that seal the secrets of bonus draws in the journal: their names, never the keys' },
      data,
      store,
      json,
    },
    details:
      'next prints the key that the house will sign with next: give it to the witnesses before rotate. rotate replaces the signing key. The change is on record, signed with both keys; signatures of older keys stay valid. The service may be running. With --draw, rotate has the next rounds sealed by a new key; rounds that are open are drawn with the older one. Several nodes get draw.key.next first: next makes it.',
    examples: ['croupier key', 'croupier key rotate', 'croupier key next', 'croupier key rotate --draw'],
  },
  witness: {
    does: "Runs a witness until it is stopped (Ctrl-C). It signs a checkpoint of a known log only if it extends the last one it signed, so that nobody can be shown another history. It implements C2SP's tlog-witness. Without --log it prints its public key and ends.",
    words: [],
    options: {
      data: {
        value: 'DIR',
        required: true,
        does: 'the folder of the witness, with its key and signatures; made if missing',
      },
      name: { value: 'NAME', does: 'the name of a new witness, such as witness.example/w1' },
      log: { value: 'VKEY', multiple: true, does: 'the public key of a log; that of a house covers all its tables' },
      host: { value: 'ADDRESS', default: '127.0.0.1', does: 'the address to listen at' },
      port: { value: 'N', range: [0, 65_535], default: 8090, does: 'the port to listen at' },
    },
    examples: ['croupier witness --data witness-data --name witness.example/w1'],
  },
} as const satisfies Readonly<Record<string, CommandDeclaration>>

export type CommandLineName = keyof typeof commandLine
/** The arguments that the module of a command receives. */
export type Arguments<Name extends CommandLineName> = ArgumentsOf<(typeof commandLine)[Name]>
export type Options<Name extends CommandLineName> = Arguments<Name>['values']
export const commandNames = Object.keys(commandLine) as CommandLineName[]
export const declarationOf = (name: CommandLineName): CommandDeclaration => commandLine[name]
