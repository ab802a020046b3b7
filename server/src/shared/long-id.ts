import { randomBytes } from 'node:crypto';

/** 19 digits that nobody guesses and that fit 64 bits with a sign, for clients that take them for numbers. */
export const newLongId = (): string =>
  String((randomBytes(8).readBigUInt64BE() % 8_000_000_000_000_000_000n) + 1_000_000_000_000_000_000n);

export const isLongId = (text: string): boolean => /^[1-9]\d{18}$/.test(text);
