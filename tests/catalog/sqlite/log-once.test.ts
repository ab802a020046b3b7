import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { pack } from '../../../server/src/adapters/sqlite/catalog/catalog-verbs.ts';
import { openForWriting } from '../../../server/src/adapters/sqlite/catalog/file/settings.ts';
import { createCatalogWorkshop } from '../../../server/src/adapters/sqlite/catalog/workshop.ts';
import type { FreshLimits } from '../../../server/src/adapters/sqlite/catalog/write/fresh-rows.ts';
import { commitBulks } from '../../../server/src/adapters/sqlite/commit-group.ts';
import { createRandom } from '../../support/seeded-random.ts';
import { makeItem, putCollections, square } from '../contract/fixtures.ts';
import { freshLimits } from './fresh-limits.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

const counts = '/proc/thread-self/io';
const whySkipped = existsSync(counts) ? '' : ' (skipped: this system does not count the writes of a thread)';
/** 128 pages: bulks here change several times as many. */
const cacheMiB = 1;
const declared = ['n'];
const pageBytes = 8_192;
const limits = { ...freshLimits(2_000, 1_000, 100), itemsAtOnce: 100 };

/** Titles, values and times are spread over the whole index. */
function itemsFrom(first: number, count: number) {
  const random = createRandom(first);
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(random.below(7_000) * 86_400_000).toISOString();
    const words = Array.from({ length: 4 }, () => `word${random.below(400)}`).join(' ');
    return makeItem(`i${first + i}`, {
      geometry: square(random.below(340) - 170, random.below(160) - 80),
      properties: { datetime: day, n: random.below(1e6), title: words },
    });
  });
}

const writesSoFar = (): number => Number(/^syscw: (\d+)/m.exec(readFileSync(counts, 'utf8'))![1]);

/** Loads bulks with a small cache; tells, for the last one, the pages in the log and what was written beside each page once. */
async function writesOfLastBulk(fresh: FreshLimits, sizes: readonly number[]) {
  const file = temporaryFile();
  const store = await open(file, declared);
  await putCollections(store.catalog, 'a');
  await store.close();
  const connection = openForWriting(file, {}, cacheMiB);
  onTestFinished(() => connection.close());
  connection.exec('PRAGMA wal_autocheckpoint = 0');
  const workshop = createCatalogWorkshop(connection, declared, fresh);
  let [first, pages, more] = [0, 0, 0];
  for (const size of sizes) {
    const input = pack(
      itemsFrom(first, size).map((item) => ({ item, ifMatch: null })),
      'insert',
    );
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const before = writesSoFar();
    expect(await commitBulks(connection, workshop, [{ id: 1, verb: 'putItems', input }])).toMatchObject([{ id: 1 }]);
    pages = (statSync(`${file}-wal`).size - 32) / (pageBytes + 24);
    // A page and its head.
    more = writesSoFar() - before - 2 * pages;
    first += size;
  }
  return { pages, more };
}

test.skipIf(whySkipped !== '')(
  `a bulk larger than the cache lays each page into the log once${whySkipped}`,
  async () => {
    const { pages, more } = await writesOfLastBulk(limits, [1_000, 1_000, 1_000, 1_000, 1_000, 1_000]);
    expect(pages).toBeGreaterThan(400);
    expect(more).toBeLessThan(10);
  },
);

test.skipIf(whySkipped !== '')(
  `more rows at once than the cache can keep would be seen here${whySkipped}`,
  async () => {
    const { more } = await writesOfLastBulk({ ...limits, mostWords: 12_000, itemsAtOnce: 10_000 }, [3_000, 3_000]);
    expect(more).toBeGreaterThan(100);
  },
);
