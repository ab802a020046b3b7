import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { openCatalog } from '../../../server/src/open-catalog.ts';
import { silentLog } from '../../../server/src/shared/log.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { serverUrl, whyNone, whySkipped } from './server.ts';

async function rows(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(whyNone !== null)(`SWATH_PARTITION_ITEMS${whySkipped}`, () => {
  test('a service parts what has more items, an hour after the upgrade', async () => {
    const name = `parted_${randomUUID().replaceAll('-', '')}`;
    await rows(serverUrl, `CREATE DATABASE ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    const open = () => openCatalog(readConfig({ SWATH_DATABASE_URL: url.href, SWATH_PARTITION_ITEMS: '2' }), silentLog);
    const state = async () => (await rows(url.href, 'SELECT entries FROM catalog_state'))[0]!['entries'];
    try {
      const first = await open();
      await putCollections(first.catalog, 'a');
      await put(first.catalog, [makeItem('1'), makeItem('2'), makeItem('3')]);
      await first.close();
      const early = await open();
      while (early.isTended()) await setTimeout(10);
      await early.close();
      expect(await state()).toBe('catalog_entries');
      await rows(url.href, 'UPDATE catalog_schema_version SET applied_at_ms = applied_at_ms - 3700000');
      const later = await open();
      while (later.isTended()) await setTimeout(10);
      expect(await state()).toBe('catalog_entries_by_time');
      expect(await find(later.catalog)).toEqual(['1', '2', '3']);
      await later.close();
    } finally {
      await rows(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});
