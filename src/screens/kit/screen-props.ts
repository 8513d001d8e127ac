/** What a screen is given: the table that its address names, or nothing. */
export type ScreenProps = { table: string }
