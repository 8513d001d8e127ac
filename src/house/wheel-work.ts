/** What is done to a wheel and goes on record (GLI-19 3.4.1, C.6.8 n). A wheel that is moved is installed at its next table. */
export const wheelWorks = ['installed', 'removed', 'levelled', 'serviced', 'inspected'] as const
export type WheelWork = (typeof wheelWorks)[number]
