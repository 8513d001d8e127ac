/** Quiet zone that a scanner needs on either side, in modules. */
const QUIET = 10
/** Three dots of a printer of 203 dpi: a bar is then as wide as it should be, and never a dot more or less. */
const MODULE_MM = 3 * (25.4 / 203)

/** One character per module: 1 is black. */
export const modulesOf = (bars: readonly number[]): string =>
  bars.map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(width)).join('')

/** A barcode in the size in which it is printed. `bars`: every bar and space in turn, in modules. */
export function barcodeSvg(bars: readonly number[], digits: string, heightMm: number): string {
  const rectangles: string[] = []
  let x = QUIET
  for (const [at, width] of bars.entries()) {
    if (at % 2 === 0) rectangles.push(`M${x} 0h${width}v1h-${width}z`)
    x += width
  }
  const [wide, box] = [((x + QUIET) * MODULE_MM).toFixed(3), `0 0 ${x + QUIET} 1`]
  const size = `width="${wide}mm" height="${heightMm}mm" viewBox="${box}"`
  const attributes = `${size} preserveAspectRatio="none" shape-rendering="crispEdges" role="img"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} aria-label="${digits}"><path d="${rectangles.join('')}"/></svg>`
}
