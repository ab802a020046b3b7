/** Of `npm run proof`, which sets the variable. */
export const isLarge = process.env['SWATH_TEST_LARGE'] === '1';

/** A size that is small in `npm test` and large in the proof. */
export const sized = (small: number, large: number): number => (isLarge ? large : small);
