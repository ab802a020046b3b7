import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '@swath/client';
import { shellIn, typeWhatHelpShows } from '../cli/customer/typed-shell.ts';
import { freshFolder } from '../cli/swath-in-process.ts';
import { startServing, stopLeftovers } from '../cli/swath-process.ts';

const folder = freshFolder();
const typed = shellIn(folder);
const password = 'meadow-lantern-tide-41';

afterAll(() => {
  stopLeftovers();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'a first start, then the three commands of swath --help: imagery of the demo archive',
  { timeout: 300_000 },
  async () => {
    const data = join(folder, 'data');
    const settings = { SWATH_ADMIN_EMAIL: 'admin@localhost', SWATH_ADMIN_PASSWORD: password, SWATH_DEMO: '1' };
    const serving = await startServing({ SWATH_DATA: data, ...settings });
    const client = createClient({ url: serving.url, username: 'admin@localhost', password });
    const painted = () => client.catalog.count({ collections: ['demo-visual'] });
    await expect.poll(painted, { timeout: 200_000, interval: 1_000 }).toBeGreaterThan(0);
    await typeWhatHelpShows(typed, folder, serving.url, password);
    expect((await typed('swath order verify latest --in imagery')).code).toBe(0);
    await serving.stop();
  },
);
