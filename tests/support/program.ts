import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The command line as tests start it: from sources, or built (`server/dist/main.js`), which starts in half the time. */
export const program = fileURLToPath(new URL(process.env['SWATH_TEST_PROGRAM'] ?? 'server/bin/swath.mjs', root));
