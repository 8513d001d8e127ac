import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { foreignBookById, foreignBooks } from '../../test/books/foreign-books.ts'
import { bookById, books } from '../books/index.ts'
import type { RuleBook } from '../books/rule-book.ts'
import { conduct, openTable, type Table } from '../engine/conduct.ts'
import type { TableEvent } from '../engine/events.ts'
import { isProblem, readCommand } from '../engine/language.ts'
import { isUnderWay, readSetup, type TableSetup } from '../engine/table.ts'
import { faultSentence } from '../words/alarm-words.ts'
import { en } from '../words/en/index.ts'
import { seededBytes } from './chance.ts'
import { disturb, type Mishap, simulate, type Tick } from './simulated.ts'
import { lastLine, split, unsplit } from './splitter.ts'
import { type Hearing, hearEnd, listen, listening, SILENCE_MS, tick, type WheelCommand } from './translate.ts'
import { faultCodes, withSafeDetail } from './wheel-faults.ts'
import { readLine, readSplit, writeNumber, writeStatus } from './wheel-line.ts'

const roulette = bookById('mbs/roulette@3')!
const sands1 = bookById('mbs/sands-roulette@1')!
const etg = bookById('rws/roulette-double-zero-etg@4')!

/** `3`: state 3 of game 1; `3+2`: with flag 2; `3@7`: of game 7; `5=17`: with the number; `=17`: a number line. */
function line(word: string): string {
  const [, state, flags, game, number] = /^(\d?)(?:\+(\w))?(?:@(\d+))?(?:=(\w+))?$/.exec(word) ?? []
  if (state === undefined) return word
  if (state === '') return writeNumber(number!)
  return writeStatus({
    state: Number(state) as 1,
    game: Number(game ?? 1),
    number: number ?? null,
    flags: Number.parseInt(flags ?? '0', 16),
    speed: 150,
    rotor: 'anticlockwise',
  })
}

function said(command: WheelCommand): string {
  if (command.do === 'ball-at-rest') return `rest ${command.pocket}`
  if (command.do === 'irregularity') return command.code
  return command.do
}

type Told = { commands: string[]; faults: string[]; state: Hearing; raw: WheelCommand[] }

function hear(words: string, book: RuleBook = roulette, table?: Table['state'], from: Hearing = listening): Told {
  const told: Told = { commands: [], faults: [], state: from, raw: [] }
  for (const word of words.split(' ').filter((one) => one !== ''))
    note(told, listen(told.state, readLine(line(word), book), book, table))
  return told
}

function note(told: Told, { state, commands, faults }: ReturnType<typeof listen>): void {
  told.state = state
  told.raw.push(...commands)
  told.commands.push(...commands.map(said))
  told.faults.push(...faults.map(({ fault }) => fault))
}

const commandsOf = (words: string, book?: RuleBook): string => hear(words, book).commands.join(', ')
const round = 'place-your-bets, spin, no-more-bets, rest 17'

