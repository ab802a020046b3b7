/** Drivers of SQLite take what is less than an epsilon above a whole number for a whole number, if not for that one. */
export const isBoundAsItIs = (value: number): boolean =>
  Number.isInteger(value) || value - Math.floor(value) >= Number.EPSILON;

/** The number, or the whole number that it is nearly. */
export const boundNumber = (value: number): number => (isBoundAsItIs(value) ? value : Math.floor(value));
