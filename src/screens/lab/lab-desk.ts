import { computed, signal } from '@preact/signals'
import type { Book, SpotId } from '../../books/rule-book.ts'
import { CENTS_MAX, type Cents } from '../../engine/money.ts'
import { layoutNames } from '../../engine/spots.ts'
import { type LayoutFigures, LayoutOdds } from '../../lab/layout-odds.ts'
import { emptyLayout, type LabLayout, readLink } from './layout-link.ts'

const STEPS_KEPT = 200

/** What lies on the felt of the lab, and what it comes to: a chip more is reckoned on top of what is known. */
export function labDesk(search: string) {
  const fromLink = readLink(search)
  const layout = signal<LabLayout>(fromLink ?? emptyLayout())
  const chip = signal<Cents>(500 as Cents)
  const past = signal<readonly LabLayout[]>([])
  let known: { of: Book; layout: string; odds: LayoutOdds; stakes: ReadonlyMap<SpotId, Cents> } | null = null

  const figures = computed((): LayoutFigures | null => {
    const { book, layout: name, stakes } = layout.value
    const before = known?.of === book && known.layout === name ? known : null
    const odds = before?.odds ?? new LayoutOdds(book, name)
    for (const spot of before?.stakes.keys() ?? []) if (!stakes.has(spot)) odds.put(spot, 0 as Cents)
    for (const [spot, stake] of stakes) odds.put(spot, stake)
    known = { of: book, layout: name, odds, stakes }
    return odds.figures()
  })

  const change = (next: LabLayout): void => {
    past.value = [...past.value, layout.value].slice(-STEPS_KEPT)
    layout.value = next
  }
  return {
    layout,
    chip,
    figures,
    canUndo: computed(() => past.value.length > 0),
    isBadLink: fromLink === null,
    place(spot: SpotId, action: 'place' | 'remove'): void {
      const stakes = new Map(layout.value.stakes)
      const stake = (stakes.get(spot) ?? 0) + (action === 'place' ? 1 : -1) * chip.value
      if (stake > CENTS_MAX) return
      if (stake > 0) stakes.set(spot, stake as Cents)
      else stakes.delete(spot)
      change({ ...layout.value, stakes })
    },
    clear: () => change({ ...layout.value, stakes: new Map() }),
    undo(): void {
      const before = past.value.at(-1)
      if (!before) return
      past.value = past.value.slice(0, -1)
      layout.value = before
    },
    choose: (book: Book, name = layoutNames(book)[0]!) => change({ book, layout: name, stakes: new Map() }),
  }
}

export type LabDesk = ReturnType<typeof labDesk>
