/** Rounding of the division alone: 0.29 / 0.01 is a bit less than 29. */
const almost = 1e-12;

/** How many steps from 0 the bucket begins that the number lies in; null where there is no such number. */
export function numberBucket(value: number, step: number): number | null {
  const quotient = value / step;
  if (!Number.isFinite(quotient)) return null;
  const nearest = Math.round(quotient);
  return (Math.abs(quotient - nearest) <= almost * Math.abs(quotient) ? nearest : Math.floor(quotient)) + 0;
}

/** Where a bucket begins, without the digits that multiplication adds. */
export const lowerEnd = (bucket: number, step: number): number => Number((bucket * step).toPrecision(15)) + 0;

const wanted = 20;
export const smallestStep = 1e-6;

/** A step of 1, 2 or 5 and zeros that parts a range into about twenty. */
export function stepFor(least: number, greatest: number): number {
  const range = greatest - least;
  if (!(range > 0) || !Number.isFinite(range)) return 1;
  const exact = Math.max(smallestStep, range / wanted);
  const power = 10 ** Math.floor(Math.log10(exact));
  const factor = [1, 2, 5, 10].find((each) => each * power >= exact * (1 - 1e-9))!;
  return Number((factor * power).toPrecision(1));
}

/** What a number is rolled up to: hundredths below 1, whole numbers below 1,000, then three digits. */
const widthAt = (size: number): number =>
  size < 1 ? 0.01 : size < 1_000 ? 1 : Number((10 ** (Math.floor(Math.log10(size)) - 2)).toPrecision(1));

/** The lower end of the fine bin of a number: it stands for all numbers of the bin. */
export function fineBin(value: number): number {
  const size = Math.abs(value);
  // Every item that is stored comes here: the usual numbers are done with little.
  if (size < 1) return numberBucket(value, 0.01)! / 100;
  if (size < 1_000) return numberBucket(value, 1)!;
  const width = widthAt(size);
  return lowerEnd(numberBucket(value, width)!, width);
}

/** Whether no bucket of that step parts the bin. */
export function isWhole(bin: number, step: number): boolean {
  const steps = step / widthAt(Math.abs(bin));
  return steps >= 1 - almost && Math.abs(steps - Math.round(steps)) <= almost * steps;
}
