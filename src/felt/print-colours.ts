/** The colours of a layout and a wheel that are drawn without the style sheet of the screens. */
export const ivory = '#EDE3C8'
export const felt = { lit: '#195C4A', cloth: '#0E4436', far: '#0B392D' }
export const printColours = { red: '#B4232C', black: '#15171B', green: '#1A7049' } as const
