import { wantsScreenshots } from './photograph.ts';

/** `npm run proof` draws maps on every page, and looks at what is rare. */
export const isProof = process.env['SWATH_TEST_LARGE'] === '1' || wantsScreenshots;
