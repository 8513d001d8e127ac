/**
 * Requirements of standards, in our own words with their numbers, and how we meet it. `docs/conformance.md` is made from it, and a test
 * fails when evidence that is named here does not exist any more.
 */

/** A test, by its file and its title as it stands there; `…` is a number that the test puts in. */
export type Evidence = readonly [file: string, title: string]

type Asked = { readonly number: string; readonly asks: string }

/** `met` and `partly`: how, with evidence; `missing`: the rest. `open` and `not-applicable`: why. */
export type Requirement = Asked &
  (
    | { readonly status: 'met'; readonly how: string; readonly evidence: readonly Evidence[] }
    | {
        readonly status: 'partly'
        readonly how: string
        readonly missing: string
        readonly evidence: readonly Evidence[]
      }
    | { readonly status: 'open' | 'not-applicable'; readonly why: string }
  )

export type Part = { readonly title: string; readonly standard: string; readonly requirements: readonly Requirement[] }

const met = (number: string, asks: string, how: string, ...evidence: readonly Evidence[]): Requirement => ({
  number,
  asks,
  status: 'met',
  how,
  evidence,
})
const partly = (
  number: string,
  asks: string,
  how: string,
  missing: string,
  ...evidence: readonly Evidence[]
): Requirement => ({ number, asks, status: 'partly', how, missing, evidence })
const open = (number: string, asks: string, why: string): Requirement => ({ number, asks, status: 'open', why })
const none = (number: string, asks: string, why: string): Requirement => ({
  number,
  asks,
  status: 'not-applicable',
  why,
})

const NO_ACCOUNTS = 'Croupier has no player accounts: a player is a terminal with credits.'
const OPERATOR = 'An organisational measure of the operator.'

