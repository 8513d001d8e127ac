/** Interleaved 2 of 5 (ISO/IEC 16390), which ticket validators read: which two of a digit's five elements are wide. */
const wideElements = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010']

/** Width of a wide element, in modules; a narrow one is one. */
const WIDE = 3
const widthOf = (element: string): number => (element === '1' ? WIDE : 1)

/** Every bar and space in turn, in modules: of two digits the first is in the bars and the second in the spaces. */
export function interleavedBars(digits: string): number[] {
  if (!/^([0-9]{2})+$/.test(digits)) throw new RangeError('Interleaved 2 of 5 takes an even number of digits')
  const pairs = digits.match(/../g)!.flatMap((pair) => {
    const [bars, spaces] = [wideElements[Number(pair[0])]!, wideElements[Number(pair[1])]!]
    return [...bars].flatMap((bar, nth) => [widthOf(bar), widthOf(spaces[nth]!)])
  })
  return [1, 1, 1, 1, ...pairs, WIDE, 1, 1]
}
