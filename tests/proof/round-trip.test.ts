import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { goAround, ingest, realItems } from '../exports/go-around.ts';
import { installation } from '../ingest/support.ts';

const isThere = existsSync(realItems);
const why = isThere ? '' : ' (skipped: no ../shared/data/stac beside the project)';

test.skipIf(!isThere)(
  `16,965 items of 42 collections come out by every format and come in again equal${why}`,
  async () => {
    const from = await installation();
    const file = from.file('items.ndjson');
    await pipeline(createReadStream(`${realItems}maxar/items.ndjson.gz`), createGunzip(), createWriteStream(file));
    await ingest(from.env, [file, '--create']);
    expect(await goAround(from)).toBe(16_965);
  },
);

test.skipIf(!isThere)(`1,000 aerial items come out by every format and come in again equal${why}`, async () => {
  const from = await installation();
  await ingest(from.env, [`${realItems}naip-pc/items.ndjson`, '--create']);
  expect(await goAround(from)).toBe(1_000);
});
