import type { CDPSession, Page } from 'playwright-core'
import type { Size } from './browser.ts'

/**
 * The layout promise of a screen. `down`: the page may be longer than the screen; otherwise all of it is visible at
 * once.
 */
export type Promised = { mayScroll: 'no' | 'down' }

/**
 * Misfits of a page: cut text, overlaps, and targets smaller than the pointer. Spots of a layout and numbers and
 * sections of a racetrack may be smaller, because a magnifier or the middle of the track names them before the finger
 * is lifted. All of them must be visible.
 */
export async function misfitsIn(page: Page, promised: Promised = { mayScroll: 'no' }): Promise<string[]> {
  await page.evaluate(measure)
  const found = [
    ...(await page.evaluate(textMisfits)),
    ...(await page.evaluate(targetMisfits)),
    ...(await page.evaluate(roomMisfits, promised)),
  ]
  return [...new Set(found)]
}

const touching = new WeakMap<Page, CDPSession>()

/** The page as a screen of this size has it, pointed at by fingers or by a pointer, drawn to its end. */
export async function resize(page: Page, size: Size, isTouched: boolean): Promise<void> {
  const session = touching.get(page) ?? (await page.context().newCDPSession(page))
  touching.set(page, session)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched })
  await page.setViewportSize(size)
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

type Box = { left: number; top: number; right: number; bottom: number }
type Frames = { hides: Box[]; scrolls: Box[] }
type Measures = {
  nameOf: (element: Element) => string
  common: (a: Box, b: Box) => Box
  isEmpty: (box: Box) => boolean
  isCutBy: (inner: Box, outer: Box) => boolean
  isSeen: (element: Element) => boolean
  isCovered: (element: Element, box: Box) => boolean
  framesOf: (element: Element) => Frames
}

/** Helpers of the other functions, put where they find them. */
function measure(): void {
  const SLACK = 1.5
  const page = document.scrollingElement!
  const isLong = page.scrollHeight > innerHeight + 1
  /** A page that is scrolled cuts nothing off below. */
  const screen = isLong
    ? { left: 0, top: -scrollY, right: innerWidth, bottom: page.scrollHeight - scrollY }
    : { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const kindOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').replaceAll(' ', '.')}`
  /** Frames of elements, kept while this page is measured. */
  const frames = new Map<Element, Frames>()
  const measures: Measures = {
    nameOf: (element) =>
      `${kindOf(element)} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`,
    common: (a, b) => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    }),
    isEmpty: ({ left, top, right, bottom }) => right - left < 1 || bottom - top < 1,
    isCutBy: (inner, outer) =>
      inner.left < outer.left - SLACK ||
      inner.top < outer.top - SLACK ||
      inner.right > outer.right + SLACK ||
      inner.bottom > outer.bottom + SLACK,
    isSeen: (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.only-heard'),
    // Under a dialog, a panel at the side, or the wheel where it has all of the screen, nothing is read.
    isCovered: (element, { left, top, right, bottom }) => {
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
      if (dialog) return !dialog.contains(element)
      const cover = document
        .elementFromPoint((left + right) / 2, (top + bottom) / 2)
        ?.closest('.terminal-wheel, .dialog.is-aside')
      return Boolean(cover && !cover.contains(element))
    },
    // The nearest ancestor that hides overflow. A scrolling one cuts nothing.
    framesOf: (element) => {
      const known = frames.get(element)
      if (known) return known
      const [hides, scrolls]: [Box[], Box[]] = [[], []]
      let at: Element | null = element.closest('svg')?.parentElement ?? element
      for (; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at)
        const those = scrolls.length > 0 || /auto|scroll/.test(overflowY) ? scrolls : hides
        if (overflowX !== 'visible' || overflowY !== 'visible') those.push(at.getBoundingClientRect())
        if (position === 'fixed') break
      }
      const found = { hides: scrolls.length > 0 ? hides : [...hides, screen], scrolls: [...scrolls, screen] }
      frames.set(element, found)
      return found
    },
  }
  Object.assign(globalThis, { measures })
}

function textMisfits(): string[] {
  const { nameOf, common, isEmpty, isCutBy, isSeen, isCovered, framesOf } = (
    globalThis as unknown as { measures: Measures }
  ).measures
  /** The letters take the middle of a line's height. */
  const ink = ({ left, top, right, bottom }: Box): Box => {
    const aside = (bottom - top) * 0.2
    return { left, top: top + aside, right, bottom: bottom - aside }
  }
  /** An element that stays while others scroll below it. */
  const stays = (element: Element | null): Element | null => {
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).position === 'sticky') return at
    return null
  }
  const problems: string[] = []
  const texts: { element: Element; box: Box }[] = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const [node, element] = [walk.currentNode, walk.currentNode.parentElement!]
    if (node.textContent!.trim() === '' || !isSeen(element)) continue
    if (element.closest('script, style, option, textarea, .wheel')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { hides, scrolls } = framesOf(element)
    for (const line of range.getClientRects()) {
      if (isEmpty(line) || isCovered(element, line)) continue
      // An element without any room is hidden on purpose; a half visible one is cut.
      const seen = [...hides, ...scrolls].reduce(common, ink(line))
      if (isEmpty(seen)) continue
      if (hides.some((frame) => isCutBy(ink(line), frame))) problems.push(`cut: ${nameOf(element)}`)
      const panel = element.closest('.panel, dialog')?.getBoundingClientRect()
      if (panel && isCutBy(seen, panel)) problems.push(`beyond its panel: ${nameOf(element)}`)
      if (!element.closest('svg')) texts.push({ element, box: seen })
    }
  }
  for (const [index, a] of texts.entries())
    for (const b of texts.slice(index + 1)) {
      const both = common(a.box, b.box)
      if (a.element === b.element || both.right - both.left <= 3 || both.bottom - both.top <= 2) continue
      if (stays(a.element) === stays(b.element))
        problems.push(`over each other: ${nameOf(a.element)} and ${nameOf(b.element)}`)
    }
  return problems
}

