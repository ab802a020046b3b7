import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PictureArchive, quarters, startPictureArchive, tiff } from '../../http/imagery/picture-archive.ts';
import { searchSnippet } from '../../../web/src/explore/search-snippet.ts';
import { orderSnippet } from '../../../web/src/orders/order-snippet.ts';
import { selectSnippet } from '../../../web/src/select/select-snippet.ts';
import { createKey } from '../../support/accounts.ts';
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

test('the lines that the web application shows do what they say', async () => {
  const { api_key: key } = await createKey(archive.url, archive.token);
  const as = { url: archive.url, vendor: 'vendor' };
  const shown = async (line: string) => {
    const { code, stdout, stderr } = await typed(`API_KEY='${key}'; ${line}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) as string });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const name = "o'clock; $(false)";
  const found = await shown(searchSnippet('CLI', { ...as, request: { collections: ['demo-visual'] } }));
  const select = await shown(selectSnippet('CLI', { ...as, request: { ids: [found['id']], name } }));
  expect(select).toMatchObject({ status: 'SUCCEEDED', name });
  const request = { select_id: select['id'], bucket: 'managed', metadata: { name } };
  expect(await shown(orderSnippet('CLI', { ...as, request }))).toMatchObject({
    state: 'SUCCEEDED',
    metadata: { name },
  });
});

test('a reader that leaves early ends a search, silently', async () => {
  const { code, stdout, stderr } = await typed('swath search --all | head -n 1');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ id: 'ellerfurt' });
});