describe('what the lines amount to', () => {
  test.each([
    ['a whole game', '1 2 2 3 3 4 4 =17 5=17 5=17', round],
    ['state 2 from 1 and from 5', '1 2 3 4 =17 5=17 2@2', `${round}, place-your-bets`],
    ['state 2 from 5 by way of 1', '1 2 3 4 =17 5=17 1=17 2=17', `${round}, place-your-bets`],
    ['flag 2 in state 2', '1 2 2+2 3+2 4+2', 'place-your-bets, same-direction'],
    ['flag 2 in state 3', '1 2 3 3+2 4+2', 'place-your-bets, spin, same-direction'],
    ['flag 2 with the first line of state 3: no spin the other way', '1 2 3+2 3+2', 'place-your-bets, same-direction'],
    ['flag 2 in state 4', '1 2 3 4 4+2', 'place-your-bets, spin, no-more-bets, same-direction'],
    ['flag 1 in state 2', '1 2 2+1 2', 'place-your-bets'],
    ['flag 1 in state 3', '1 2 3 3+1 3+1', 'place-your-bets, spin, ball-out-of-wheel'],
    ['flag 1 in state 4', '1 2 3 4 4+1 4', 'place-your-bets, spin, no-more-bets, ball-out-of-wheel'],
    ['flag 1 in state 5', '1 2 3 4 =17 5+1=17', round],
    ['flag 8 in state 2', '1 2 2+8 2+8', 'place-your-bets, no-spin'],
    ['flag 8 in state 3', '1 2 3 3+8', 'place-your-bets, spin, no-spin'],
    ['flag 8 in state 4', '1 2 3 4+8 =17 5=17', round],
    ['state 6 while bets are open', '1 2 6 6', 'place-your-bets, power-failure'],
    ['state 6 while the ball runs', '1 2 3 4 6 6', 'place-your-bets, spin, no-more-bets, power-failure'],
    ['state 6 after the result', '1 2 3 4 =17 5=17 6=17', round],
    ['state 6 with no round', '1 6 1', ''],
    ['flag 4', '1 2 2+4 3+4 4+4 4', 'place-your-bets, spin, no-more-bets'],
    ['power, mode and settings', '*P_1 *o_135 *T_x'.replaceAll('_', '\u00a0'), ''],
  ])('%s', (_, words, expected) => {
    expect(commandsOf(words)).toBe(expected)
  })

  test('the ball runs the other way than the rotor', () => {
    const spin = (rotor: string) =>
      listen(hear('1 2').state, readLine(`*X;3;001;  ;0;150;${rotor}`), roulette).commands[0]
    expect(spin('0')).toEqual({
      do: 'spin',
      wheel: 'clockwise',
      ball: 'anticlockwise',
      by: { role: 'dealer', name: 'wheel' },
      source: 'wheel',
    })
    expect(spin('1')).toMatchObject({ wheel: 'anticlockwise', ball: 'clockwise' })
  })

  test('every command is one that the engine reads', () => {
    const all = '1 2 3 4 =17 5=17 2@2 2+8@2 2@2 3@2 4+1@2 2@3 3+2@3 2@4 6@4'
    const { raw } = hear(all)
    expect(raw.map(said).join(', ')).toBe(
      `${round}, place-your-bets, no-spin, place-your-bets, spin, ball-out-of-wheel, place-your-bets, same-direction, place-your-bets, power-failure`,
    )
    for (const command of [...raw, ...hear('1 2 6', etg).raw]) {
      expect(isProblem(readCommand(command))).toBe(false)
      expect(readCommand(command)).toEqual(command)
    }
  })
})

describe('one result, borne out', () => {
  test.each([
    ['the number line alone, and then a new game', '1 2 3 4 =17 2@2', `${round}, place-your-bets`],
    ['the number line alone, and then the start', '1 2 3 4 =17 1', round],
    ['the number line alone, and then the power goes', '1 2 3 4 =17 6', round],
    ['state 5 alone', '1 2 3 4 5=17 5=17 5=17', round],
    ['state 5 once', '1 2 3 4 5=17 2@2', `${round}, place-your-bets`],
    ['the number line repeated', '1 2 3 4 =17 =17 5=17 =17 5=17', round],
    ['the number line after state 5', '1 2 3 4 5=17 =17 5=17', round],
    ['zero', '1 2 3 4 =0 5=0', 'place-your-bets, spin, no-more-bets, rest 0'],
    ['no more bets was never heard', '1 2 3 =17 5=17', 'place-your-bets, spin, rest 17'],
  ])('%s', (_, words, expected) => {
    expect(commandsOf(words)).toBe(expected)
  })

  test.each([
    ['the line and state 5 differ', '1 2 3 4 =17 5=18 5=18', 'numbers-differ number-not-played'],
    ['two number lines differ', '1 2 3 4 =17 =18 5=18', 'numbers-differ number-not-played'],
    ['the next game remembers another', '1 2 3 4 =17 2@2=18', 'numbers-differ'],
    ['the ball runs on', '1 2 3 4 =17 4', 'number-not-borne-out'],
    ['it is not on the wheel', '1 2 3 4 =37 5=37 5=37', 'number-not-on-wheel'],
    ['it is 00 on a wheel with one zero', '1 2 3 4 =00 5=00', 'number-not-on-wheel'],
    ['state 5 has none', '1 2 3 4 5 5', 'number-missing'],
    ['no ball was seen: 5 straight after 2', '1 2 5=17 5=17', 'number-without-ball number-not-played'],
    ['no ball was seen: a number straight after 2', '1 2 =17', 'number-out-of-place'],
    ['no ball was seen: 4 straight after 2', '1 2 4 =17 5=17', 'ball-not-seen number-without-ball number-not-played'],
    ['a sensor has failed', '1 2 3 4+4 =17 5+4=17 5+4=17', 'sensor'],
    ['a sensor fails at the last', '1 2 3 4 =17 5+4=17 5+4=17', 'sensor'],
    ['the game was void', '1 2 3 3+8 4 =17 5=17', 'number-not-played'],
    ['nothing was heard before it', '=17 5=17 5=17', 'number-out-of-place joined-in-game number-not-played'],
  ])('no result: %s', (_, words, expected) => {
    const { commands, faults } = hear(words)
    expect(commands.filter((command) => command.startsWith('rest'))).toEqual([])
    expect(commands.includes('spin')).toBe(/ 3/.test(words))
    expect(faults.join(' ')).toBe(expected)
  })

  test('a result that is contradicted afterwards is told', () => {
    const told = hear('1 2 3 4 =17 5=17 5=18 5=18')
    expect([told.commands.join(', '), told.faults]).toEqual([round, ['numbers-differ']])
  })

  test('a number that the ball ran on from does not spoil the one that comes', () => {
    expect(commandsOf('1 2 3 4 =34 4 4 =17 5=17')).toBe(round)
  })

  test('at the end of the lines, and in a silence, a number stands that nothing spoke against', () => {
    const told = hear('1 2 3 4 =17')
    expect(told.commands).not.toContain('rest 17')
    expect(hearEnd(told.state).commands.map(said)).toEqual(['rest 17'])
    expect(hearEnd(hear('1 2 3 4 =17 5=17').state).commands).toEqual([])
    const quiet = tick(tick(told.state, 1_000).state, 1_000 + SILENCE_MS)
    expect(quiet.commands.map(said)).toEqual(['rest 17'])
    expect(tick(quiet.state, 100_000).commands).toEqual([])
  })
})

