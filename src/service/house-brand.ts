import { readdirSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'

/** The appearance of a house on screens and paper. `mark`: a picture as a data URL; empty for the default. */
export type HouseBrand = { name: string; mark: string; accentColour: string; feltColour: string }

/** Types of pictures that a house may use, by file extension. */
export const pictureTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/** Colours of the screens against which the house's colours must be readable (`kit/tokens.css`). */
export const screenColours = { panel: '#1f272c', ivory: '#ede3c8' } as const

/** Least contrast of text, by WCAG 2.2. */
export const LEAST_CONTRAST = 4.5

export const isHexColour = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text)

/** Contrast of two colours, 1 to 21, by WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The lit part of the felt, in the mixture that the screens use (`--felt-lit`). */
export const litFelt = (felt: string): string =>
  `#${partsOf(felt)
    .map((part) =>
      Math.round(part * 0.93 + 255 * 0.07)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const partsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function luminanceOf(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((whole) => {
    const part = whole / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The limit is small because a mark is sent with the first answer to every screen and printed on every ticket. */
const MARK_MAX_BYTES = 32 * 1024

/** A file of the brand that cannot be used, as text for the operator. */
export class BadBrand extends Error {}

/**
 * Reads the mark of the house as a data URL. A browser draws it as a picture, so its scripts do not run and it loads no
 * other files.
 */
export function readMark(file: string, folder: string): string {
  if (file === '') return ''
  const path = resolve(folder, file)
  const type = pictureTypes[extname(path).toLowerCase()]
  if (type !== 'image/svg+xml' && type !== 'image/png')
    throw new BadBrand(`houseMark: ${path} must be an SVG or PNG file`)
  const bytes = readOrSay(`houseMark: ${path}`, () => readFileSync(path))
  if (bytes.length > MARK_MAX_BYTES)
    throw new BadBrand(`houseMark: ${path} has ${bytes.length} bytes; ${MARK_MAX_BYTES} at most`)
  return markOf(type, bytes)
}

export const markOf = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`

/** The pictures that a wall display shows while its table rests, in the order of their names. */
export type IdlePictures = { folder: string; names: readonly string[] }

export function readIdlePictures(folder: string, configFolder: string): IdlePictures | null {
  if (folder === '') return null
  const path = resolve(configFolder, folder)
  const names = readOrSay(`idlePictures: ${path}`, () => readdirSync(path))
    .filter((name) => pictureTypes[extname(name).toLowerCase()])
    .sort()
  const odd = names.find((name) => !/^[\w-][\w.-]*$/.test(name))
  if (odd !== undefined)
    throw new BadBrand(`idlePictures: ${resolve(path, odd)} must have a name of letters, digits, dots and dashes`)
  return { folder: path, names }
}

function readOrSay<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new BadBrand(`${what} cannot be read: ${(error as Error).message}`)
  }
}
