import type { Static } from 'typebox'
import type { Draw } from '../engine/draw.ts'
import type * as engineEvents from '../engine/events.ts'
import type { Figures } from '../engine/figures.ts'
import type { ForesightFacts } from '../engine/foresee.ts'
import type { Concluded } from '../engine/history.ts'
import type { By } from '../engine/positions.ts'
import type { Line } from '../engine/settlement.ts'
import type { PlayerFunds } from '../engine/summary.ts'
import type { Phase } from '../engine/table.ts'
import type * as engine from '../engine/views.ts'
import type { Call } from '../house/call.ts'
import type { Signature } from '../house/caller.ts'
import type { TerminalStatus, TicketPlace } from '../house/house-events.ts'
import type { Reading } from '../house/meters.ts'
import type { NumberedNotice } from '../house/notice.ts'
import type { Shift } from '../house/shift.ts'
import type * as house from '../house/state.ts'
import type * as wheel from '../wheel/status.ts'
import type * as faults from '../wheel/wheel-faults.ts'
import type * as audiences from './audiences.ts'
import type * as floorService from './floor-service.ts'
import type { foresight } from './foresight.ts'
import type * as shapes from './house-shapes.ts'
import type * as play from './play-shapes.ts'
import type { signature } from './signature.ts'
import type { tableEvent } from './table-events.ts'
import type * as wheelFacts from './wheel-facts.ts'

/**
 * The wire's schemas and the types that the engine, the house and the wheel declare are the same, field by field, both
 * ways: where one of them changes alone, this file does not compile.
 */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : { -readonly [Field in keyof T]: Plain<T[Field]> }

type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false

type Held<Schema, Type> = Same<Static<Schema extends import('typebox').TSchema ? Schema : never>, Type>
type AllHeld<Checks extends readonly true[]> = Checks

export type Views = AllHeld<
  [
    Held<typeof audiences.engineViews.display, engine.DisplayView>,
    Held<typeof audiences.engineViews.player, engine.PlayerView>,
    Held<typeof audiences.engineViews.dealer, engine.DealerView>,
    Held<typeof audiences.engineViews.pit, engine.PitView>,
    Held<typeof audiences.engineViews.auditor, engine.AuditorView>,
    Held<typeof audiences.seat, engine.SeatView>,
    Held<typeof play.playerRound, engine.PlayerRound>,
    Held<typeof play.staffRound, engine.StaffRound>,
  ]
>

export type Play = AllHeld<
  [
    Held<typeof play.line, Line>,
    Held<typeof play.funds, PlayerFunds>,
    Held<typeof play.draw, Draw>,
    Held<typeof play.by, By>,
    Held<typeof play.phase, Phase>,
    Held<typeof foresight, ForesightFacts>,
    Held<typeof play.figures, Figures>,
    Held<typeof play.concludedRound, Concluded>,
    Held<typeof play.adjustment, engineEvents.Adjustment>,
    Held<typeof tableEvent, engineEvents.TableEvent>,
  ]
>

export type House = AllHeld<
  [
    Held<typeof audiences.terminalStatus, TerminalStatus>,
    Held<typeof shapes.ticket, house.Ticket>,
    Held<typeof shapes.ticketPlace, TicketPlace>,
    Held<typeof signature, Signature>,
    Held<typeof shapes.meters, Reading>,
    Held<typeof floorService.notice, NumberedNotice>,
    Held<typeof floorService.call, Call>,
    Held<typeof floorService.shift, Shift>,
  ]
>

export type Wheel = AllHeld<
  [Held<typeof wheelFacts.wheelFault, faults.WheelFault>, Held<typeof wheelFacts.wheelStatus, wheel.WheelStatus>]
>

// @ts-expect-error: a field less is noticed
export type Less = AllHeld<[Held<typeof play.line, Omit<Line, 'clause'>>]>
// @ts-expect-error: a field more is noticed, even one that may be left out
export type More = AllHeld<[Held<typeof play.line, Line & { more?: string }>]>
