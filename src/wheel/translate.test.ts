import { describe, expect, test } from 'vitest'
import { Conducted, hear, note, roulette, setupOf, shortOf } from '../../test/support/wheel.ts'
import { bookById, books } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { conduct, openTable, type Table } from '../engine/conduct.ts'
import { isProblem, readCommand } from '../engine/language.ts'
import { faultSentence } from '../words/alarm-words.ts'
import * as en from '../words/en/index.ts'
import { hearEnd, listen, listening, tick, WHEEL_SILENCE_MS } from './translate.ts'
import { faultCodes, withSafeDetail } from './wheel-faults.ts'
import { readLine } from './wheel-line.ts'

const sands1 = bookById('mbs/sands-roulette@1')!
const etg = bookById('rws/roulette-double-zero-etg@4')!

const commandsOf = (words: string, book?: Book): string => hear(words, book).commands.join(', ')
const round = 'place-your-bets, spin, no-more-bets, rest 17'

describe('the commands for the lines', () => {
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
      rotorSpeed: 150,
      by: { role: 'wheel' },
    })
    expect(spin('1')).toMatchObject({ wheel: 'anticlockwise', ball: 'clockwise' })
  })

  test('every command is one that the engine reads', () => {
    const all = '1 2 3 4 =17 5=17 2@2 2+8@2 2@2 3@2 4+1@2 2@3 3+2@3 2@4 6@4'
    const { raw } = hear(all)
    expect(raw.map(shortOf).join(', ')).toBe(
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
    expect(hearEnd(told.state).commands.map(shortOf)).toEqual(['rest 17'])
    expect(hearEnd(hear('1 2 3 4 =17 5=17').state).commands).toEqual([])
    const quiet = tick(tick(told.state, 1_000).state, 1_000 + WHEEL_SILENCE_MS)
    expect(quiet.commands.map(shortOf)).toEqual(['rest 17'])
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

describe('differences between books', () => {
  test.each([
    ['launch in state 2', '1 2 2+8', ['no-spin', 'ball-not-spun', 'interruption']],
    ['launch in state 3', '1 2 3 3+8', ['no-spin', 'not-in-this-book', 'interruption']],
    ['power', '1 2 3 6', ['power-failure', 'not-in-this-book', 'interruption']],
    ['direction', '1 2 3 3+2', ['same-direction', 'same-direction', 'same-direction']],
    ['ball out', '1 2 3 3+1', ['ball-out-of-wheel', 'ball-out-of-wheel', 'ball-out-of-wheel']],
  ])('%s', (_, words, expected) => {
    const last = (book: Book) => {
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
  test('an unreadable line is a fault, and does no harm', () => {
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
    expect([at(500), at(WHEEL_SILENCE_MS - 1), at(WHEEL_SILENCE_MS), at(WHEEL_SILENCE_MS * 9)]).toEqual([
      [],
      [],
      ['silence'],
      [],
    ])
    state = hear('2', roulette, undefined, state).state
    expect([at(50_000), at(50_000 + WHEEL_SILENCE_MS)]).toEqual([[], ['silence']])
    state = hear('1 6').state
    expect([at(0), at(WHEEL_SILENCE_MS * 9)]).toEqual([[], []])
    state = listening
    expect([at(0), at(WHEEL_SILENCE_MS)]).toEqual([[], ['silence']])
  })

  test('every fault has its words, and nothing from the wire upsets a screen', () => {
    for (const fault of faultCodes) expect(faultSentence(en, { fault, game: 7 })).toMatch(/^[ -~]+ \(game 007\)$/)
    const odd = withSafeDetail({ fault: 'unreadable', game: null, detail: `\x1b[2J${'x'.repeat(300)}` })
    expect(faultSentence(en, odd)).toMatch(/^[ -~]{1,200}$/)
  })
})

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
