import { inLanguage, type Pair } from '../kit/language.ts'

const colours: Readonly<Record<string, Pair>> = {
  blue: ['blue', '蓝色'],
  yellow: ['yellow', '黄色'],
  pink: ['pink', '粉色'],
  orange: ['orange', '橙色'],
  purple: ['purple', '紫色'],
  turquoise: ['turquoise', '青色'],
  lime: ['lime', '黄绿色'],
  brown: ['brown', '棕色'],
  white: ['white', '白色'],
  grey: ['grey', '灰色'],
}

/** The colour of a player's chips; one that the table does not know is called as it was bought. */
export const colourName = (colour: string): string => inLanguage(colours[colour] ?? [colour, colour])
