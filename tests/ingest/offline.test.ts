import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openOfflineCatalog } from '../../server/src/adapters/sqlite/catalog/load/open-offline.ts';
import { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import { DataFolderBusy, lockDataFolder } from '../../server/src/adapters/sqlite/data-folder-lock.ts';
import { parseItem } from '../../server/src/catalog/item.ts';
import { spawnSwath, stopLeftovers, cleanEnv } from '../cli/swath-process.ts';
import { problemsOf } from '../catalog/sqlite/recount.ts';
import { program } from '../support/program.ts';
import { documentsIn, installation, item, manyItems, ndjson } from './support.ts';

afterAll(stopLeftovers);

const declared = ['eo:cloud_cover', 'platform', 'gsd', 'view:off_nadir', 'catalog_id', 'acquisition_id'];

/** Large enough for the way that needs the folder for itself. */
const largeLines = (count: number) =>
  ndjson(
    manyItems(count, { properties: { datetime: '2026-05-01T10:00:00Z', platform: 'p', text: 'x'.repeat(1_200) } }),
  );

const hasCheckpoint = (folder: string) =>
  existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));

describe('swath ingest of a large file while no service runs', () => {
  test('killed with -9 while it stores and while it indexes, the same command ends with a whole catalogue', async () => {
    const place = await installation();
    writeFileSync(place.file('items.ndjson'), largeLines(7_000));
    const args = ['ingest', place.file('items.ndjson'), '--collection', 'many', '--create', '--json'];
    const file = join(place.env.SWATH_DATA, 'catalog.db');
    let kills = 0;
    for (const afterMs of [0, 150, 600]) {
      const child = spawn(process.execPath, [program, ...args], { env: cleanEnv(place.env), stdio: 'ignore' });
      const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
      while (!hasCheckpoint(join(place.env.SWATH_DATA, 'ingest')) && child.exitCode === null) await setTimeout(5);
      await setTimeout(afterMs);
      child.kill('SIGKILL');
      if ((await ended)[1] === 'SIGKILL') kills++;
    }
    expect(kills).toBeGreaterThan(0);
    // Whoever opens it next finds all that was stored, indexed.
    const { catalog, close } = await openSqliteCatalog(file, { declared });
    const found = (await documentsIn(catalog)).size;
    await close();
    expect(problemsOf(file)).toEqual([]);
    const { code, stdout } = await spawnSwath(args, place.env);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { read: 7_000, finished: true }]);
    expect(problemsOf(file)).toEqual([]);
    const after = await openSqliteCatalog(file, { declared });
    expect((await documentsIn(after.catalog)).size).toBe(7_000);
    await after.close();
    expect(found).toBeLessThanOrEqual(7_000);
  }, 180_000);

  test('a service that starts meanwhile is refused, and says who has the folder', async () => {
    const place = await installation();
    const file = join(place.env.SWATH_DATA, 'catalog.db');
    const offline = (await openOfflineCatalog(file, () => ({ declared })))!;
    await expect(lockDataFolder(place.env.SWATH_DATA)).rejects.toThrow(DataFolderBusy);
    // Another one that wants to load, or only to read, does not see half of a load.
    expect(await openOfflineCatalog(file, () => ({ declared }))).toBeNull();
    await expect(openSqliteCatalog(file, { declared, busyTimeoutMs: 50 })).rejects.toThrow('busy');
    writeFileSync(place.file('one.ndjson'), ndjson([item('one')]));
    const args = ['ingest', place.file('one.ndjson'), '--collection', 'many', '--create'];
    expect(await spawnSwath(args, place.env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a large file may have it'),
    });
    await offline.close();
    expect(await spawnSwath(args, place.env)).toMatchObject({ code: 0 });
  });

  test('it is not taken while a service has the folder, or another process the file', async () => {
    const place = await installation();
    const file = join(place.env.SWATH_DATA, 'catalog.db');
    const lock = await lockDataFolder(place.env.SWATH_DATA);
    expect(await openOfflineCatalog(file, () => ({ declared }))).toBeNull();
    await lock.release();
    const beside = await openSqliteCatalog(file, { declared });
    await beside.catalog.getCollection('many', 'all');
    expect(await openOfflineCatalog(file, () => ({ declared }))).toBeNull();
    await beside.close();
  });

  test('what was not committed is not there; one that failed takes nothing more', async () => {
    const place = await installation();
    const file = join(place.env.SWATH_DATA, 'catalog.db');
    const offline = (await openOfflineCatalog(file, () => ({ declared })))!;
    const { catalog } = offline;
    const put = (id: string) =>
      catalog.putItems([{ item: parseItem(item(id, { collection: 'many' })), ifMatch: null }], 'upsert');
    expect(await put('early')).toMatchObject([{ outcome: 'no_collection' }]);
    const broken = [{ item: null, ifMatch: null }] as never;
    await offline.commit();
    await expect(catalog.putItems(broken, 'upsert')).rejects.toThrow('null');
    await expect(put('late')).rejects.toThrow('goes on from its checkpoint');
    await offline.close();
    expect(problemsOf(file)).toEqual([]);
  });
});
