import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import { itemFromImage } from '../../../server/src/imagery/item/item-from-image.ts';
import { openBytes } from '../../imagery/support/open-bytes.ts';
import { createKey } from '../../support/accounts.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { type PictureArchive, quarters, startPictureArchive } from './picture-archive.ts';

const hasGdal = spawnSync('gdalinfo', ['--version']).status === 0;
if (!hasGdal) saySkipped('gdal', 'no gdalinfo (gdal-bin)');

let archive: PictureArchive;
let headers: string;
beforeAll(async () => {
  archive = await startPictureArchive();
  const bytes = quarters.bytes();
  const href = archive.file('quarters.tif', bytes);
  const request = { id: 'quarters', datetime: '2026-05-01T10:00:00Z', href };
  const json = await itemFromImage(await openBytes(bytes), createProjections(), request);
  await archive.send('POST', '/collections/scenes/items', { json });
  const { api_key: key } = await createKey(archive.url, archive.token);
  headers = `${archive.folder}/headers.txt`;
  writeFileSync(headers, `vendor-api-key: ${key}\n`);
});
afterAll(() => archive.stop());

/** Not synchronously: the service answers in this very process. */
// Headers by file: `OAPIF:` and `STACIT:` of GDAL 3.10 and later send none of GDAL_HTTP_HEADERS.
const run = (program: string, ...args: readonly string[]) =>
  new Promise<string>((resolve) => {
    const child = spawn(program, args, { env: { ...process.env, GDAL_HTTP_HEADER_FILE: headers } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
    child.on('close', () => resolve(text));
  });

const layer = (...more: readonly string[]) => run('ogrinfo', '-ro', '-so', `OAPIF:${archive.url}`, 'scenes', ...more);
const checksums = (of: string) => of.match(/Checksum=\d+/g);

describe.skipIf(!hasGdal)('GDAL reads the catalogue', () => {
  test('STACIT: a search is a raster of the items that were made from files', async () => {
    const text = await run('gdalinfo', '-checksum', `STACIT:"${archive.url}/search?collections=scenes"`);
    expect(text).not.toContain('ERROR');
    expect(text).toContain('Size is 400, 400');
    expect(text).toContain('Origin = (500000.000000000000000,5400000.000000000000000)');
    const file = await run('gdalinfo', '-checksum', `${archive.folder}/quarters.tif`);
    expect(checksums(text)).toEqual(checksums(file));
  });

  test('OAPIF: a collection is a layer, filtered by the service and without complaints', async () => {
    const [near, far] = [await layer('-spat', '14', '48', '16', '49'), await layer('-spat', '0', '0', '1', '1')];
    expect(near + far).not.toContain('ERROR');
    expect([near, far].map((text) => /Feature Count: (\d+)/.exec(text)?.[1])).toEqual(['1', '0']);
  });
});
