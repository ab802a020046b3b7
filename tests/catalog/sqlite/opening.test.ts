import { describe, expect, test } from 'vitest';
import { catalogMigrations } from '../../../server/src/adapters/sqlite/catalog/migrations.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { fill, find, itemJson, makeCollection, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

function run(file: string, sql: string): void {
  const connection = connect(file);
  connection.exec(sql);
  connection.close();
}

test('migrations are numbered from 1 without a gap', () => {
  expect(catalogMigrations.map(({ version }) => version)).toEqual(catalogMigrations.map((_, index) => index + 1));
});

describe('opening', () => {
  test('makes pages of 8 KiB and a write-ahead log', async () => {
    const file = temporaryFile();
    await (await open(file)).close();
    const connection = connect(file, { readOnly: true });
    expect(connection.prepare('PRAGMA page_size').get()).toEqual({ page_size: 8_192 });
    expect(connection.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    connection.close();
  });

  test('refuses the schema of a later release by name, and changes nothing', async () => {
    const file = temporaryFile();
    await (await open(file)).close();
    run(file, `INSERT INTO schema_version (version, name, applied_at_ms) VALUES (999, 'future', 0)`);
    await expect(open(file)).rejects.toMatchObject({ name: 'NewerSchema', message: expect.stringContaining('999') });
  });

  test('refuses a file that cannot be opened, without its path', async () => {
    const refused = open('/nonexistent/folder/catalog.db');
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable', message: 'the database cannot be opened' });
  });

  test('by three at once works, and each sees what another wrote', async () => {
    const file = temporaryFile();
    const stores = await Promise.all([open(file, ['n']), open(file, ['n']), open(file, ['n'])]);
    const [first, second, third] = stores.map(({ catalog }) => catalog);
    await putCollections(first!, 'a');
    await put(second!, [makeItem('one', { properties: { n: 1 } })]);
    expect(await find(third!)).toEqual(['one']);
    expect(problemsOf(file)).toEqual([]);
  });
});

describe('two writers on one file', () => {
  test('know of each other: counts, statistics and collections stay right', async () => {
    const file = temporaryFile();
    const [{ catalog: mine }, { catalog: theirs }] = [await open(file, ['n']), await open(file, ['n'])];
    await putCollections(mine, 'a', 'b');
    for (let n = 0; n < 10; n++) {
      await put(mine, [makeItem(`mine-${n}`, { properties: { n } })]);
      await put(theirs, [makeItem(`theirs-${n}`, { properties: { n: -n, other: true } })]);
    }
    // The collection is another one now, though it has the same name.
    await theirs.deleteCollection('a', null);
    await theirs.putCollection(makeCollection('a'), 'insert', null);
    await put(mine, [makeItem('again', { properties: { n: 'text' } })]);
    const [statistics] = await mine.statistics(['a'], 'all');
    expect(statistics).toMatchObject({ items: 1 });
    expect(statistics!.properties.get('n')).toMatchObject({ count: 1, types: ['string'] });
    expect(problemsOf(file)).toEqual([]);
  });

  test('one that waits too long is told that the store is busy, and goes on afterwards', async () => {
    const file = temporaryFile();
    const { catalog } = await open(file, [], { busyTimeoutMs: 50 });
    await putCollections(catalog, 'a');
    const other = connect(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(put(catalog, [makeItem('one')])).rejects.toMatchObject({
      kind: 'unavailable',
      detail: { reason: 'the database is busy', retryAfterSeconds: 1 },
    });
    other.exec('ROLLBACK');
    other.close();
    expect((await put(catalog, [makeItem('one')]))[0]!.outcome).toBe('created');
    expect(problemsOf(file)).toEqual([]);
  });

  test('the version changes for both, and for neither where nothing changed', async () => {
    const file = temporaryFile();
    const [{ catalog: mine }, { catalog: theirs }] = [await open(file), await open(file)];
    await fill(mine, [makeItem('one')]);
    const before = await mine.version();
    expect(await theirs.version()).toBe(before);
    await put(theirs, [makeItem('one')], 'upsert');
    await theirs.deleteItem('a', 'none', null);
    await theirs.load(Buffer.from(JSON.stringify(itemJson('one'))), 'a', 'upsert');
    expect(await mine.version()).toBe(before);
    await put(theirs, [makeItem('two')]);
    expect(await mine.version()).not.toBe(before);
  });
});

test('a version is never used again, even where a backup was restored', async () => {
  const [file, copy] = [temporaryFile(), temporaryFile()];
  const first = await open(file);
  await fill(first.catalog, [makeItem('one')]);
  await first.close();
  run(file, `VACUUM INTO '${copy}'`);
  const [again, restored] = [await open(file), await open(copy)];
  expect(await restored.catalog.version()).toBe(await again.catalog.version());
  await put(again.catalog, [makeItem('two')]);
  await put(restored.catalog, [makeItem('three')]);
  expect(await restored.catalog.version()).not.toBe(await again.catalog.version());
});
