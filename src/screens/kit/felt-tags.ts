import type { Area, SpotId } from '../../books/rule-book.ts'
import type { Box, Point } from '../../engine/places.ts'
import { type Board, chipPlace } from '../../felt/board.ts'

/** The winnings of a spot in a few characters, with the middle and the size of their tag. */
type Tag = Box & { spot: SpotId; text: string }

/** Height of its letters, in cells. */
export const TAG_TYPE = 0.24
/** Letters, what is around them, and the room to the next. */
const sizeOf = (text: string) => ({ w: (text.length * 0.6 + 0.8) * TAG_TYPE, h: 1.44 * TAG_TYPE })
const ROOM = 0.03

const STEP = 0.1
const FARTHEST = 1.3

/** Each as near to its chips as there is room: over no number, over no other and not over the dolly. */
export function placeTags(board: Board, paid: readonly { spot: SpotId; text: string }[], dolly: Box | null): Tag[] {
  const numbers = board.cells.filter(({ spot }) => board.numbers.has(spot)).map((cell) => printOf(cell, board))
  const kept = dolly ? [...numbers, dolly] : numbers
  const tags: Tag[] = []
  for (const { spot, text } of paid) {
    const at = chipPlace(board, spot)
    const size = sizeOf(text)
    const near = [...kept, ...tags].filter((box) => isNear(box, at))
    const place = tagOffsets.find(({ x, y }) => {
      const box = { ...size, x: at.x + x, y: at.y + y }
      return isInside(box, board.bounds) && near.every((other) => !overlap(box, other))
    }) ?? { x: 0, y: 0 }
    tags.push({ spot, text, ...size, x: at.x + place.x, y: at.y + place.y })
  }
  return tags
}

/** The area around the middle where a number is printed. */
function printOf({ spot }: Area, board: Board): Box {
  const { x, y } = board.byId.get(spot)!
  return { x, y, w: 0.2 + 0.18 * spot.length, h: 0.36 }
}

/** Ways to go, the nearest first; of those that are as far, down before up. */
const tagOffsets: readonly Point[] = Array.from(
  { length: 2 * (FARTHEST / STEP) + 1 },
  (_, index) => index * STEP - FARTHEST,
)
  .flatMap((x, _, all) => all.map((y) => ({ x, y })))
  .toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y) || b.y - a.y)

const isNear = ({ x, y }: Box, at: Point): boolean => Math.max(Math.abs(x - at.x), Math.abs(y - at.y)) < 2.5

/** Boxes by their middles. */
const overlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) < (a.w + b.w) / 2 + ROOM && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + ROOM

const isInside = ({ x, y, w, h }: Box, bounds: Box): boolean =>
  x - w / 2 >= bounds.x - 0.2 &&
  x + w / 2 <= bounds.x + bounds.w + 0.2 &&
  y - h / 2 >= bounds.y - 0.2 &&
  y + h / 2 <= bounds.y + bounds.h + 0.2
