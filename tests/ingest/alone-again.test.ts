import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { declaredNow } from '../../server/src/adapters/sqlite/catalog/file/declared-now.ts';
import { readConfig } from '../../server/src/config.ts';
import { openCatalogAlone } from '../../server/src/open-catalog.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { spawnSwath, stopLeftovers } from '../cli/swath-process.ts';
import { installation, item, ndjson } from './support.ts';

afterAll(stopLeftovers);

test('a catalogue that has items already is taken alone too, with the properties that it has an index for', async () => {
  const { env, file } = await installation();
  writeFileSync(file('one.ndjson'), ndjson([item('one')]));
  const args = ['ingest', file('one.ndjson'), '--collection', 'many', '--create'];
  expect(await spawnSwath(args, env)).toMatchObject({ code: 0 });
  const offline = await openCatalogAlone(readConfig({ ...env, SWATH_QUERYABLES: 'other' }), silentLog);
  expect(await offline?.catalog.getItem('many', 'one', 'all')).toMatchObject({ id: 'one' });
  await offline?.close();
  expect(declaredNow(join(env.SWATH_DATA, 'catalog.db'))).toContain('eo:cloud_cover');
});
