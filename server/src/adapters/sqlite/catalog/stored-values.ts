/** Texts that rows hold as others: NUL ends a text for the driver, and half a character is none. */
const changing = /[\0\p{Surrogate}]/u;

/** Whether rows, and parameters of statements, hold the value as it is. */
export function isStored(value: string | number | null): boolean {
  if (typeof value === 'string') return !changing.test(value);
  return value === null || isBoundAsItIs(value);
}

/** As rows hold it: others than the like of it become it too, so that what is found by it must be looked at. */
export function storedValue<T extends string | number>(value: T): T {
  if (typeof value === 'string') return (isStored(value) ? value : wellFormed(value)) as T;
  return (isBoundAsItIs(value as number) ? value : Math.floor(value as number)) as T;
}

const wellFormed = (text: string): string => text.replaceAll('\0', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD');

/** The driver takes what is less than an epsilon above a whole number for a whole number, if not always for that one. */
const isBoundAsItIs = (value: number): boolean =>
  Number.isInteger(value) || value - Math.floor(value) >= Number.EPSILON;
