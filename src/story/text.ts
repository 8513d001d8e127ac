/** Plain text: how wide it is, and where it is broken. */

/** Chinese characters and their punctuation take two columns each. */
const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uff60“”…]/gu
export const widthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0)

export function pad(text: string, width: number, to: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return to === 'left' ? text + space : space + text
}

/**
 * Breaks a text into lines of a width, each after the first indented: at spaces, and between Chinese characters, but
 * never before a mark that ends something nor after one that begins it.
 */
export function wrap(text: string, width: number, indent = ''): string {
  const lines: string[] = []
  for (const piece of text.match(unbreakable) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last + piece) <= width) lines[lines.length - 1] = last + piece
    else lines.push(piece.trimStart())
  }
  return lines.join(`\n${indent}`)
}

const unit = '(?:\\p{Script=Han}|[^ \u00a0\\p{Script=Han}“（《，。：；、！？”）》]+)'
const unbreakable = new RegExp(` *(?:[“（《[]*${unit}(?:\u00a0${unit})*[，。：；、！？”）》\\]]*|[^ ])`, 'gu')
