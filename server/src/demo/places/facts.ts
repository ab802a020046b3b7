/** A piece of land that is looked at on several dates: where it is. */
export type PlaceFacts = {
  readonly name: string;
  readonly epsg: number;
  /** The middle, in metres of its zone: the origin of local metres. */
  readonly origin: readonly [x: number, y: number];
  readonly isSouthern: boolean;
};

/** A small town on a river, with a new quarter that grows. */
export const riverTown: PlaceFacts = {
  name: 'Ellerfurt',
  epsg: 32632,
  origin: [552_000, 5_646_000],
  isSouthern: false,
};

/** A reservoir among wooded hills, with a quarry; 12 degrees east, where zone 32 ends, is 385 metres west of its middle. */
export const reservoir: PlaceFacts = {
  name: 'Hohenwehr',
  epsg: 32633,
  origin: [280_782, 5_427_000],
  isSouthern: false,
};

/** Watered circles on a dry plain beside a river. */
export const pivotPlain: PlaceFacts = { name: 'Rooivlei', epsg: 32734, origin: [702_000, 6_742_000], isSouthern: true };
