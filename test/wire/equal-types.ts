import type { Static } from 'typebox'
import type { Draw } from '../../src/engine/draw.ts'
import type * as engineEvents from '../../src/engine/events.ts'
import type { Figures } from '../../src/engine/figures.ts'
import type { ForesightFacts } from '../../src/engine/foresee.ts'
import type { Concluded } from '../../src/engine/history.ts'
import type { By } from '../../src/engine/positions.ts'
import type { Line } from '../../src/engine/settlement.ts'
import type { PlayerFunds } from '../../src/engine/summary.ts'
import type { Phase } from '../../src/engine/table.ts'
import type * as engine from '../../src/engine/views.ts'
import type { Signature } from '../../src/house/caller.ts'
import type { Call, NumberedNotice, Shift } from '../../src/house/floor-records.ts'
import type { TerminalStatus, TicketPlace } from '../../src/house/house-events.ts'
import type { Reading } from '../../src/house/meters.ts'
import type { Ticket } from '../../src/house/ticket-state.ts'
import type * as wheel from '../../src/wheel/status.ts'
import type * as faults from '../../src/wheel/wheel-faults.ts'
import type * as audiences from '../../src/wire/audiences.ts'
import type * as floorService from '../../src/wire/floor-service.ts'
import type { foresight } from '../../src/wire/foresight.ts'
import type * as shapes from '../../src/wire/house-shapes.ts'
import type * as play from '../../src/wire/play-shapes.ts'
import type { signature } from '../../src/wire/signature.ts'
import type { tableEvent } from '../../src/wire/table-events.ts'
import type * as wheelFacts from '../../src/wire/wheel-facts.ts'

/**
 * Compares the schemas of the wire with the types of engine, house and wheel, field by field, in both directions. This file does
 * not compile when one of them changes alone. The pure rooms stand on no package, so a schema cannot be the home of their types.
 */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : { -readonly [Field in keyof T]: Plain<T[Field]> }

type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false

export type Equal<Schema, Type> = Same<Static<Schema extends import('typebox').TSchema ? Schema : never>, Type>
export type AllEqual<Checks extends readonly true[]> = Checks

export type Views = AllEqual<
  [
    Equal<typeof audiences.engineViews.display, engine.DisplayView>,
    Equal<typeof audiences.engineViews.player, engine.PlayerView>,
    Equal<typeof audiences.engineViews.dealer, engine.DealerView>,
    Equal<typeof audiences.engineViews.pit, engine.PitView>,
    Equal<typeof audiences.engineViews.auditor, engine.AuditorView>,
    Equal<typeof audiences.seat, engine.SeatView>,
    Equal<typeof play.playerRound, engine.PlayerRound>,
    Equal<typeof play.staffRound, engine.StaffRound>,
  ]
>

export type Play = AllEqual<
  [
    Equal<typeof play.line, Line>,
    Equal<typeof play.funds, PlayerFunds>,
    Equal<typeof play.draw, Draw>,
    Equal<typeof play.by, By>,
    Equal<typeof play.phase, Phase>,
    Equal<typeof foresight, ForesightFacts>,
    Equal<typeof play.figures, Figures>,
    Equal<typeof play.concludedRound, Concluded>,
    Equal<typeof play.adjustment, engineEvents.Adjustment>,
    Equal<typeof tableEvent, engineEvents.TableEvent>,
  ]
>

export type House = AllEqual<
  [
    Equal<typeof audiences.terminalStatus, TerminalStatus>,
    Equal<typeof shapes.ticketFacts, Ticket>,
    Equal<typeof shapes.ticketPlace, TicketPlace>,
    Equal<typeof signature, Signature>,
    Equal<typeof shapes.meters, Reading>,
    Equal<typeof floorService.notice, NumberedNotice>,
    Equal<typeof floorService.call, Call>,
    Equal<typeof floorService.shift, Shift>,
  ]
>

export type Wheel = AllEqual<
  [Equal<typeof wheelFacts.wheelFault, faults.WheelFault>, Equal<typeof wheelFacts.wheelStatus, wheel.WheelStatus>]
>

// @ts-expect-error: a field less is noticed
export type Less = AllEqual<[Equal<typeof play.line, Omit<Line, 'clause'>>]>
// @ts-expect-error: a field more is noticed, even one that may be left out
export type More = AllEqual<[Equal<typeof play.line, Line & { more?: string }>]>