describe('games and counts', () => {
  test.each([
    ['wraps to 000', '1 2@999 3@999 4@999 =17 5@999=17 2@0=17', `${round}, place-your-bets`, ''],
    ['wraps to 001', '1 2@999 3@999 4@999 =17 5@999=17 2@1=17', `${round}, place-your-bets`, ''],
    ['a relaunch after a flag in state 2', '1 2 2+8 2+8 2 2 3 4 =17 5=17', `place-your-bets, no-spin, ${round}`, ''],
    [
      'a relaunch after a flag in state 3',
      '1 2 3 3+8 2+8 2 3 4 =17 5=17',
      `place-your-bets, spin, no-spin, ${round}`,
      '',
    ],
    ['a relaunch with no word to bet', '1 2 2+8 3 4', 'place-your-bets, no-spin', ''],
    ['after a ball out', '1 2 3 4+1 2@2 3@2', 'place-your-bets, spin, ball-out-of-wheel, place-your-bets, spin', ''],
    ['a flag left up from the game before', '1 2 3 4 =17 5+2=17 2+2@2 2@2', `${round}, place-your-bets`, ''],
    [
      'the flag is still up when the ball runs',
      '1 2 3 4 =17 5+2=17 2+2@2 3+2@2',
      `${round}, place-your-bets, same-direction`,
      '',
    ],
    ['a flag that comes with state 2', '1 2+8', 'place-your-bets, no-spin', ''],
    ['a repeated line of state 2', '1 2 3 2 3 4 =17 5=17', round, 'out-of-order'],
    [
      'a repeated line of the game before',
      '1 2@7 3@7 4@7 =17 5@7=17 2@8=17 5@7=17 2@8=17',
      `${round}, place-your-bets`,
      'out-of-order',
    ],
    [
      'a repeated line of an older game',
      '1 2@7 3@7 4@7 =17 5@7=17 2@5=17 5@7=17 2@8=17',
      `${round}, place-your-bets`,
      'out-of-order',
    ],
    ['an echo after the result', '1 2 3 4 =17 5=17 4 5=17 2@2=17', `${round}, place-your-bets`, 'out-of-order'],
    ['a wheel that never counts', '1 2 3 4 =17 5=17 2=17 3=17', `${round}, place-your-bets, spin`, 'out-of-order'],
    ['state 4 and 3 take turns', '1 2 3 4 3 4 =17 5=17', round, ''],
    ['betting falls back to the start', '1 2 1 2 3', 'place-your-bets, spin', ''],
    ['heard first in state 2', '2 3', 'place-your-bets, spin', ''],
    ['heard first in state 3', '3 4 =17 5=17 2@2', 'spin, no-more-bets, rest 17, place-your-bets', 'joined-in-game'],
    ['heard first in state 4', '4 =17 5=17 2@2', 'no-more-bets, rest 17, place-your-bets', 'joined-in-game'],
    ['heard first in state 5', '5=17 5=17 2@2', 'place-your-bets', 'joined-in-game number-not-played'],
  ])('%s', (_, words, commands, faults) => {
    const told = hear(words)
    expect(told.commands.join(', ')).toBe(commands)
    expect(told.faults.join(' ')).toBe(faults)
  })

  test('a result that was lost is told, and the games after it go on', () => {
    const told = hear('1 2 3 4 2@2 2@2 3@2 4@2 =18 5@2=18')
    expect(told.commands.join(', ')).toBe(
      'place-your-bets, spin, no-more-bets, place-your-bets, spin, no-more-bets, rest 18',
    )
    expect(told.faults).toEqual(['out-of-order', 'result-lost'])
  })

  test('a game whose opening was not heard gives nothing', () => {
    const told = hear('1 2 3 4 =17 5=17 3@2 3@2 4@2 =18 5@2=18 5@2=18 2@3')
    expect(told.commands.join(', ')).toBe(`${round}, place-your-bets`)
    expect(told.faults).toEqual(['out-of-order', 'game-not-opened', 'number-not-played'])
  })

  test('no number of another game under the count of this one', () => {
    expect(hear('1 2@5 3@5 4@5 5@6=17 5@6=17').commands).not.toContain('rest 17')
  })
})

