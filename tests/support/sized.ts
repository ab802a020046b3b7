/** A size that is small in `npm test` and large in `npm run proof`, which sets the variable. */
export const sized = (small: number, large: number): number =>
  process.env['SWATH_TEST_LARGE'] === '1' ? large : small;