function targetMisfits(): string[] {
  const { nameOf, common, isEmpty, isCutBy, isSeen, isCovered, framesOf } = (
    globalThis as unknown as { measures: Measures }
  ).measures
  /** A finger's, and the least that staff have with a pointer. */
  const least = matchMedia('(any-pointer: coarse)').matches ? 44 : 28
  const problems: string[] = []
  // A checkbox is pressed on its label; a text field must be as large as it looks.
  const fields = ['input:not([type=file], label :is([type=radio], [type=checkbox]))', 'select', 'textarea']
  const targets = [
    ...document.querySelectorAll(['button, a, label, summary, [role=button]', ...fields].join()),
  ].flatMap((one) => {
    const box = one.getBoundingClientRect()
    const { hides, scrolls } = framesOf(one)
    const seen = [...hides, ...scrolls].reduce(common, box)
    const isTarget = isSeen(one) && !isEmpty(seen) && !isCovered(one, box) && getComputedStyle(one).display !== 'inline'
    return isTarget ? [{ one, box, seen, hides, isSaid: one.matches('[data-spot], [data-pocket], [data-bet]') }] : []
  })
  /** Tests the points around the middle at the required size: a target may be larger than it looks. */
  const isHit = (one: Element, { left, top, right, bottom }: Box): boolean => {
    const [x, y, reach] = [(left + right) / 2, (top + bottom) / 2, least / 2 - 1]
    const points = [
      [x - reach, y],
      [x + reach, y],
      [x, y - reach],
      [x, y + reach],
    ] as const
    return points.every(([across, down]) => one.contains(document.elementFromPoint(across, down)))
  }
  for (const { one, box, seen, hides, isSaid } of targets) {
    const panel = one.parentElement!.closest('.panel, dialog')
    if (panel && isCutBy(seen, panel.getBoundingClientRect())) problems.push(`beyond its panel: ${nameOf(one)}`)
    if (isSaid && hides.some((frame) => isCutBy(box, frame))) problems.push(`off the screen: ${nameOf(one)}`)
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    if (isSaid && top?.closest('button')) problems.push(`hidden: ${nameOf(one)} by ${nameOf(top)}`)
    const isLarge = box.right - box.left >= least - 0.5 && box.bottom - box.top >= least - 0.5
    if (isSaid || isLarge || isHit(one, box)) continue
    problems.push(`small, ${(box.right - box.left).toFixed(0)} x ${(box.bottom - box.top).toFixed(0)}: ${nameOf(one)}`)
  }
  const pressed = targets.filter(({ isSaid }) => !isSaid)
  for (const [index, a] of pressed.entries())
    for (const b of pressed.slice(index + 1)) {
      if (a.one.contains(b.one) || b.one.contains(a.one)) continue
      // A panel at the side lies over the screen, and may cover a part of a control.
      if (a.one.closest('.dialog.is-aside') !== b.one.closest('.dialog.is-aside')) continue
      const both = common(a.seen, b.seen)
      if (both.right - both.left > 1.5 && both.bottom - both.top > 1.5)
        problems.push(`pressed together: ${nameOf(a.one)} and ${nameOf(b.one)}`)
    }
  return problems
}

/** Overflow: of the page, and of elements wider than their container. */
function roomMisfits({ mayScroll }: Promised): string[] {
  const { nameOf, isSeen, isCovered } = (globalThis as unknown as { measures: Measures }).measures
  const page = document.scrollingElement!
  const isTooLong = mayScroll === 'no' && page.scrollHeight > innerHeight + 1
  const isTooWide = page.scrollWidth > innerWidth + 1
  // A picture may be moved about in its frame; words and fields may not.
  const sideways = [...document.querySelectorAll('body *')].filter(
    (one) =>
      one.scrollWidth > one.clientWidth + 1 &&
      ![...one.children].some((child) => child instanceof SVGElement && child.clientWidth > one.clientWidth) &&
      /auto|scroll/.test(getComputedStyle(one).overflowX) &&
      isSeen(one) &&
      !isCovered(one, one.getBoundingClientRect()),
  )
  return [
    ...(isTooLong || isTooWide ? [`scrolled: ${page.scrollWidth} x ${page.scrollHeight}`] : []),
    ...sideways.map((one) => `sideways, ${one.scrollWidth} in ${one.clientWidth}: ${nameOf(one)}`),
  ]
}