describe('what differs between books', () => {
  test.each([
    ['launch in state 2', '1 2 2+8', ['no-spin', 'ball-not-spun', 'interruption']],
    ['launch in state 3', '1 2 3 3+8', ['no-spin', 'not-in-this-book', 'interruption']],
    ['power', '1 2 3 6', ['power-failure', 'not-in-this-book', 'interruption']],
    ['direction', '1 2 3 3+2', ['same-direction', 'same-direction', 'same-direction']],
    ['ball out', '1 2 3 3+1', ['ball-out-of-wheel', 'ball-out-of-wheel', 'ball-out-of-wheel']],
  ])('%s', (_, words, expected) => {
    const last = (book: RuleBook) => {
      const { commands, faults } = hear(words, book)
      return faults[0] ?? commands.at(-1)
    }
    expect([roulette, sands1, etg].map(last)).toEqual(expected)
  })

  test('every book carries out what it is told', () => {
    for (const book of books)
      for (const words of ['1 2 2+8', '1 2 3 3+8', '1 2 6', '1 2 3 4 6', '1 2 3+2', '1 2 3 4+1']) {
        let table = openTable(book, setupOf(book))
        for (const command of hear(words, book).raw) {
          const { answer, table: next } = conduct(table, command)
          expect('refused' in answer, `${book.id} ${words} ${command.do}`).toBe(false)
          table = next
        }
      }
  })

  test('00, S and MBS are results where the wheel has them', () => {
    const withS = bookById('mbs/sands-fast-action-roulette@2')!
    expect(commandsOf('1 2 3 4 =00 5=00', etg)).toContain('rest 00')
    expect(commandsOf('1 2 3 4 =S 5=S', withS)).toContain('rest S')
    expect(commandsOf('1 2 3 4 =MBS 5=MBS', withS)).toContain('rest MBS')
    expect(commandsOf('1 2 3 4 =MBS 5=MBS', roulette)).not.toContain('rest')
  })
})

describe('faults', () => {
  test('what cannot be read is told, and harms nothing', () => {
    const told = hear('1 2 *X;3;0 3 \0\xff 4 *F_12 =17 5=17')
    expect(told.commands.join(', ')).toBe(round)
    expect(told.faults).toEqual(['unreadable', 'unreadable', 'unreadable'])
    expect(listen(listening, readLine('*F 12'), roulette).faults).toEqual([
      { fault: 'wheel-error', game: null, detail: '12' },
    ])
    expect(listen(listening, { kind: 'too-long', text: 'x' }, roulette).faults[0]!.fault).toBe('line-too-long')
  })

  test('a sensor and a still rotor are told once per game', () => {
    const still = '*X;3;001;  ;0;000;1'
    const told = hear('1 2+4 2+4 3+4')
    for (const _ of [1, 2]) note(told, listen(told.state, readLine(still), roulette))
    expect(told.faults).toEqual(['sensor', 'rotor-still'])
    expect(told.commands).toEqual(['place-your-bets', 'spin'])
    expect(hear('1 2+4 3 4 =17 5=17 2+4@2').faults).toEqual(['sensor', 'sensor'])
  })

  test('no void on the word of a failed sensor', () => {
    expect(hear('1 2 3 3+5 3+6 3+C').commands).toEqual(['place-your-bets', 'spin'])
  })

  test('silence is told once, until the wheel speaks again; a closed wheel may be silent', () => {
    let state = tick(hear('1 2').state, 0).state
    const at = (now: number) => {
      const told = tick(state, now)
      state = told.state
      return told.faults.map(({ fault }) => fault)
    }
    expect([at(500), at(SILENCE_MS - 1), at(SILENCE_MS), at(SILENCE_MS * 9)]).toEqual([[], [], ['silence'], []])
    state = hear('2', roulette, undefined, state).state
    expect([at(50_000), at(50_000 + SILENCE_MS)]).toEqual([[], ['silence']])
    state = hear('1 6').state
    expect([at(0), at(SILENCE_MS * 9)]).toEqual([[], []])
    state = listening
    expect([at(0), at(SILENCE_MS)]).toEqual([[], ['silence']])
  })

  test('every fault has its words, and nothing from the wire upsets a screen', () => {
    for (const fault of faultCodes) expect(faultSentence(en, { fault, game: 7 })).toMatch(/^[ -~]+ \(game 007\)$/)
    const odd = withSafeDetail({ fault: 'unreadable', game: null, detail: `\x1b[2J${'x'.repeat(300)}` })
    expect(faultSentence(en, odd)).toMatch(/^[ -~]{1,200}$/)
  })
})

