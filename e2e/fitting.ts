import type { Page } from 'playwright-core'

/**
 * What does not fit on a page as it is: text that is cut, things that lie over each other, targets smaller than a finger.
 * Spots of a layout and numbers of a racetrack may be smaller: a magnifier, or the middle of the track, says what is meant
 * before the finger is lifted. But all of them must be seen.
 */
export async function misfitsIn(page: Page): Promise<string[]> {
  await page.evaluate(measure)
  return [...new Set([...(await page.evaluate(textMisfits)), ...(await page.evaluate(targetMisfits))])]
}

type Box = { left: number; top: number; right: number; bottom: number }
type Measures = {
  told: (element: Element) => string
  common: (a: Box, b: Box) => Box
  isEmpty: (box: Box) => boolean
  isCutBy: (inner: Box, outer: Box) => boolean
  isSeen: (element: Element) => boolean
  isCovered: (element: Element, box: Box) => boolean
  screen: Box
}

/** What both of the others need, put where they find it. */
function measure(): void {
  const SLACK = 1.5
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').replaceAll(' ', '.')}`
  const measures: Measures = {
    screen: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
    told: (element) =>
      `${nameOf(element)} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`,
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
    // Under a dialog, or under the wheel where it has all of the screen, nothing is read.
    isCovered: (element, { left, top, right, bottom }) => {
      const cover = document
        .elementFromPoint((left + right) / 2, (top + bottom) / 2)
        ?.closest('dialog, .terminal-wheel')
      return Boolean(cover && !cover.contains(element))
    },
  }
  Object.assign(globalThis, { measures })
}

function textMisfits(): string[] {
  const { told, common, isEmpty, isCutBy, isSeen, isCovered, screen } = (
    globalThis as unknown as { measures: Measures }
  ).measures
  /** What an element is cut by: whoever hides what goes beyond it, and the screen. What can be scrolled to is not cut. */
  const frames = (element: Element): { hides: Box[]; scrolls: Box[] } => {
    const boxes = { hides: [screen], scrolls: [] as Box[] }
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      if (/auto|scroll/.test(overflowY)) return { hides: [], scrolls: [at.getBoundingClientRect(), screen] }
      if (overflowX !== 'visible' || overflowY !== 'visible') boxes.hides.push(at.getBoundingClientRect())
    }
    return boxes
  }
  /** Of a line's height the letters themselves have the middle. */
  const ink = ({ left, top, right, bottom }: Box): Box => {
    const aside = (bottom - top) * 0.2
    return { left, top: top + aside, right, bottom: bottom - aside }
  }
  const problems: string[] = []
  const texts: { element: Element; box: Box }[] = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const [node, element] = [walk.currentNode, walk.currentNode.parentElement!]
    if (node.textContent!.trim() === '' || !isSeen(element) || element.closest('script, style, option')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (isEmpty(box) || isCovered(element, box)) continue
    // What has no room at all stands out of sight on purpose; what is half seen is cut.
    const { hides, scrolls } = element.closest('svg') ? { hides: [screen], scrolls: [] } : frames(element)
    const seen = [...hides, ...scrolls].reduce(common, ink(box))
    if (isEmpty(seen) || element.closest('.wheel')) continue
    if (hides.some((frame) => isCutBy(ink(box), frame))) problems.push(`cut: ${told(element)}`)
    if (!element.closest('svg')) texts.push({ element, box: seen })
  }
  for (const [index, a] of texts.entries())
    for (const b of texts.slice(index + 1)) {
      const both = common(a.box, b.box)
      if (a.element !== b.element && both.right - both.left > 3 && both.bottom - both.top > 2)
        problems.push(`over each other: ${told(a.element)} and ${told(b.element)}`)
    }
  return problems
}

function targetMisfits(): string[] {
  const { told, common, isCutBy, isSeen, isCovered, screen } = (globalThis as unknown as { measures: Measures })
    .measures
  const problems: string[] = []
  const targets = [...document.querySelectorAll('button, a, label, [role=button]')].filter(
    (one) => isSeen(one) && !isCovered(one, one.getBoundingClientRect()),
  )
  for (const one of targets) {
    const box = one.getBoundingClientRect()
    const isSaid = one.matches('[data-spot], [data-pocket]')
    if (isSaid && isCutBy(box, screen)) problems.push(`off the screen: ${told(one)}`)
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    if (isSaid && top?.closest('button')) problems.push(`hidden: ${told(one)} by ${told(top)}`)
    if (isSaid || (box.width >= 43.5 && box.height >= 43.5)) continue
    problems.push(`small, ${box.width.toFixed(0)} x ${box.height.toFixed(0)}: ${told(one)}`)
  }
  const pressed = targets.filter((one) => !one.matches('[data-spot], [data-pocket]'))
  for (const [index, a] of pressed.entries())
    for (const b of pressed.slice(index + 1)) {
      if (a.contains(b) || b.contains(a)) continue
      const both = common(a.getBoundingClientRect(), b.getBoundingClientRect())
      if (both.right - both.left > 1.5 && both.bottom - both.top > 1.5)
        problems.push(`pressed together: ${told(a)} and ${told(b)}`)
    }
  const page = document.scrollingElement!
  if (page.scrollWidth > innerWidth + 1 || page.scrollHeight > innerHeight + 1)
    problems.push(`scrolled: ${page.scrollWidth} x ${page.scrollHeight}`)
  return problems
}
