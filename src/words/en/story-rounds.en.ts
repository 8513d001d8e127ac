import type { Pocket } from '../../books/rule-book.ts'
import type { Source } from '../../engine/events.ts'
import type { CommandOf } from '../../engine/language.ts'
import type { Phase } from '../../engine/table.ts'
import { otherThan } from '../scenery.ts'
import { afterRevolutions, countOf, listInWords } from './grammar.en.ts'

const verbs = { wheel: 'reported', dealer: 'announced' }

type Decision = CommandOf<'decide'>['decision']
/** `round`: one that was concluded. */
const decisions: Record<Decision, (round: number | null) => string> = {
  void: (round) => (round === null ? 'the round be void' : `round ${round} be void`),
  settle: (round) =>
    round === null
      ? 'the round be settled by its outcome'
      : `round ${round} be settled again, by the rulings on its wagers`,
  continue: () => 'the round go on',
  stands: (round) => `round ${round} stand as it was concluded`,
}

/** The story: how a round goes, and what comes of it. */
export const storyOfRounds = {
  phases: {
    closed: 'no round had been opened',
    'betting-open': 'betting was open',
    'ball-spinning': 'the ball was spinning and betting was open',
    'betting-closed': 'betting was closed and the ball was not at rest',
    'outcome-determined': 'the ball was at rest and nothing was settled',
    referred: 'it was waiting for a decision',
    settled: 'the last round was settled',
    void: 'the last round was void',
  } satisfies Record<Phase, string>,
  round: {
    opened: (who: string, says: string | null, round: number) =>
      `${who} ${says === null ? '' : `called "${says}" and `}opened round ${round}.`,
    bound: (commitment: string) =>
      `The house committed to a secret for the bonus numbers; its SHA-256 is ${commitment}.`,
    closeAllowed: (who: string) => `${who} gave leave to close betting in this round before the spin.`,
    /** `leave`: whose leave it was, where somebody else called. */
    closed: (who: string, says: string | null, isEarly: boolean, leave: string | null) => {
      const early = isEarly ? `, before the ball was spun${leave === null ? '' : `, by leave of ${leave}`}` : ''
      return says === null ? `${who} closed betting${early}.` : `${who} called "${says}"${early}. Betting was closed.`
    },
    closedByReferral: 'Betting was closed, for nothing may be staked on a round that waits to be decided.',
    closedByBall: 'Betting had not been closed when the ball came to rest, so it closed then.',
    referred: (who: string, to: string) => `${who} referred the round to the ${to}.`,
    thereforeReferred: (to: string) => `So the round was referred to the ${to}, to decide.`,
    referredLater: (who: string, round: number, to: string) =>
      `${who} referred round ${round} to the ${to}; until that was decided it stayed as it had been concluded.`,
    decided: (who: string, decision: Decision, round: number | null) =>
      `${who} decided that ${decisions[decision](round)}.`,
    goesOn: (phase: string) => `It went on from there: ${phase}.`,
    awarded: (player: string, amount: string, toOwed: string | null) =>
      `${player} was awarded ${amount}${toOwed === null ? '' : `, of which ${toOwed} went to what was owed`}.`,
    /** A decision that replaces an earlier award. */
    awardedInstead: (player: string, amount: string, before: string, how: string) =>
      `${player} was awarded ${amount} in place of ${before}: ${player} ${how}.`,
    holdsNow: (player: string, holds: string) => `${player} ${holds}.`,
    powerFailed: (who: string, isAtRest: boolean) =>
      `${who} reported that the power had failed, with the ball ${isAtRest ? 'at rest: the outcome stood' : 'not at rest'}. Play was held.`,
    resumed: (who: string) => `${who} resumed play.`,
    interrupted: (who: string) =>
      `${who} reported a technical interruption. The ball was at rest, so the round went on to its end.`,
    cutOff: (who: string, terminals: readonly string[]) =>
      `${who} reported that ${listInWords(terminals)} ${terminals.length === 1 ? 'was' : 'were'} cut off. The round went on.`,
    registered: 'Wagers that were registered there stayed in play.',
    notRegistered: 'Wagers that were not registered never counted, and took no money.',
    tableClosed: (who: string, lastRound: number | null) =>
      `${who} closed the table${lastRound === null ? '' : `, from the end of round ${lastRound} on`}.`,
    bookSet: (who: string, from: string, to: string) =>
      `${who} changed the rules from ${from} to ${to}, from the next round on.`,
    tableOpened: (who: string) => `${who} opened the table again.`,
    again: (id: string, who: string) =>
      `The command ${id} came again from ${who}: it was answered as before, and nothing changed.`,
  },
  wheel: {
    /** `who` null: the wheel itself reported it; `wheel` null: it stood still. */
    spun: (who: string | null, ball: string, wheel: string | null, isSameWay: boolean) => {
      const against = isSameWay ? 'the same way as the wheel' : `against the wheel, which turned ${wheel}`
      const how = `${ball}, ${wheel === null ? 'while the wheel stood still' : against}`
      return who === null ? `The wheel reported a spin: the ball ran ${how}.` : `${who} spun the ball ${how}.`
    },
    drawn: (who: string, count: number, numbers: string) => `${who} drew ${count} bonus numbers: ${numbers}.`,
    revealed: (secret: string) =>
      `The secret was ${secret}: its SHA-256 is what the house had committed to, and the numbers follow from it and from the wagers as they were sent.`,
    link: (link: string, pockets: readonly Pocket[]) => `link ${link} (${pockets.join(', ')})`,
    links: (links: readonly string[]) => `link${links.length === 1 ? '' : 's'} ${listInWords(links)}`,
    superBonus: (links: string) => `They completed ${links}: super bonus numbers.`,
    noSuperBonus: 'They completed no link, so there was no super bonus number.',
    scatter: 'Every link held a bonus number: a scatter bonus.',
    noScatter: (links: string) => `No scatter bonus: ${links} held no bonus number.`,
    atRest: (pocket: string, revolutions: number | undefined, lit: string | null, who: string, source: Source) =>
      `The ball came to rest in ${pocket}${afterRevolutions(revolutions)}${lit ? `, a ${lit}` : ''}, as ${who} ${verbs[source]}.`,
    differed: (who: string, pocket: string, source: Source, first: string | null) => {
      const other = otherThan(source)
      return `${who} ${verbs[source]} ${pocket}, but the ${other} had ${verbs[other]}${first ? ` ${first}` : ''}.`
    },
    /** `round`: one that was over. */
    counted: (who: string, revolutions: number, round: number | null) =>
      `${who} counted ${countOf(revolutions, 'revolution')}${round === null ? '' : ` of round ${round}, which was over`}.`,
    held: (decides: string) => `Nothing was to be settled until a ${decides} had decided.`,
  },
  settlement: {
    settled: (who: string | null, round: number, pocket: string) =>
      `${who ? `${who} settled round ${round}` : `Round ${round} was settled`} on ${pocket}, wager by wager.`,
    noWagers: 'There were no wagers.',
    onlyCovering: (pocket: Pocket) => `On ${pocket} only wagers that cover it win; every other wager loses.`,
    byPayTable: (somebodyWon: boolean) => `By the pay table${somebodyWon ? ', winners keeping their stake' : ''}:`,
    columns: ['player', 'wager', 'stake', 'chips', 'odds', 'result', 'winnings', 'collected'],
    chips: (count: number, colour: string) => `${count} ${colour}`,
    underMinimum: (min: string, isReturned: boolean) =>
      `under the minimum of ${min}: ${isReturned ? 'not for the first time' : 'settled this one time'}`,
    overMaximum: (max: string, back: string) =>
      `over the maximum of ${max}: ${back} of it was not in play and went back`,
    halved: (other: string | null) =>
      other === null ? 'half of it went back' : `${other}; half of what was in play went back`,
    /** `other`: what else is to be said of the line. */
    cut: (amount: string, other: string | null) =>
      `${other === null ? '' : `${other}; `}${amount} above the maximum payout was not paid`,
    byRuling: 'by the ruling',
    scatter: 'the draw was a scatter bonus',
    noScatter: 'the draw was no scatter bonus',
    was: (pocket: Pocket, lit: string) => `${pocket} was a ${lit}`,
    wasNo: (pocket: Pocket, lit: string) => `${pocket} was no ${lit}`,
    noted: (why: string, clause: string) => `${why} ${clause}`,
    result: (player: string, net: string, holds: string) => `${player} ${net} and ${holds}.`,
    even: 'came out even',
    won: (amount: string) => `won ${amount} on the round`,
    lost: (amount: string) => `lost ${amount} on the round`,
    holds: (amount: string, owed: string | null, imprisoned: string | null) =>
      listInWords([
        `now holds ${amount}`,
        ...(owed === null ? [] : [`owes ${owed}`]),
        ...(imprisoned === null ? [] : [`has ${imprisoned} in prison`]),
      ]),
    warned: (players: string) =>
      `${players} had wagers under the minimum settled this one time; from the next round on they go back.`,
  },
  prison: {
    imprisoned: (other: string | null) =>
      other === null ? 'in prison until the next settled round' : `${other}; the rest is in prison`,
    stays: (round: number) => `in prison since round ${round}, and stays there`,
    freed: (round: number) => `in prison since round ${round}, and free now`,
    lost: (round: number) => `in prison since round ${round}, and lost now`,
    undecided: 'neither won nor lost',
    voidDecidesNothing: 'Stakes in prison stayed there: a void round decides nothing.',
    closedTable: 'The table was closed: the round was for stakes in prison alone.',
    cancelled: (player: string, spot: string, wagered: number, rounds: readonly number[]) =>
      `The stake of ${player} on ${spot} from round ${wagered} was not in prison after all, so what round${rounds.length === 1 ? '' : 's'} ${listInWords(rounds.map(String))} did to it no longer counted.`,
    leaves: (player: string, spot: string, round: number) =>
      `The stake of ${player} on ${spot} from round ${round} left prison.`,
    enters: (player: string, amount: string, spot: string) =>
      `The stake of ${player}, ${amount} on ${spot}, went to prison; the next settled round decides it.`,
  },
  voids: {
    isVoid: (round: number) => `Round ${round} was void.`,
    because: (round: number, why: string) => `Round ${round} was void: ${why}.`,
    byDecision: (round: number) => `Round ${round} was void by that decision.`,
    made: (who: string, round: number, isLate: boolean, why: string) =>
      `${who} made round ${round} void${isLate ? ' afterwards' : ''}: ${why}.`,
    noSpin: (who: string, isDark: boolean) => `${who} announced no spin${isDark ? ' while the power was out' : ''}.`,
    interrupted: (who: string) => `${who} reported a technical interruption.`,
    irregular: (who: string) => `${who} reported an irregularity.`,
    reported: (who: string, why: string, decides: string) =>
      `${who} reported that ${why}. It was recorded for the ${decides} to decide.`,
    atRest: (who: string, pocket: string, revolutions: number | undefined) =>
      `${who} reported the ball in ${pocket}${afterRevolutions(revolutions)}.`,
    afterDraw: (numbers: string) => `The bonus numbers had been drawn before: ${numbers}.`,
    noStakes: 'There were no stakes to give back.',
    stakesBack: 'Every stake went back, to the cent.',
    gotBack: (player: string, amount: string, holds: string) => `${player} got back ${amount} and ${holds}.`,
    reversed: 'Every stake counted as returned, and what was paid or collected was reversed.',
    hadSettledOn: (pocket: string) => `It had been settled on ${pocket}.`,
    laterStood: 'Later rounds stood.',
  },
  corrections: {
    putRight: (who: string, round: number, from: string, to: string) =>
      `${who} put the outcome of round ${round} right: not ${from} but ${to}.`,
    voidPutRight: (who: string, round: number, why: string, to: string) =>
      `${who} put round ${round} right, which had been void (${why}): the ball rested in ${to}.`,
    decidedFor: (who: string, side: Source | null, to: string) =>
      `${who} decided for ${side === null ? 'neither the wheel nor the dealer' : `the ${side}`}: the ball rested in ${to}.`,
    nothingSettled: 'Nothing had been settled yet, so no money moved.',
    settledAgain: 'The round was settled again by where the ball rested.',
    settledByRulings: 'The round was settled again on the same outcome, by the rulings on its wagers.',
    settledAfterAll: 'It was settled by where the ball rested, with the wagers as they lay.',
    laterStood: 'Later rounds stood as they were played.',
    columns: ['player', 'wager', 'stake', 'before', 'now'],
    asBefore: (count: number, isOther: boolean) =>
      `${countOf(count, isOther ? 'other wager' : 'wager')} came out as before.`,
    won: (odds: string, paid: string) => `won at ${odds}, ${paid} paid`,
    lost: (collected: string) => `lost, ${collected} collected`,
    nobody: "Nobody's money changed by it.",
    nothingInHand: 'neither gave nor got anything',
    adjusted: (player: string, how: string, holds: string) => `${player} ${how}. ${player} ${holds}.`,
    given: (amount: string, chips: string | null, toOwed: string | null) =>
      `was given ${amount}${chips ? `, ${chips} of it back as chips` : ''}${toOwed ? `, of which ${toOwed} went to what was owed` : ''}`,
    givenBySwap: (amount: string, chips: string, cash: string) => `was given ${amount}: ${chips} back for ${cash}`,
    swapped: (chips: string, cash: string) => `got ${chips} back for ${cash}`,
    gaveBack: (amount: string, given: string | null) => `gave back ${amount}${given === null ? '' : ` (${given})`}`,
    gaveBackLess: (amount: string, given: string, chips: string) =>
      `gave back ${amount}: ${given}, less ${chips} that came back`,
    stillOwes: (amount: string, given: string | null, owed: string) =>
      `had ${amount} to give back: ${given === null ? 'nothing was there' : `${given} taken`}, ${owed} still owed`,
    changed: (chips: string, change: string | null) => `${chips}${change === null ? '' : ` with ${change} change`}`,
  },
  closing: {
    notOver: (round: number, phase: string) => `Round ${round} was not over: ${phase}.`,
    nobody: 'Nobody brought money to the table.',
    columns: ['player', 'brought', 'took away', 'holds', 'on the layout', 'owes'],
    houseEven: 'The house neither won nor lost.',
    houseWon: (amount: string) => `The house won ${amount}.`,
    houseLost: (amount: string) => `The house lost ${amount}.`,
    brought: (amount: string) => `${amount} brought`,
    taken: (amount: string) => `${amount} taken away`,
    held: (amount: string) => `${amount} held`,
    onLayout: (amount: string) => `${amount} on the layout`,
    owed: (amount: string) => `${amount} owed`,
    wonByHouse: (amount: string) => `${amount} won by the house`,
    lostByHouse: (amount: string) => `${amount} lost by the house`,
    awarded: (amount: string) => `${amount} awarded by decisions`,
    balanced: (given: string, found: string) => `The books balance: ${given} = ${found}.`,
    unbalanced: (given: string, found: string) => `THE BOOKS DO NOT BALANCE: ${given} is not ${found}.`,
  },
}
