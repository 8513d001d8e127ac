/** Work on a wheel that is recorded (GLI-19 3.4.1, C.6.8 n). A wheel that moves is recorded as installed at its next table. */
export const wheelWorks = ['installed', 'removed', 'levelled', 'serviced', 'inspected'] as const
export type WheelWork = (typeof wheelWorks)[number]