function setupOf(book: RuleBook): TableSetup {
  const choices = book.playedOn === 'terminals' ? { layout: 'A', terminal: 'rapid' } : {}
  return readSetup({ book: book.id, ...choices }, bookById) as TableSetup
}

/** A table with its automatic dealer: the draw after no more bets, and settlement after the ball rests. */
class Conducted {
  table: Table
  readonly events: TableEvent[] = []
  readonly refused: string[] = []

  constructor(book: RuleBook) {
    this.table = openTable(book, setupOf(book))
  }

  give(command: unknown): void {
    const read = readCommand(command)
    if (isProblem(read)) throw new Error(read.problem)
    const { table, answer } = conduct(this.table, read)
    this.table = table
    if ('refused' in answer) this.refused.push(`${read.do}: ${answer.refused}`)
    else this.events.push(...answer.events)
  }

  deal(): void {
    const { book, state } = this.table
    const { phase } = state.round
    if (phase === 'betting-closed' && book.rules.bonus && !state.round.draw)
      this.give({ do: 'bonus-numbers', numbers: book.wheel.pockets.slice(0, book.rules.bonus.numbers) })
    if (phase === 'outcome-determined') this.give({ do: 'settle' })
  }
}

describe('with a table', () => {
  const at = (words: string): Table['state'] => {
    const conducted = new Conducted(roulette)
    for (const command of words.split(' ').filter(Boolean))
      conducted.give(command === 'spin' ? { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' } : { do: command })
    return conducted.table.state
  }
  const open = at('place-your-bets')
  const closed = at('place-your-bets spin no-more-bets')
  const none = at('')

  test('a new round waits until the one before it is concluded', () => {
    const first = hear('1', roulette, none)
    const opened = hear('2', roulette, none, first.state)
    const played = hear('2 3 4 =17 5=17', roulette, open, opened.state)
    const waiting = hear('2@2 2@2', roulette, closed, played.state)
    expect([opened.commands, waiting.commands, waiting.faults]).toEqual([
      ['place-your-bets'],
      [],
      ['round-not-concluded'],
    ])
    expect(hear('2@2', roulette, none, waiting.state).commands).toEqual(['place-your-bets'])
    const late = hear('3@2 4@2 =18 5@2=18', roulette, none, waiting.state)
    expect([late.commands, late.faults]).toEqual([[], ['game-not-opened', 'number-not-played']])
  })

  test('a round that the dealer concluded by hand gets nothing more from that game', () => {
    const opened = hear('1 2', roulette, none)
    expect(hear('2 3 4 =17 5=17', roulette, none, opened.state).commands).toEqual([])
  })

  test('a round that the dealer opened by hand follows the wheel', () => {
    const told = hear('1 2 3', roulette, open)
    expect(told.commands).toEqual(['spin'])
  })

  test('after a lost result no later ball becomes the result of that round', () => {
    const opened = hear('1 2', roulette, none)
    const told = hear('2 3 4 2@2 2@2 3@2 4@2 =18 5@2=18 5@2=18 2@3 3@3 4@3 =19 5@3=19', roulette, closed, opened.state)
    expect(told.commands).toEqual(['spin', 'no-more-bets'])
    expect(told.faults).toContain('result-lost')
    expect(hear('2@4', roulette, none, told.state).commands).toEqual(['place-your-bets'])
  })

  test('after a power failure the dealer says whether play goes on', () => {
    const dark = at('place-your-bets power-failure')
    const failed = hear('2 6', roulette, open, hear('1 2', roulette, none).state)
    expect(failed.commands).toEqual(['power-failure'])
    const waiting = hear('6 1 2 2 3', roulette, dark, failed.state)
    expect(waiting.commands).toEqual([])
    const back = hear('6 1', roulette, dark, failed.state)
    expect(hear('1 2 3 4', roulette, open, back.state).commands).toEqual(['spin', 'no-more-bets'])
    expect(hear('6 6 1 2 3', roulette, open, failed.state).commands).toEqual(['spin'])
    expect(hear('1 2 3 4', roulette, none, back.state).commands).toEqual(['place-your-bets'])
  })

  test('a ball that ran when the power failed is not the next one, even when play goes on', () => {
    const failed = hear('2 3 4 6', roulette, open, hear('1 2', roulette, none).state)
    expect(failed.commands).toEqual(['spin', 'no-more-bets', 'power-failure'])
    const dark = at('place-your-bets spin no-more-bets power-failure')
    const back = hear('6 1', roulette, dark, failed.state)
    expect(hear('1 2 3 4 =17 5=17 5=17', roulette, closed, back.state).commands).toEqual([])
  })

  test('heard for the first time: an unspun round follows, a spun one does not', () => {
    expect(hear('2 3 4', roulette, open).commands).toEqual(['spin', 'no-more-bets'])
    expect(hear('3 4', roulette, open).commands).toEqual(['spin', 'no-more-bets'])
    for (const words of ['3 4 =17 5=17', '4 =17 5=17', '5=17 5=17', '1 2 3 4 =17 5=17']) {
      const told = hear(words, roulette, closed)
      expect([told.commands, told.faults[0]]).toEqual([[], 'joined-in-game'])
    }
    expect(hear('3 4 =17 5=17', roulette, none).commands).toEqual([])
  })
})

const mishaps: readonly (Mishap | undefined)[] = [
  ...[undefined, undefined, 'same-direction', 'ball-out', 'launch', 'launch-in-rim', 'sensor'],
  ...(['power-while-betting', 'power-while-running'] as const),
] as (Mishap | undefined)[]

/** By its id: a failing case is then short enough to read. */
const anyBook = fc.constantFrom(...books.map(({ id }) => id), ...foreignBooks.map(({ id }) => id))
const bookNamed = (id: string): RuleBook => bookById(id) ?? foreignBookById(id)!

const anyWheel = fc.record({
  book: anyBook,
  seed: fc.string(),
  firstGame: fc.constantFrom(1, 500, 997),
  mishaps: fc.array(fc.constantFrom(...mishaps), { minLength: 1, maxLength: 5 }),
})

const ticksOf = ({
  book,
  seed,
  firstGame,
  mishaps,
}: typeof anyWheel extends fc.Arbitrary<infer T> ? T : never): Tick[] => [
  ...simulate({
    book: bookNamed(book),
    chance: seededBytes(seed),
    games: mishaps.length,
    firstGame,
    bettingSeconds: 4,
    mishap: (nth) => mishaps[nth - 1],
  }),
]

/** Feeds chunks to a table and its dealer, who resumes play or announces no spin where the wheel went dark. */
function conductAll(book: RuleBook, chunks: readonly string[]): Conducted {
  const conducted = new Conducted(book)
  let [splitting, hearing] = [unsplit, listening]
  const heed = ({ state, commands }: ReturnType<typeof listen>) => {
    hearing = state
    for (const command of commands) conducted.give(command)
    conducted.deal()
    concludeByHand(conducted, hearing)
  }
  const hearLine = (one: Parameters<typeof readSplit>[0]) =>
    heed(listen(hearing, readSplit(one, book), book, conducted.table.state))
  for (const chunk of chunks) {
    const { state, lines } = split(splitting, chunk)
    splitting = state
    lines.forEach(hearLine)
  }
  lastLine(splitting).forEach(hearLine)
  heed(hearEnd(hearing))
  return conducted
}

function concludeByHand(conducted: Conducted, { stage }: Hearing): void {
  const { round, powerOut } = conducted.table.state
  if (!isUnderWay(round)) return
  if (powerOut && round.phase === 'betting-open') conducted.give({ do: 'resume' })
  else if (stage === 'astray' || powerOut) conducted.give({ do: 'irregularity', code: 'interference' })
}

test('a simulated wheel in random chunks, conducted by the engine, gives exactly its outcomes', () => {
  fc.assert(
    fc.property(anyWheel, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (wheel, sizes) => {
      const ticks = ticksOf(wheel)
      const text = ticks.flatMap(({ lines }) => lines.map((one) => `${one}\r\n`)).join('')
      const { events, refused, table } = conductAll(bookNamed(wheel.book), inChunks(text, sizes))
      const outcomes = ticks.flatMap(({ outcome }) => outcome ?? [])
      const settled = events.flatMap((event) => (event.type === 'round-settled' ? [event.pocket] : []))
      expect(settled).toEqual(outcomes)
      expect(refused).toEqual([])
      const opened = events.filter(({ type }) => type === 'betting-opened').length
      const voided = events.filter(({ type }) => type === 'round-voided').length
      const unconcluded = isUnderWay(table.state.round) ? 1 : 0
      expect(opened).toBe(settled.length + voided + unconcluded)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['mbs/sands-fast-action-roulette@2', 'MBS'],
  ['mbs/sands-fast-action-roulette@2', 'S'],
  ['abroad/triple-zero-roulette@1', '000'],
  ['abroad/triple-zero-roulette@1', '00'],
  ['abroad/triple-zero-roulette@1', '0'],
])('on the wheel of %s a ball in %s is given as that', (id, pocket) => {
  const book = bookNamed(id)
  const status = (state: 2 | 3 | 4 | 5, number: string | null) =>
    writeStatus({ state, game: 1, number, flags: 0, speed: 150, rotor: 'clockwise' }, book)
  const running = [status(2, null), status(3, null), status(4, null)]
  for (const rest of [
    [writeNumber(pocket, book), status(5, pocket)],
    [status(5, pocket), status(5, pocket)],
  ]) {
    const text = [status(2, null), ...running, ...rest].map((one) => `${one}\r\n`).join('')
    const { events } = conductAll(book, [text])
    expect(events.flatMap((event) => (event.type === 'outcome-determined' ? [event.pocket] : []))).toEqual([pocket])
  }
})

test.each(['0', '1'])('the line of power *P %s without its head is no result', (digit) => {
  const book = bookNamed('mbs/roulette@3')
  const status = (state: 1 | 2 | 3 | 4, game: number) =>
    writeStatus({ state, game, number: null, flags: 0, speed: 150, rotor: 'clockwise' }, book)
  const running = [status(2, 1), status(2, 1), status(3, 1), status(4, 1)]
  const outcomes = (tail: string) => {
    const text = [...running, tail, status(1, 2), status(1, 2)].map((one) => `${one}\r\n`).join('')
    const { events } = conductAll(book, [text])
    return events.flatMap((event) => (event.type === 'outcome-determined' ? [event.pocket] : []))
  }
  expect(outcomes(` ${digit}`)).toEqual([])
  expect(outcomes('17')).toEqual(['17'])
})

function inChunks(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = []
  for (let from = 0, nth = 0; from < text.length; nth++) {
    const size = sizes[nth % sizes.length]!
    chunks.push(text.slice(from, from + size))
    from += size
  }
  return chunks
}

/** Lines as a bad cable leaves them, each with the game that it was written in. Whole stretches are lost. */
function badly(wheel: Parameters<typeof ticksOf>[0], oneIn: number, lost: readonly [number, number][]) {
  const chance = seededBytes(`${wheel.seed} cable`)
  let game = 0
  let at = 0
  return ticksOf(wheel).flatMap(({ lines, outcome }) =>
    lines.flatMap((text) => {
      if (/^\*X;2/.test(text)) game = Number(text.slice(5, 8))
      const isLost = lost.some(([from, length]) => at >= from && at < from + length)
      at += 1
      return isLost ? [] : disturb(text, oneIn, chance).map((one) => ({ text: one, game, outcome }))
    }),
  )
}

test('whatever a bad cable does, a ball is the result of its own round or of none', () => {
  let [given, real] = [0, 0]
  const stretches = fc.array(fc.tuple(fc.nat(400), fc.nat(120)), { maxLength: 3 })
  fc.assert(
    fc.property(anyWheel, fc.integer({ min: 1, max: 60 }), stretches, fc.boolean(), (wheel, oneIn, lost, isAlone) => {
      const outcomes = new Map<number, string>()
      let game = 0
      for (const { lines, outcome } of ticksOf(wheel)) {
        for (const text of lines) if (text.startsWith('*X')) game = Number(text.slice(5, 8))
        if (outcome) outcomes.set(game, outcome)
      }
      real += outcomes.size
      const book = bookNamed(wheel.book)
      const conducted = new Conducted(book)
      let hearing = listening
      let spun: number | null = null
      for (const { text, game } of badly(wheel, oneIn, lost)) {
        const table = isAlone ? undefined : conducted.table.state
        const heard = listen(hearing, readLine(text, book), book, table)
        hearing = heard.state
        // Without a table, a ball that already ran when the wheel was first heard is followed.
        if (isAlone && heard.faults.some(({ fault }) => fault === 'joined-in-game') && hearing.wheel?.state === 4)
          spun = game
        for (const command of heard.commands) {
          conducted.give(command)
          if (command.do === 'place-your-bets') spun = null
          if (command.do === 'spin') {
            expect(spun, 'one spin per round').toBe(null)
            spun = game
          }
          if (command.do !== 'ball-at-rest') continue
          given += 1
          // A number may be borne out by the next game's first line; the ball it is of is the one that was spun.
          expect(spun).not.toBe(null)
          expect(command.pocket).toBe(outcomes.get(spun!))
          spun = null
        }
        conducted.deal()
        concludeByHand(conducted, hearing)
      }
    }),
    { numRuns: 600 },
  )
  // The cable is bad, but not so bad that nothing was tested.
  expect(given).toBeGreaterThan(real / 4)
})

test('any bytes: no throw, no endless memory, no number that no line carried', () => {
  const words = [
    '1',
    '2',
    '3',
    '4',
    '5=17',
    '5=6',
    '6',
    '=17',
    '=6',
    '=00',
    '3+2',
    '4+1',
    '2+8',
    '3+4',
    '2@2',
    '3@2',
    '5@2=9',
  ]
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words).map((word) => `${line(word)}\r\n`) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
    { weight: 1, arbitrary: fc.constantFrom('\r', '\n', '*X;', '*P OK', '17', ' 6', '5;001;', 'x'.repeat(300)) },
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), anyBook, fc.boolean(), (pieces, id, isAlone) => {
      const book = bookNamed(id)
      const text = Buffer.from(pieces.join(''), 'latin1').toString('latin1')
      const carried = new Set<string>()
      for (const [, number] of text.matchAll(/(?:^|[\r\n]|\*X;5;\d{3};)([ \d]\d)(?=[\r\n;*]|$)/g))
        carried.add(number!.trim())
      const conducted = new Conducted(book)
      let [splitting, hearing] = [unsplit, listening]
      const results: string[] = []
      const heed = ({ state, commands }: ReturnType<typeof listen>) => {
        hearing = state
        for (const command of commands) {
          conducted.give(command)
          if (command.do === 'ball-at-rest') results.push(command.pocket)
        }
        conducted.deal()
        concludeByHand(conducted, hearing)
      }
      for (const chunk of inChunks(text, [7, 1, 40])) {
        const { state, lines } = split(splitting, Buffer.from(chunk, 'latin1'))
        splitting = state
        for (const one of lines)
          heed(listen(hearing, readSplit(one, book), book, isAlone ? undefined : conducted.table.state))
        expect(hearing.told.length).toBeLessThan(30)
      }
      heed(hearEnd(hearing))
      for (const result of results) expect(carried).toContain(result)
    }),
    { numRuns: 2_000 },
  )
})

test('any order of valid lines: each command once per round, and no result without its spin', () => {
  const status = fc.tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.constantFrom('', '+1', '+2', '+4', '+8', '+A'),
    fc.constantFrom(1, 2, 3),
  )
  const word = fc.oneof(
    status.map(([state, flag, game]) => `${state}${flag}@${game}${state === 5 ? '=17' : ''}`),
    fc.constantFrom('1', '2', '3', '4', '5=17', '=17', '2@2', '3@2', '4@2', '5@2=18', '=18'),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 80 }), anyBook, (words, id) => {
      // The first line is a start: a wheel that is heard in the middle of a game is another matter.
      const { raw } = hear(`1 ${words.join(' ')}`, bookNamed(id))
      let since: string[] = ['over']
      for (const command of raw) {
        if (command.do === 'place-your-bets') {
          since = []
          continue
        }
        expect(since).not.toContain('over')
        expect(since).not.toContain(command.do)
        if (command.do === 'ball-at-rest') expect(since).toContain('spin')
        since.push(command.do)
        if (command.do !== 'spin' && command.do !== 'no-more-bets') since.push('over')
      }
    }),
    { numRuns: 3_000 },
  )
})
