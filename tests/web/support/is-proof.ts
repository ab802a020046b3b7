import { wantsScreenshots } from './photograph.ts';

/** `npm run proof` looks at every state of every screen, in light and dark, and at what is large or rare. */
export const isProof = process.env['SWATH_TEST_LARGE'] === '1' || wantsScreenshots;
