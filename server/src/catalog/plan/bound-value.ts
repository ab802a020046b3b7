/** Drivers of SQLite take what is less than an epsilon above a whole number for a whole number, if not for that one. */
export const isBoundAsItIs = (value: number): boolean =>
  Number.isInteger(value) || value - Math.floor(value) >= Number.EPSILON;

/** The number, or the whole number that it is nearly. */
export const boundNumber = (value: number): number => (isBoundAsItIs(value) ? value : Math.floor(value));

/** Drivers end a text at NUL, and half a character becomes the replacement of one. */
const changing = /[\0\p{Surrogate}]/u;

export const isTextBoundAsItIs = (text: string): boolean => !changing.test(text);

/** The text, or the one that rows hold for it. */
export const boundText = (text: string): string =>
  isTextBoundAsItIs(text) ? text : Buffer.from(text).toString().replaceAll('\0', '\uFFFD');
