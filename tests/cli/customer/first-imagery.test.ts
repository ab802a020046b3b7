import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PictureArchive, quarters, startPictureArchive, tiff } from '../../http/imagery/picture-archive.ts';
import { adminPassword } from '../../support/start-service.ts';
import { freshFolder } from '../swath-in-process.ts';
import { shellIn, typeWhatHelpShows } from './typed-shell.ts';

const folder = freshFolder();
const typed = shellIn(folder);
let archive: PictureArchive;

/** With a scene under the name that the demo archive has; the proof runs the same over the demo archive itself. */
beforeAll(async () => {
  archive = await startPictureArchive();
  const account = { email: 'admin@localhost', password: adminPassword, role: 'admin' };
  await archive.send('POST', '/admin/accounts', { json: account });
  await archive.collection('demo-visual');
  const href = archive.file('scene.tif', quarters.bytes());
  const properties = { gsd: 0.4 };
  await archive.item('ellerfurt', { collection: 'demo-visual', assets: { visual: tiff(href) }, properties });
});
afterAll(async () => {
  await archive.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('whoever types the three commands of swath --help, and nothing else, has imagery', async () => {
  await typeWhatHelpShows(typed, folder, archive.url, adminPassword);
  expect((await typed('swath order verify latest --in imagery')).code).toBe(0);
});

test('a reader that leaves early ends a search, silently', async () => {
  const { code, stdout, stderr } = await typed('swath search --all | head -n 1');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ id: 'ellerfurt' });
});
