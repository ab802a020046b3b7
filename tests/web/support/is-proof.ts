import { isLarge } from '../../support/sized.ts';
import { wantsScreenshots } from './photograph.ts';

/** `npm run proof` draws maps on every page, and looks at what is rare. */
export const isProof = isLarge || wantsScreenshots;
