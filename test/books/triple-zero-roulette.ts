import type { RuleBook } from '../../src/books/rule-book.ts'

/** Three zeros, one of them in three characters, on terminals. One of three books that no house of ours plays. */
export const tripleZeroRoulette = {
  id: 'abroad/triple-zero-roulette@1',
  title: 'Triple Zero Roulette',
  operator: 'A house abroad',
  version: 1,
  document: 'Triple Zero Roulette, house rules, version 1',
  inForce: { from: null, until: null },
  supersedes: null,
  playedOn: 'terminals',
  wheel: {
    // biome-ignore format: in the order of spot ids
    pockets: [
      '0', '00', '000', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16', '17',
      '18', '19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36',
    ],
    // biome-ignore format: as the wheel has them
    order: [
      '000', '0', '28', '9', '26', '30', '11', '7', '20', '32', '17', '5', '22', '34', '15', '3', '24', '36', '13', '1',
      '00', '27', '10', '25', '29', '12', '8', '19', '31', '18', '6', '21', '33', '16', '4', '23', '35', '14', '2',
    ],
    clause: '1.1',
  },
  colours: {
    // biome-ignore format: one colour, one line
    red: [
      '1', '3', '5', '7', '9', '12', '14', '16', '18', '19', '21', '23', '25', '27', '30', '32', '34', '36',
    ],
    // biome-ignore format: one colour, one line
    black: [
      '2', '4', '6', '8', '10', '11', '13', '15', '17', '20', '22', '24', '26', '28', '29', '31', '33', '35',
    ],
    green: ['0', '00', '000'],
  },
  layouts: {
    main: {
      clause: '1.2',
      // biome-ignore format: a table is read down its columns
      wagers: [
        { kind: 'straight-up', wins: 'covered', pays: 35, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'split', wins: 'covered', pays: 17, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'street', wins: 'covered', pays: 11, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'corner', wins: 'covered', pays: 8, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'six-line', wins: 'covered', pays: 5, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'top-line', wins: 'covered', pays: 5, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'column', wins: 'covered', pays: 2, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'dozen', wins: 'covered', pays: 2, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'low', wins: 'covered', pays: 1, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'high', wins: 'covered', pays: 1, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'odd', wins: 'covered', pays: 1, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'even', wins: 'covered', pays: 1, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'red', wins: 'covered', pays: 1, placed: '2.3', clause: '3.1', loses: '3.1' },
        { kind: 'black', wins: 'covered', pays: 1, placed: '2.3', clause: '3.1', loses: '3.1' },
      ],
      // biome-ignore format: a table is read down its columns
      zeroArea: [
        { spot: '0/00', kind: 'split', covers: ['0', '00'], clause: '2.3' },
        { spot: '0/000', kind: 'split', covers: ['0', '000'], clause: '2.3' },
        { spot: '00/000', kind: 'split', covers: ['00', '000'], clause: '2.3' },
        { spot: '0/1', kind: 'split', covers: ['0', '1'], clause: '2.3' },
        { spot: '0/2', kind: 'split', covers: ['0', '2'], clause: '2.3' },
        { spot: '00/2', kind: 'split', covers: ['00', '2'], clause: '2.3' },
        { spot: '00/3', kind: 'split', covers: ['00', '3'], clause: '2.3' },
        { spot: '0/00/000', kind: 'street', covers: ['0', '00', '000'], clause: '2.3' },
        { spot: '0/1/2', kind: 'street', covers: ['0', '1', '2'], clause: '2.3' },
        { spot: '0/00/2', kind: 'street', covers: ['0', '00', '2'], clause: '2.3' },
        { spot: '00/2/3', kind: 'street', covers: ['00', '2', '3'], clause: '2.3' },
        { spot: 'top-line', kind: 'top-line', covers: ['0', '00', '000', '1', '2', '3'], clause: '2.3' },
      ],
      // biome-ignore format: a table is read down its columns
      sections: [
        { spot: 'column-1', kind: 'column', covers: ['1', '4', '7', '10', '13', '16', '19', '22', '25', '28', '31', '34'] },
        { spot: 'column-2', kind: 'column', covers: ['2', '5', '8', '11', '14', '17', '20', '23', '26', '29', '32', '35'] },
        { spot: 'column-3', kind: 'column', covers: ['3', '6', '9', '12', '15', '18', '21', '24', '27', '30', '33', '36'] },
        { spot: 'dozen-1', kind: 'dozen', covers: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] },
        { spot: 'dozen-2', kind: 'dozen', covers: ['13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', '24'] },
        { spot: 'dozen-3', kind: 'dozen', covers: ['25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36'] },
        { spot: 'low', kind: 'low', covers: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18'] },
        { spot: 'high', kind: 'high', covers: ['19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36'] },
        { spot: 'odd', kind: 'odd', covers: ['1', '3', '5', '7', '9', '11', '13', '15', '17', '19', '21', '23', '25', '27', '29', '31', '33', '35'] },
        { spot: 'even', kind: 'even', covers: ['2', '4', '6', '8', '10', '12', '14', '16', '18', '20', '22', '24', '26', '28', '30', '32', '34', '36'] },
        { spot: 'red', kind: 'red', covers: ['1', '3', '5', '7', '9', '12', '14', '16', '18', '19', '21', '23', '25', '27', '30', '32', '34', '36'] },
        { spot: 'black', kind: 'black', covers: ['2', '4', '6', '8', '10', '11', '13', '15', '17', '20', '22', '24', '26', '28', '29', '31', '33', '35'] },
      ],
      // biome-ignore format: as printed, the zeros to the left
      grids: [
        { x: 0, y: 0, rows: [
          ['3', '6', '9', '12', '15', '18', '21', '24', '27', '30', '33', '36'],
          ['2', '5', '8', '11', '14', '17', '20', '23', '26', '29', '32', '35'],
          ['1', '4', '7', '10', '13', '16', '19', '22', '25', '28', '31', '34'],
        ] },
      ],
      // biome-ignore format: a table is read down its columns
      areas: [
        { spot: '000', x: -2, y: 0, w: 1, h: 3, label: '000' },
        { spot: '00', x: -1, y: 0, w: 1, h: 1.5, label: '00' },
        { spot: '0', x: -1, y: 1.5, w: 1, h: 1.5, label: '0' },
        { spot: 'column-3', x: 12, y: 0, w: 1, h: 1, label: '2 to 1' },
        { spot: 'column-2', x: 12, y: 1, w: 1, h: 1, label: '2 to 1' },
        { spot: 'column-1', x: 12, y: 2, w: 1, h: 1, label: '2 to 1' },
        { spot: 'dozen-1', x: 0, y: 3, w: 4, h: 1, label: '1st 12' },
        { spot: 'dozen-2', x: 4, y: 3, w: 4, h: 1, label: '2nd 12' },
        { spot: 'dozen-3', x: 8, y: 3, w: 4, h: 1, label: '3rd 12' },
        { spot: 'low', x: 0, y: 4, w: 2, h: 1, label: '1 - 18' },
        { spot: 'even', x: 2, y: 4, w: 2, h: 1, label: 'Even' },
        { spot: 'red', x: 4, y: 4, w: 2, h: 1, label: 'Red' },
        { spot: 'black', x: 6, y: 4, w: 2, h: 1, label: 'Black' },
        { spot: 'odd', x: 8, y: 4, w: 2, h: 1, label: 'Odd' },
        { spot: 'high', x: 10, y: 4, w: 2, h: 1, label: '19 - 36' },
      ],
      places: [{ spot: 'top-line', x: 0, y: 3 }],
      severalPieceBets: [
        {
          terminal: 'touch',
          clause: '2.3',
          bets: [
            { bet: 'neighbours', choose: 'number-and-neighbours', sidesMin: 1, sidesMax: 3 },
            {
              bet: 'zeros',
              choose: 'nothing',
              pieces: [
                { spot: '000', pieces: 1 },
                { spot: '0/00', pieces: 2 },
              ],
            },
          ],
        },
      ],
    },
  },
  funds: { money: 'credits', colourChips: null },
  rules: {
    opening: { says: 'Place your bets', clause: '2.1' },
    closing: { says: 'No more bets', clause: '2.5', beforeSpin: { by: 'dealer', clause: '2.5' }, whileSpinning: '2.5' },
    spin: { revolutionsMin: 4, clause: '2.4', onRecord: 'reading 27' },
    outcome: { clause: '2.6' },
    losesOnPocket: { '0': '3.2', '00': '3.2', '000': '3.2' },
    placedByStaff: null,
    unclearWagers: null,
    positionOfChips: { clause: '4.4' },
    lateWager: { clause: '4.3' },
    lateWithdrawal: { clause: '4.3' },
    limits: { policy: 'refused', clause: '2.2' },
    noSpin: null,
    powerFailure: null,
    interruption: {
      outcomeEstablished: '5.1',
      noOutcome: '4.2',
      code: 'interruption',
      someTerminals: '5.1',
      registered: '4.4',
      notRegistered: '4.3',
    },
    referral: { by: 'shift-manager', clause: '5.1' },
    correction: { by: 'pit-supervisor', clause: '5.2', laterRounds: null, ofVoid: '5.2' },
    voidedRounds: { by: 'pit-supervisor', returned: null, codes: null },
    lateReports: { by: 'pit-supervisor', clause: 'reading 26' },
    higherPosition: { clause: '5.3' },
    displayInformation: { clause: null },
    bonus: null,
  },
  // biome-ignore format: a table is read down its columns
  irregularities: [
    { code: 'same-direction', clause: '4.1', means: 'the ball ran the same way round as the wheel', against: 'directions' },
    { code: 'ball-not-spun', clause: '4.1', means: 'the ball was dropped in without going round', against: 'count' },
    { code: 'too-few-revolutions', clause: '4.1', means: 'the ball went round too few times', from: 'spin', against: 'count' },
    { code: 'wheel-not-rotating', clause: '4.1', means: 'the wheel stood still when the ball was spun', from: 'spin', against: 'directions' },
    { code: 'foreign-object', clause: '4.2', means: 'something fell into the wheel before the ball was at rest' },
    { code: 'ball-not-in-compartment', clause: '4.2', means: 'the ball settled in no compartment', from: 'spin', against: 'compartment' },
    { code: 'ball-out-of-wheel', clause: '4.2', means: 'the ball left the wheel', against: 'compartment' },
    { code: 'ball-broke', clause: '4.2', means: 'the ball broke' },
    { code: 'wheel-stopped', clause: '4.2', means: 'the wheel stopped with the ball still running', from: 'spin' },
    { code: 'interference', clause: '4.2', means: 'somebody touched the ball or the turning wheel' },
    { code: 'interruption', clause: '4.2', means: 'a technical interruption came before there was an outcome' },
  ],
  // biome-ignore format: one clause, one line
  clauses: [
    { clause: '1.1', means: 'The wheel has 0, 00, 000 and the numbers 1 to 36.', where: 'value', why: 'wheel.pockets and wheel.order' },
    { clause: '1.2', means: 'The layout is printed with its zeros to the left of the numbers.', where: 'value', why: 'layouts hold grids, areas and places; colours.green are the zeros' },
    { clause: '2.1', means: 'The round opens when bets are called for.', where: 'engine', why: 'place-your-bets opens the round' },
    { clause: '2.2', means: 'The table shows the smallest and the largest wager.', where: 'value', why: 'rules.limits: others are refused' },
    { clause: '2.3', means: 'Each kind of wager has its own place on the layout.', where: 'value', why: 'layouts hold one row of wagers for each kind' },
    { clause: '2.4', means: 'A spin is valid when the ball runs against the wheel and makes four revolutions or more.', where: 'value', why: 'rules.spin.revolutionsMin' },
    { clause: '2.5', means: 'Betting ends when no more bets is called, while the ball is still running.', where: 'engine', why: 'no-more-bets closes betting at once' },
    { clause: '2.6', means: 'The pocket where the ball rests is the outcome.', where: 'engine', why: 'ball-at-rest determines the outcome' },
    { clause: '3.1', means: 'A number pays 35 to 1, and so on down to even money; the top line of six pays 5 to 1.', where: 'value', why: 'layouts hold the pays of each kind' },
    { clause: '3.2', means: 'On a zero, wagers that cover it win and every other wager loses.', where: 'value', why: 'rules.losesOnPocket names all three' },
    { clause: '4.1', means: 'A spin that was not made as it should be is void.', where: 'engine', why: 'spin and ball-at-rest void the round by themselves' },
    { clause: '4.2', means: 'Whatever disturbs the ball or the wheel makes the round void.', where: 'engine', why: 'irregularity voids the round' },
    { clause: '4.3', means: 'A wager or a withdrawal after no more bets does not count.', where: 'engine', why: 'wager and withdraw are refused once betting is closed' },
    { clause: '4.4', means: 'Chips are settled where they lay when betting closed.', where: 'engine', why: 'settle uses the spots as they stood' },
    { clause: '5.1', means: 'What these rules do not foresee is decided by the shift manager.', where: 'engine', why: 'refer and decide' },
    { clause: '5.2', means: 'A wrong result gives way to where the ball lay.', where: 'engine', why: 'correct-outcome settles the round again' },
    { clause: '5.3', means: 'Whoever stands higher may do what a lower one may.', where: 'engine', why: 'positions are a ladder' },
  ],
  appendices: [],
} as const satisfies RuleBook
