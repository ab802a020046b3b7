import type { TimeStep } from './measure.ts';

/** How much of a time key a bucket's key has. */
const lengths: Readonly<Record<TimeStep, number>> = {
  second: 19,
  minute: 16,
  hour: 13,
  day: 10,
  week: 10,
  month: 7,
  quarter: 7,
  year: 4,
};

const dayMs = 86_400_000;

/** The first moment of the bucket, as the start of a time key; any key of at least a day will do for days and longer. */
export function timeBucket(key: string, step: TimeStep): string {
  if (step === 'quarter') return `${key.slice(0, 5)}${quarters[Number(key.slice(5, 7)) - 1]}`;
  return step === 'week' ? mondayBefore(key.slice(0, 10)) : key.slice(0, lengths[step]);
}

const quarters = ['01', '01', '01', '04', '04', '04', '07', '07', '07', '10', '10', '10'];

/** Nothing is before the year 0. */
function mondayBefore(day: string): string {
  const ms = Date.parse(`${day}T00:00:00Z`);
  // The first day of 1970 was a Thursday.
  const sinceMonday = (((ms / dayMs + 3) % 7) + 7) % 7;
  const monday = new Date(ms - sinceMonday * dayMs).toISOString();
  return monday.startsWith('-') ? '0000-01-01' : monday.slice(0, 10);
}

/** Whether days are enough to know the buckets. */
export const isOfDays = (step: TimeStep): boolean => lengths[step] <= lengths.day;

/** A bucket's key as a moment. */
export const momentOfBucket = (key: string): string => `${key}${'0000-01-01T00:00:00Z'.slice(key.length)}`;
