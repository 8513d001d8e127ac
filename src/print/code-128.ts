/** Code 128, set C (ISO/IEC 15417): two digits to a symbol. Widths of bars and spaces in turn, by value. */
const widths = [
  '212222',
  '222122',
  '222221',
  '121223',
  '121322',
  '131222',
  '122213',
  '122312',
  '132212',
  '221213',
  '221312',
  '231212',
  '112232',
  '122132',
  '122231',
  '113222',
  '123122',
  '123221',
  '223211',
  '221132',
  '221231',
  '213212',
  '223112',
  '312131',
  '311222',
  '321122',
  '321221',
  '312212',
  '322112',
  '322211',
  '212123',
  '212321',
  '232121',
  '111323',
  '131123',
  '131321',
  '112313',
  '132113',
  '132311',
  '211313',
  '231113',
  '231311',
  '112133',
  '112331',
  '132131',
  '113123',
  '113321',
  '133121',
  '313121',
  '211331',
  '231131',
  '213113',
  '213311',
  '213131',
  '311123',
  '311321',
  '331121',
  '312113',
  '312311',
  '332111',
  '314111',
  '221411',
  '431111',
  '111224',
  '111422',
  '121124',
  '121421',
  '141122',
  '141221',
  '112214',
  '112412',
  '122114',
  '122411',
  '142112',
  '142211',
  '241211',
  '221114',
  '413111',
  '241112',
  '134111',
  '111242',
  '121142',
  '121241',
  '114212',
  '124112',
  '124211',
  '411212',
  '421112',
  '421211',
  '212141',
  '214121',
  '412121',
  '111143',
  '111341',
  '131141',
  '114113',
  '114311',
  '411113',
  '411311',
  '113141',
  '114131',
  '311141',
  '411131',
  '211412',
  '211214',
  '211232',
  '2331112',
]
const START_C = 105
const STOP = 106

/** Start, the pairs of digits, the check symbol, stop. */
export function symbolsOf(digits: string): number[] {
  if (!/^([0-9]{2})+$/.test(digits)) throw new RangeError('Set C takes an even number of digits')
  const values = digits.match(/../g)!.map(Number)
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), START_C) % 103
  return [START_C, ...values, check, STOP]
}

/** Every bar and space in turn, in modules. */
const barsOf = (digits: string): number[] =>
  [
    ...symbolsOf(digits)
      .map((value) => widths[value]!)
      .join(''),
  ].map(Number)

/** One character per module: 1 is black. */
export const modulesOf = (digits: string): string =>
  barsOf(digits)
    .map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(width))
    .join('')

/** Quiet zone that a scanner needs on either side. */
const QUIET = 10

/** Drawn in modules; the page gives it its size. */
export function barcodeSvg(digits: string, height: number): string {
  const rectangles: string[] = []
  let x = QUIET
  for (const [at, width] of barsOf(digits).entries()) {
    if (at % 2 === 0) rectangles.push(`M${x} 0h${width}v${height}h-${width}z`)
    x += width
  }
  const box = `0 0 ${x + QUIET} ${height}`
  const attributes = `viewBox="${box}" preserveAspectRatio="none" shape-rendering="crispEdges" role="img"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} aria-label="${digits}"><path d="${rectangles.join('')}"/></svg>`
}
