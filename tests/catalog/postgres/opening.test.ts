import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { openPostgresCatalog } from '../../../server/src/adapters/postgres/catalog/open.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { type OwnSchema, ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

async function run(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

describe.skipIf(whyNone !== null)(`opening the catalogue on PostgreSQL${whySkipped}`, () => {
  const schemas: OwnSchema[] = [];
  const fresh = () => {
    const own = ownSchema();
    schemas.push(own);
    return own;
  };
  afterAll(async () => {
    for (const own of schemas) await own.drop();
  });

  test('nodes that start together make the schema once', async () => {
    const own = fresh();
    const nodes = await Promise.all([own.open(), own.open(), own.open()]);
    await putCollections(nodes[0].catalog, 'a');
    await put(nodes[1].catalog, [makeItem('one')]);
    expect(await find(nodes[2].catalog)).toEqual(['one']);
    expect(await own.rows('SELECT version FROM catalog_schema_version')).toEqual(
      [1, 2, 3, 4, 5, 6].map((version) => ({ version })),
    );
  });

  test('who has nothing to say of what is declared opens it while another one writes', async () => {
    const own = fresh();
    await own.open({ declared: ['a'] });
    const writer = new Client({ connectionString: serverUrl, options: `-c search_path=${own.schema},public` });
    await writer.connect();
    await writer.query('BEGIN; SELECT 1 FROM catalog_state FOR UPDATE');
    const opening = Promise.all([own.open({ declared: ['a'] }), own.open({ declared: [], summarised: null })]);
    const outcome = await Promise.race([opening.then(() => 'opened'), setTimeout(20_000, 'waits', { ref: false })]);
    await writer.query('ROLLBACK');
    await writer.end();
    await opening;
    expect(outcome).toBe('opened');
    expect(await own.rows('SELECT name FROM catalog_declared')).toEqual([{ name: 'a' }]);
  });

  test('who has nothing to say of what is declared leaves the upkeep of the index to who has', async () => {
    const own = fresh();
    const service = await own.open();
    await putCollections(service.catalog, 'a');
    await put(service.catalog, [makeItem('one')]);
    await service.close();
    await own.rows('UPDATE catalog_state SET reindex = 0');
    const thread = await own.open({ summarised: null });
    while (thread.isTended()) await setTimeout(10);
    expect(await own.rows('SELECT reindex FROM catalog_state')).toEqual([{ reindex: '0' }]);
    const next = await own.open();
    while (next.isTended()) await setTimeout(10);
    expect(await own.rows('SELECT reindex FROM catalog_state')).toEqual([{ reindex: null }]);
  });

  test('a newer schema is refused', async () => {
    const own = fresh();
    await (await own.open()).close();
    await own.rows("INSERT INTO catalog_schema_version VALUES (99, 'later', 0)");
    await expect(own.open()).rejects.toThrow('the database has schema version 99, this release knows');
  });

  test('a database without PostGIS is refused with what to run, where the role may not make it', async () => {
    const name = `plain_${randomUUID().replaceAll('-', '')}`;
    await run(serverUrl, `CREATE ROLE ${name} LOGIN`, `CREATE DATABASE ${name} OWNER ${name}`);
    const url = new URL(serverUrl);
    [url.pathname, url.username] = [`/${name}`, name];
    try {
      await expect(openPostgresCatalog(url.href, { declared: [] })).rejects.toThrow('CREATE EXTENSION postgis');
    } finally {
      await run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${name}`);
    }
  });

  test('more properties than there are slots are refused', async () => {
    const declared = Array.from({ length: 13 }, (_, n) => `p${n}`);
    await expect(fresh().open({ declared })).rejects.toThrow('at most 12 properties can be declared');
  });
});
