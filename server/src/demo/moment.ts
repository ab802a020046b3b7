/** When a place is looked at: what grows, what is built, what stands where for an hour. */
export type Moment = {
  /** With its fraction: 2024.5 is the first of July. */
  readonly year: number;
  /** From 1 (the first of January) to below 13, as in the north: half a year on where the place is in the south. */
  readonly season: number;
  /** Of what is there for this hour alone: cars. */
  readonly seed: number;
};

/** From the start of an RFC 3339 text. */
export function momentOf(datetime: string, isSouthern: boolean, seed: number): Moment {
  const [year, month, day] = datetime.slice(0, 10).split('-').map(Number) as [number, number, number];
  const through = month + (day - 1) / 31;
  const season = isSouthern ? ((through + 5) % 12) + 1 : through;
  return { year: year + (through - 1) / 12, season, seed };
}