export const parts: readonly Part[] = [
  {
    title: 'System',
    standard: 'GLI-19 v3.0, chapter 2',
    requirements: [
      met(
        '2.2.1',
        'an internal clock stamps transactions, games and events, and is the reference of reports',
        'Each entry has the service clock’s time, never earlier than the entry before it; steps of the clock are recorded',
        ['src/service/floor/presence.test.ts', 'a clock that is set %s is an alarm, and signs nobody out'],
        [
          'src/cli/wrong-clock.test.ts',
          'a year %s while the service runs: it goes on by its own time, and starts again',
        ],
      ),
      partly(
        '2.2.2',
        'the clocks of all components are synchronised',
        'Nodes go by the clock of the database, refuse to start when theirs differs, and raise an alarm; terminals count down by the service’s clock',
        'On one machine nothing checks that NTP disciplines the clock.',
        [
          'test/postgres/wrong-clock.test.ts',
          'the node does not start, says both times in one line, and writes nothing',
        ],
        ['e2e/lobby.e2e.ts', 'times count down by the service’s clock, whatever the browser’s says'],
      ),
      met(
        '2.3.2',
        'the program verifies itself daily and on demand, with a digest of at least 128 bits, and says when it fails',
        'SHA-256 of every shipped file at start, daily and on demand; each result is on record, and a mismatch raises an alarm',
        [
          'src/service/program/self-check.test.ts',
          'one byte changed in any shipped file is found, by us and by sha256sum',
        ],
        [
          'src/service/significant-events.test.ts',
          'that fails raises an alarm, and stops gaming where the house is set so',
        ],
      ),
      met(
        '2.3.3',
        'a third party verifies the program independently',
        'A manifest that `sha256sum -c` checks, with a detached signature',
        ['src/service/program/self-check.test.ts', 'a program as it was packed passes, for us and for sha256sum'],
      ),
      met(
        '2.4.1',
        'all gaming, one game or one player are disabled on demand',
        'Stops of the house, of a game, a table or a terminal, now or after the round, with who and why on record',
        [
          'src/service/significant-events.test.ts',
          'now: nothing more is staked, what lies is played out, and every screen is told',
        ],
        [
          'src/house/stops.test.ts',
          'a stop holds in the house, at tables of the game, or at the table, until it is resumed',
        ],
      ),
      none('2.4.2–3', 'changes to jackpots', 'Croupier has no jackpots.'),
      none('2.5', 'player accounts, limits and exclusions of players', NO_ACCOUNTS),
      met(
        '2.6.2',
        'player software identifies itself and its version',
        'Every screen names the program, its version and the first digits of its digest; so do tickets, reports and the command line',
        ['e2e/controls.e2e.ts', 'every screen names the program and its version'],
      ),
      none(
        '2.6.3',
        'locally installed player software is authenticated',
        'Screens are pages that the service sends; nothing is installed.',
      ),
      met(
        '2.6.4',
        'lost communication stops play, with a notice to the player',
        'A terminal says at once that the connection is lost, and sends nothing twice when it is back',
        [
          'src/screens/kit/connection.test.ts',
          'a break is said at once, the gap is asked for, and what was not answered is sent again with its own id',
        ],
        [
          'e2e/reconnect.e2e.ts',
          'the service dies while bets are placed: it is said at once, and after it nothing is lost or doubled',
        ],
      ),
      met(
        '2.6.5 g',
        'no outcome is made on the player’s device',
        'The engine decides in the service; screens only draw views',
        ['test/rooms/rooms.test.ts', 'imports run one way'],
        ['src/service/http/wire-answers.test.ts', 'tables, rounds and figures, for everybody who may see them'],
      ),
      open(
        '2.6.6',
        'incompatible devices are refused with a message',
        'A browser that is too old shows an empty page.',
      ),
      partly(
        '2.6.8',
        'cookies are harmless, and players know of them',
        'Two cookies, for the session and for the station, for the service alone',
        'No text at a terminal tells of them.',
        ['src/service/network.test.ts', 'routes and sockets are https, and browsers are told to stay with it'],
      ),
      none('2.7', 'where players are', 'Terminals stand in the house.'),
      met(
        '2.8.1',
        'recorded data are kept, backed up and exported',
        'The journal is kept for ever, backed up while in use and verified; figures as CSV and JSON, journals as JSON Lines',
        ['src/cli/house-commands.test.ts', 'of a service at work is sound, and a house is restored from it'],
        [
          'src/cli/drill.test.ts',
          'a drill restores the newest backup, opens the house in it, notes it and leaves nothing',
        ],
        [
          'e2e/audit.e2e.ts',
          'a round that was corrected is found, replayed step by step with its rules, proved and exported',
        ],
      ),
      met(
        '2.8.2',
        'of each game: time, wagers, choices, outcome, result, balances, status, rules, player',
        'Each line of a round with its clause and the fingerprint of its rules; balances before and after for each player',
        ['src/service/http/rounds-routes.test.ts', 'recalls every wager, payment, adjustment and balance of everybody'],
        ['src/record/verify.test.ts', 'a journal as it was written is sound'],
      ),
      met(
        '2.8.3',
        'of each paytable: identity, configuration, theoretical return, games, wagers, payments',
        'A rule book has an id, a version and a fingerprint; figures by table and game with theoretical win and its spread',
        ['src/record/known-books.test.ts', 'every book of the program is pinned, each once'],
        [
          'e2e/pit.e2e.ts',
          'handle, win and hold by table, game and hour are the service’s, and a hold is judged only by rounds enough',
        ],
      ),
      none('2.8.4', 'contests and tournaments', 'Croupier has none.'),
      none('2.8.5–7', 'player accounts, incentives, jackpots', 'Croupier has none.'),
      partly(
        '2.8.8 a',
        'failed attempts to sign in, with the address',
        'Wrong tries are counted on record by badge and by a keyed hash of the place; many of them are a significant event with the address',
        'The address of a few wrong tries is not on record.',
        [
          'src/service/floor/try-pin.test.ts',
          'a first wrong try is on record when it is answered; of a flood there is an entry in ten seconds, and a bounded one',
        ],
        [
          'src/service/floor/try-pin.test.ts',
          'many wrong tries are an alarm with the address that most came from, and ten times as many another',
        ],
      ),
      met(
        '2.8.8 b, c',
        'program errors, and significant times of unavailability',
        'Every alarm, start, stop and crash is an event on record until somebody acknowledges it by name, and after it',
        [
          'src/service/significant-events.test.ts',
          'between an alarm and its acknowledgement, and after it: both states survive',
        ],
        [
          'src/house/significant.test.ts',
          'a node that starts and had not stopped has crashed; one that stopped in good order has not',
        ],
      ),
      met(
        '2.8.8 d, e',
        'large wins and wagers over a threshold',
        'Each is an event on record; the amounts are settings',
        [
          'src/service/significant-events.test.ts',
          'large wagers, wins and exchanges are events from the amounts of the house on, and not below',
        ],
      ),
      met(
        '2.8.8 f–m',
        'voids, corrections, changes of limits, of people and of their rights, adjustments of balances',
        'Each is an entry with who, when, why, before and after, and cannot be changed without being found',
        [
          'e2e/audit.e2e.ts',
          'actions on people, terminals and tickets are found with their actor and reason, and exported',
        ],
        ['src/record/verify.test.ts', 'one byte changed anywhere in any entry is found, and the entry named'],
      ),
      met(
        '2.8.9',
        'of each user: who, which functions, created, last access, last change of credentials',
        'The report lists users and their access, from the record of the house',
        [
          'src/service/figures/span-count.test.ts',
          'wherever a span is cut, the two parts sum to the whole: rounds, money, happenings, meters, tickets',
        ],
        [
          'src/service/http/house-routes.test.ts',
          'has every entry from a number on, with its hash, and tells who did what',
        ],
      ),
      met(
        '2.9.1',
        'a report names operator, title, interval and time of making, and says when there is nothing',
        'Every page and file has house, operator, period, zone, time, program and page of pages',
        [
          'src/report/report.test.ts',
          'every page and every file says whose report it is, of which period, and which of how many',
        ],
        ['src/report/report.test.ts', 'a report as JSON has the figures of its files, and says where there are none'],
      ),
      met(
        '2.9.2',
        'game performance: theoretical and actual return, games, wagers, winnings, voids',
        'Report and figures by table, game, hour and round, with what chance allows',
        [
          'src/service/figures/span-count.test.ts',
          'wherever a span is cut, the two parts sum to the whole: rounds, money, happenings, meters, tickets',
        ],
      ),
      met('2.9.3', 'what the operator owes', 'Credits at terminals and open tickets, in the meters and in the report', [
        'src/house/meters.test.ts',
        'random play at %s: the meters are the ledger',
      ]),
      none('2.9.4', 'large jackpots', 'Croupier has no jackpots.'),
      met(
        '2.9.5',
        'significant events and alterations with who, why, before and after',
        'Corrections, voids, rulings, awards, limits, people and wheels are in the report; significant events are listed and exported from the record',
        [
          'src/service/figures/span-count.test.ts',
          'wherever a span is cut, the two parts sum to the whole: rounds, money, happenings, meters, tickets',
        ],
        [
          'src/service/significant-events.test.ts',
          'events are exported from the record as CSV and as JSON, for those who may read them',
        ],
        [
          'src/house/significant.test.ts',
          'a configuration is on record with what has changed, before and after; one that is the same is not',
        ],
      ),
    ],
  },
  {
    title: 'Random numbers and wheels',
    standard: 'GLI-19 v3.0, chapter 3',
    requirements: [
      none(
        '3.2.1',
        'review of the source',
        'A laboratory does it: `src/engine/committed-draw.ts`, `src/engine/below.ts`, `src/wheel/chance.ts`.',
      ),
      met(
        '3.2.2',
        'tests of the final output, together at 99 %',
        'Distribution, overlaps, coupon, runs, interplay, serial correlation and duplicates, with Holm’s correction; the number of tests that fail by chance is itself tested',
        [
          'src/lab/randomness/randomness.test.ts',
          'draws pass as often as 99 % promises, and no test is quicker than it says',
        ],
        ['src/lab/randomness/randomness.test.ts', 'the remainder of a byte is found out'],
      ),
      met(
        '3.2.3',
        'each selection equally likely, scaling without bias',
        'Rejection, counted out for small worlds and tested for large ones',
        ['src/wheel/chance.test.ts', 'every value stands for exactly as many byte values, for every count there is'],
        ['src/engine/committed-draw.test.ts', 'every number is equally likely: ten of forty, 39 degrees of freedom'],
      ),
      met(
        '3.2.4',
        'draws are independent',
        'Each draw has a fresh secret; nothing of one goes into the next',
        ['src/lab/randomness/randomness.test.ts', 'a generator that soon goes round is found out by what comes twice'],
        ['src/wheel/chance.test.ts', 'a byte that is not kept leaves no trace in the next draw'],
      ),
      met(
        '3.2.5',
        'every outcome is available on every draw',
        '256 bits of secret for each draw of ten numbers of forty',
        [
          'src/engine/committed-draw.test.ts',
          'counted out: of all bytes there are, every order of two of five has as many',
        ],
      ),
      met(
        '3.3.1–2',
        'cryptographically strong; not seeded by time; fresh entropy from outside',
        'HMAC-SHA-256 over a secret of the operating system’s for each round, which follows from no key and is sealed until the draw',
        ['src/service/draw-keys.test.ts', 'that is restored $where plays no secret that was told since'],
        [
          'src/service/http/secret-until-draw.test.ts',
          'no view, answer, receipt or checkpoint shows the sealed secret of an open round',
        ],
        ['src/service/secrets/key-material.test.ts', 'tokens have 256 bits and do not repeat'],
      ),
      none('3.3.3', 'monitoring of hardware generators', 'The operating system’s generator is used.'),
      partly(
        '3.4.1–2',
        'a mechanical device is tested over 10,000 outcomes; its approved parts are known',
        'A wheel has a serial number, and a log of places, levelling, service and inspection. Its results over all tables are tested for tilt, wide pockets, drift and memory, and it is accepted over 10,000; over fewer the report says what they cannot show',
        'Balls have no identity.',
        [
          'src/service/wheels.test.ts',
          'a wheel that is moved keeps its log and its results, at every table where it stood',
        ],
        ['src/cli/lab-commands.test.ts', 'a wheel with a worn part fails, with exit 1'],
        ['src/lab/randomness/randomness.test.ts', 'a tilted wheel is found as often as the power says'],
        [
          'src/lab/randomness/randomness.test.ts',
          'a wide pocket is found as often as the power says, with the spins that it names',
        ],
      ),
      none('3.4.3–4', 'durability, and tampering by hand', 'The maker of the wheel and the house see to it.'),
    ],
  },
  {
    title: 'Game',
    standard: 'GLI-19 v3.0, chapter 4',
    requirements: [
      met(
        '4.2.2',
        'touch points are where they look, and labelled; none is hidden',
        'Every spot of every layout is pressed at several sizes; controls have names that a screen reader says',
        ['e2e/spots.e2e.ts', '$size: every spot of $table can be touched, and nothing is scrolled to'],
        [
          'e2e/press.e2e.ts',
          'a hand that was on its way when the layout moved gets the spot that it aimed at, and no control that has come there',
        ],
      ),
      met(
        '4.2.3',
        'simultaneous inputs do no harm',
        'Commands are decided one after the other, each once by its id',
        ['src/screens/kit/connection.test.ts', 'a command sent while the connection is lost waits for it, once'],
        [
          'test/interleavings/shared-house.test.ts',
          '$nodes nodes, $each requests each: in every order of steps a ticket is paid once',
        ],
      ),
      met(
        '4.3.2',
        'which games there are, and which is played',
        'The lobby, and the title of book and table on every screen',
        [
          'e2e/lobby.e2e.ts',
          'the floor at a glance: which table, which game, limits, phase, last results, free terminals',
        ],
      ),
      met(
        '4.3.3',
        'wagers are taken from the balance, which is never negative; a game ends before the next',
        'The ledger sums to zero at every event; a round is settled or void before another opens',
        ['src/engine/ledger.test.ts', 'money brought, staked, won and paid is on the right accounts, and sums to zero'],
        ['test/model/model.test.ts', 'the table keeps its promises for any commands in any order'],
        [
          'test/model/every-round-ends.test.ts',
          'wherever a round is, somebody can bring it to an end, and every stake is accounted for',
        ],
      ),
      met(
        '4.3.4',
        'funds, wagers, options, and the last outcome with what was won',
        'The terminal shows them at once, of one moment',
        [
          'src/screens/kit/connection.test.ts',
          'figures of one moment: whoever looks never sees a new balance beside an old stake, nor a chip twice',
        ],
        [
          'e2e/sitting-out.e2e.ts',
          'after a loss: neither the number nor the lost stake is told as of the round that is sat out',
        ],
      ),
      met(
        '4.3.5',
        'the credit meter is visible whenever wagers are possible',
        'In currency, beside the layout, at every size',
        [
          'e2e/walk-round.e2e.ts',
          'on a phone a whole round is played without scrolling, and what is folded away is one press off',
        ],
      ),
      met(
        '4.4.1',
        'rules, odds and limits are complete and to be had without funds',
        'Rules with clause numbers, payments and exact odds, at terminal and lobby, in two languages',
        ['e2e/lab.e2e.ts', 'on the terminal the rules say what the player’s own chips can bring'],
        ['src/books/our-books.test.ts', '%s accounts for all its %i clauses and its appendices'],
      ),
      met(
        '4.4.7',
        'roulette: each kind of wager is explained, and what it pays',
        'From the rule book; each spot against each pocket is tested',
        ['src/books/golden.test.ts', '$file is what the engine pays'],
      ),
      met(
        '4.5, 4.6.1',
        'the outcome follows from wheel or draw and the rules alone',
        'The engine is pure: no clock, no chance; `verify` decides every command again',
        ['test/rooms/rooms.test.ts', '%s knows no clock, no process, no timer and waits for nothing'],
        ['src/record/verify.test.ts', '%s forged with all hashes computed again is found by the rule book'],
      ),
      met(
        '4.6.2',
        'a simulated object behaves as the real one',
        'The simulated wheel has equal pockets, and is for demonstrations',
        ['src/lab/randomness/randomness.test.ts', 'wheels pass as often as 99 % promises'],
      ),
      met(
        '4.7',
        'theoretical return and odds are stated',
        'As exact fractions, from the same table that pays',
        ['src/engine/odds.test.ts', '$id $layout: the distribution of one wager has its edge and its variance'],
        [
          'src/report/report.test.ts',
          '$id: the parts of every wager sum up to its exact return, and every wager is there',
        ],
      ),
      met(
        '4.8',
        'bonus features are shown as they are',
        'The draw of Fast Action is committed to before bets, and can be checked from a receipt',
        [
          'src/engine/committed-draw.test.ts',
          'everybody sees the commitment while betting is open, and the secret with the draw, not before',
        ],
      ),
      none('4.9–4.13', 'free play, autoplay, tournaments, skill, peers, persistence, jackpots', 'Croupier has none.'),
      met(
        '4.14',
        'recall of the last games, marked as such',
        'Own rounds among the table’s last hundred, with layout, draw, money and receipt',
        [
          'src/service/http/rounds-routes.test.ts',
          'recalls each wager, what it was paid, and the balance before and after',
        ],
        [
          'e2e/reveal.e2e.ts',
          'past rounds, opened while the ball still falls, do not tell it either, though the service has it among them',
        ],
      ),
      met('4.15.1', 'a disabled game is concluded first', 'A closing table or terminal ends its round', [
        'e2e/tickets.e2e.ts',
        'a terminal that is closed says so, finishes its round and can still cash out',
      ]),
      met(
        '4.16',
        'interrupted games are held, completed or returned',
        'Rounds survive kills and power cuts; staff conclude or void them by the book',
        ['src/service/kill.test.ts', 'on %s … times kill -9'],
        [
          'e2e/owner-killed.e2e.ts',
          'the owner is killed in mid-round: both screens say so, go on at the other node, and every cent is right',
        ],
        [
          'e2e/at-the-table.e2e.ts',
          'the power fails: play waits and goes on when it is resumed; no spin announced in the dark voids the round',
        ],
      ),
      none('4.17', 'virtual events', 'Croupier has none.'),
      open(
        '4.18.1 a',
        'every player sees and hears the live game',
        'Croupier shows no video: players sit at the wheel, or see it drawn.',
      ),
      partly(
        '4.18.2 a',
        'what happens after errors and interruptions is said',
        'Irregularities with their clauses are in the rules; each correction has a notice',
        'Nothing says that staff may err, in words of its own.',
        [
          'e2e/notices.e2e.ts',
          'a correction, an award, limits and a closing are shown with their amounts until they are read',
        ],
      ),
      partly(
        '4.18.2 b',
        'no aid for analysing the current game, unless the rules allow it',
        'Odds and past results are the same for everybody, and say nothing of the ball; odds of own chips, hot and cold numbers and the lab are switches of the house',
        'A test of each switch in a browser.',
        [
          'e2e/reveal.e2e.ts',
          'nothing tells the result before the ball on the screen is down; then the stacks are paid in turn',
        ],
      ),
      met(
        '4.18.4',
        'outcomes are read reliably; a manual mode corrects errors, and players know of it',
        'A wheel’s doubtful lines give no result; the dealer continues by hand, and terminal and wall say so; a supervisor corrects; the source is on record',
        ['src/wheel/translate.test.ts', 'a number that the ball ran on from does not spoil the one that comes'],
        ['e2e/wheel-lost.e2e.ts', 'both screens say that results are entered by hand while the wheel is not heard'],
      ),
      met(
        '4.18.5',
        'the device’s outcome is right where records differ',
        'Settlement waits while wheel and dealer name different numbers',
        [
          'e2e/afterwards.e2e.ts',
          'the wheel and the dealer name different numbers: nothing is paid until the pit has decided',
        ],
      ),
    ],
  },
  {
    title: 'Procedures and security',
    standard: 'GLI-19 v3.0, appendices A to C',
    requirements: [
      met(
        'A.6.1–2',
        'actual return is compared with theory, and what is abnormal is found',
        'With variance and what chance allows, by table, game and hour',
        [
          'e2e/pit.e2e.ts',
          'handle, win and hold by table, game and hour are the service’s, and a hold is judged only by rounds enough',
        ],
        ['src/screens/pit/pit.test.ts', 'win and theory grow up to the total, within bounds that widen'],
      ),
      none('A (the rest)', 'internal controls, funds, complaints, exclusions, anti-money laundering', OPERATOR),
      partly(
        'B.2.3',
        'credentials: hashed, of some length, expiring; three wrong tries notify; duties are separated',
        'scrypt with a key outside the journal; PINs of 6 to 12 digits, which expire where the house sets their age; waiting grows with wrong tries; positions as the rule book has them',
        'No second factor; no command takes two persons; an alarm comes after twenty wrong tries of an hour, not after three.',
        ['src/house/people.test.ts', 'the stored hash is salted, names its cost, and holds no PIN'],
        ['src/house/people.test.ts', 'signs nobody in without a new one beside it, from the very moment'],
        [
          'src/house/wrong-tries.test.ts',
          'some wrong tries cost nothing, each further one waits twice as long, and none longer than the longest',
        ],
        ['src/house/terminals.test.ts', 'no role passes for another but upwards on the ladder'],
      ),
      met(
        'B.2.4 d',
        'session tokens are random and end with the session',
        'The journal has their hashes alone',
        ['src/service/http/authority.test.ts', 'a session that has ended is over at once, at routes and sockets'],
        ['src/service/secrets/key-material.test.ts', 'tokens have 256 bits and do not repeat'],
      ),
      met(
        'B.2.6',
        'verification of the program at start, daily and on demand, with results kept 90 days',
        'As 2.3.2. Each result is an entry of the record, which is kept for ever',
        [
          'src/service/significant-events.test.ts',
          'on demand is on record with the digest of the configuration and who asked',
        ],
      ),
      met(
        'B.3.1 a',
        'input is validated, corrupt data are rejected',
        'Every message by its schema; every entry by hash, number and rules',
        [
          'src/wire/command.test.ts',
          '%s: what the language takes the schema takes, and what it lacks is missed by both',
        ],
        ['test/disk/byte-flips.test.ts', '… bytes flipped in %s: each is found or harmless'],
      ),
      met(
        'B.3.2',
        'data are altered only with who, when, before and after',
        'Entries are never altered: a correction is a further entry. A changed entry is found, also against checkpoints that others keep',
        ['src/record/verify.test.ts', 'an entry left out, and the end cut off'],
        [
          'src/cli/verify-anchors.test.ts',
          'a checkpoint from outside is compared with the journal, with the witnesses that signed it',
        ],
        ['src/cli/proof-commands.test.ts', 'a house that showed two witnesses different histories is caught'],
      ),
      met(
        'B.3.3–4',
        'backups each day, kept elsewhere',
        'Timers for backups and drills, alerts about their age; copying them elsewhere is the operator’s',
        ['src/cli/drill.test.ts', 'a drill of a backup of a database is the same'],
        ['test/deploy/deploy.test.ts', 'every alert is tested twice: firing and silent'],
      ),
      met(
        'B.3.5–7',
        'no single failure loses data; recovery',
        'Power cuts, kills, failing disks and nodes are played, and every acknowledged answer is looked for',
        ['test/disk/disk-faults.test.ts', 'all that was acknowledged is there once, and the journal is sound'],
        [
          'test/postgres/database-goes.test.ts',
          'the primary is killed and its standby promoted: the same journal goes on with the new one',
        ],
        ['test/nodes/ticket-race.test.ts', '… tickets, each redeemed at two nodes at once, are paid once each'],
      ),
      met(
        'B.4.2–4',
        'encrypted and authenticated communication',
        'TLS to browsers, between nodes and to the database; nodes authenticate with the house key',
        ['src/service/network.test.ts', 'routes and sockets are https, and browsers are told to stay with it'],
        [
          'src/service/journal/postgres/postgres.test.ts',
          'TLS: whose certificate is good, whose is not, and a server that has none',
        ],
      ),
      met(
        'B.4.7',
        'resistance to attacks',
        'Limits for requests, sockets and guesses, of each token and address',
        [
          'src/service/http/floods.test.ts',
          'is told so once and not read for a while; what it sent is answered all the same',
        ],
        ['src/service/http/metrics.test.ts', 'count what was refused to callers over their limit'],
      ),
      met(
        'B.6.3',
        'keys are managed and rotated',
        'House, signing and draw keys are files for their owner alone; signing and draw keys rotate on record',
        ['src/service/draw-keys.test.ts', 'is made once, for its owner alone, and a rotation counts at once'],
      ),
      partly(
        'B.6.4',
        'components are hardened',
        'Units without privileges, read-only images, a list of every package with its licence and content hash',
        'The units and the image were checked and not run by systemd or a container engine here.',
        ['test/deploy/deploy.test.ts', 'the image has no root, its root can be read only, and its health is asked'],
        ['test/lock-file.test.ts', 'every package is one of a known content, and comes from a registry'],
      ),
      met(
        'B.6.5',
        'logs are made and kept from being changed',
        'The record is a Merkle tree with signed checkpoints; the log has a stated form and names requests across nodes',
        ['src/service/http/request-log.test.ts', 'has the same id there'],
        ['src/record/verify.test.ts', 'one character of a hash changed is found'],
      ),
      none('B.5, B.7, B.9', 'third parties, remote access, security tests', OPERATOR),
      partly(
        'B.8',
        'changes are managed',
        'A changelog, formats with versions, rolling upgrades between versions of one format',
        'The first release.',
        ['test/upcasts.test.ts', 'an entry of the older format after one of the newer is found'],
      ),
      none('C.1–C.5', 'information security management, cloud, payment, location', OPERATOR),
      partly(
        'C.6.3',
        'recordings are matched to games within a second',
        'Times to the millisecond, by table and round',
        'Nothing refers to a recording.',
        ['src/service/http/rounds-routes.test.ts', 'recalls every wager, payment, adjustment and balance of everybody'],
      ),
      met(
        'C.6.5 d',
        'dealers sign in, and their station locks after five idle minutes',
        'Badge and PIN; a dealer’s session ends after five idle minutes, others after half an hour; the minutes are settings for each position',
        [
          'src/service/floor/presence.test.ts',
          'the silence that ends a session is that of the position, and the entry says which it was',
        ],
      ),
      met(
        'C.6.8',
        'staffing logs, anomalies and their handling, inspections of wheels',
        'Shifts of dealers with their figures and incidents; irregularities by the book, each with its clause; a log for each wheel',
        [
          'src/house/shifts.test.ts',
          'a dealer takes a table, another takes it over, and each shift has what it began and ended with',
        ],
        [
          'e2e/at-the-table.e2e.ts',
          'at terminals a pit supervisor voids rounds for a broken ball, under way and settled; staff take nothing back',
        ],
        [
          'src/house/wheels.test.ts',
          'levelling, service and inspection stay in the log with who did it, where and why',
        ],
      ),
    ],
  },
  {
    title: 'Rules of single jurisdictions',
    standard: 'others',
    requirements: [
      met(
        'UK RTS 8C, 14E–G',
        'no autoplay, no turbo, games of five seconds or more; a return of the stake or less is not celebrated',
        'It is called a return, without sound or light',
        ['e2e/reveal.e2e.ts', 'a loss is not dressed as a win: what came back is said as that'],
      ),
      met(
        'UK RTS 13C, 2E',
        'elapsed time and net position are shown',
        'The time at play in hours, minutes and seconds, the net position since then, and a reminder with both',
        ['src/screens/terminal/time-at-play.test.ts', '%i ms at play are %s'],
        [
          'e2e/at-the-seat.e2e.ts',
          'without credits and without a keyboard: a code is pressed, an attendant is called, and all see who came by one clock',
        ],
      ),
      open('UK RTS 12', 'limits that players set themselves', NO_ACCOUNTS),
      partly(
        'UK casino TR 1.1',
        'an automatic wheel makes at most 50 games an hour',
        'The spins of an hour are counted, and too many raise an alarm',
        'Nothing holds the wheel back.',
        [
          'src/wheel/watch.test.ts',
          'more spins within an hour than allowed are a fault once, and again after they were fewer',
        ],
      ),
      met(
        'South Australia, Sch. 4',
        'a ticket has its number in two places, and a line on safer gambling',
        'Both barcodes have the number below; address and text are settings',
        [
          'src/print/ticket-html.test.ts',
          'both barcodes are the number, in whole dots of a printer, and it stands below each',
        ],
      ),
      met(
        'Oklahoma 325:85-21-18',
        'what a voucher says, and that it is paid once',
        'Redeemed once, in every order of requests',
        ['src/print/ticket-html.test.ts', 'it says what a ticket must say'],
        ['src/house/tickets.test.ts', 'the journal itself cannot make a house pay twice'],
      ),
      met('Pennsylvania 605a.5', 'meters', 'Nineteen counters, which two identities prove at each event', [
        'src/house/meters.test.ts',
        'random play at %s: the meters are the ledger',
      ]),
      open('New Jersey 13:69E-1.28P', 'tips are metered', 'There are none on record.'),
      met(
        'Singapore S594/2009',
        'void rounds are refunded and told; a closing is announced',
        'Stakes go back; every player concerned gets a notice until it is read',
        [
          'e2e/notices.e2e.ts',
          'a correction, an award, limits and a closing are shown with their amounts until they are read',
        ],
      ),
      partly(
        'Singapore CCA s139, S507/2009',
        'cash transactions of S$10,000 and more are reported',
        'An exchange of that amount is an event on record, for staff to follow; the amount is a setting',
        'Several exchanges of one person are not added up: Croupier knows seats, and no persons.',
        [
          'src/service/significant-events.test.ts',
          'large wagers, wins and exchanges are events from the amounts of the house on, and not below',
        ],
      ),
      partly(
        'New Jersey 13:69E-1.28H, AGCO 3.1.2, New Mexico 15.1.7.10',
        'the program verifies itself at power-up and hourly, and stops when it fails',
        'At start, daily and on demand; a house may set that a mismatch stops all gaming',
        'It is not hourly.',
        [
          'src/service/significant-events.test.ts',
          'that fails raises an alarm, and stops gaming where the house is set so',
        ],
      ),
      met(
        'UK RTS 17A',
        'irregular play and incidents are found by dealer and shift',
        'Voids, corrections, rulings, awards, irregularities and the pace of each dealer and shift are in the report',
        [
          'src/service/floor/void-after-draw.test.ts',
          'a void after the draw raises an alarm, and the report has the numbers and the rates of each dealer',
        ],
      ),
      met('Illinois 3000.660, AGCO 3.2', 'after a loss of power a game continues without loss', 'As B.3.5–7', [
        'src/service/kill.test.ts',
        'on %s … times kill -9',
      ]),
      partly(
        'AGCO 13.1',
        'a player recalls the last ten games',
        'Own rounds are found among the last hundred of the table',
        'A player who sits out ninety rounds recalls fewer than ten; money in and out of the terminal is not recalled but for the last ticket.',
        [
          'src/service/http/rounds-routes.test.ts',
          'recalls each wager, what it was paid, and the balance before and after',
        ],
      ),
      open(
        'UK 4.1, AGCO 11.1, A/NZ 1.10.41',
        'doors, tilts, printer and validator of a cabinet are reported',
        'Croupier knows no devices: a terminal is a page in a browser, and a ticket a page for its printer.',
      ),
      none(
        'GLI-11, GLI-24, GLI-25, Singapore’s technical standards',
        'cabinets, electronic table games',
        'The texts could not be had. Cabinets have doors, printers and validators that Croupier does not know.',
      ),
    ],
  },
]
