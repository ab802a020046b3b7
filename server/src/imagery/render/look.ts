/** What an item says of a band. */
export type BandFacts = {
  readonly name: string | null;
  readonly commonName: string | null;
  readonly statistics: BandMoments | null;
};

export type BandMoments = {
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  readonly stddev: number;
};

/** The values that are shown as black and as white. */
export type ValueRange = readonly [black: number, white: number];

/** How an image is shown; null leaves it to the image. */
export type Look = {
  /** One band, or three for red, green and blue: numbers from 1, names or common names. */
  readonly bands: readonly string[] | null;
  /** One range for all bands, or one for each. */
  readonly rescale: readonly ValueRange[] | null;
};
