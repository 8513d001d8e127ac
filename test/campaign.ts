/** How much the long campaigns do: CAMPAIGN=4 does four times what `npm test` does. */
export const campaign = Number(process.env.CAMPAIGN ?? 1)

/** Whether what `npm test` takes a part of is done whole. */
export const isWhole = campaign >= 4
