import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';
import { swath } from '../cli/swath-in-process.ts';

describe('swath serve --role', () => {
  test.each([
    [['--role', 'api'], 'needs SWATH_DATABASE_URL'],
    [['--role', 'worker'], 'needs SWATH_DATABASE_URL'],
    [['--role', 'boss'], '--role must be'],
  ])('2 for %s over the embedded database', async (flags, message) => {
    const { code, stderr } = await swath(['serve', ...flags], { SWATH_DATA: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
