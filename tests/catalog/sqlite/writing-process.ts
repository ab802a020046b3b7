// A process that writes until it is killed: `<file> <seed>`. It says what it is about to do, and what was acknowledged.
import { openSqliteCatalog } from '../../../server/src/adapters/sqlite/catalog/open.ts';
import { createRandom } from '../../support/seeded-random.ts';
import { itemJson, makeCollection, makeItem, square } from '../contract/fixtures.ts';
import { freshLimits } from './fresh-limits.ts';

const [file, seed] = process.argv.slice(2) as [string, string];
const random = createRandom(Number(seed));
// Its bulks go by way of the small tables.
const limits = freshLimits(300, 200, 50);
const { catalog } = await openSqliteCatalog(file, { declared: ['n', 'kind'], readers: 1, freshLimits: limits });
await catalog.putCollection(makeCollection('a'), 'upsert', null);

// Writing to a pipe waits until it is written.
const say = (lines: readonly string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));

const randomItem = (id: string) =>
  makeItem(id, {
    geometry: square(random.below(340) - 170, random.below(160) - 80, random.pick([0.1, 1, 9])),
    properties: {
      datetime: new Date(Date.UTC(2020, 0, 1 + random.below(900))).toISOString(),
      n: random.below(1_000),
      kind: random.pick(['one', 'two', undefined]),
      title: random.pick(['a meadow', 'a lake', undefined]),
    },
  });

async function load(ids: readonly string[]): Promise<void> {
  const items = ids.map(randomItem);
  say(ids.map((id) => `about ${id}`));
  const body = {
    type: 'FeatureCollection',
    features: [...items.map(({ document }) => document), itemJson('bad', { bbox: 1 })],
  };
  const loaded = await catalog.load(Buffer.from(JSON.stringify(body)), 'a', 'upsert');
  const wrong = [...loaded.features]
    .slice(0, -1)
    .find(({ outcome }) => !['created', 'replaced', 'unchanged'].includes(outcome));
  if (wrong !== undefined) say([`wrong ${JSON.stringify(wrong)}`]);
  say(items.map(({ id, etag }) => `stored ${id} ${etag}`));
}

async function remove(ids: readonly string[]): Promise<void> {
  say(ids.map((id) => `about ${id}`));
  await catalog.deleteItems(ids.map((id) => ({ collection: 'a', id })));
  say(ids.map((id) => `deleted ${id}`));
}

/** Ids of its own, so that several can write at once. */
async function writeForever(name: string): Promise<void> {
  const ids = Array.from({ length: 400 }, (_, i) => `${name}-${i}`);
  const some = (most: number) => [...new Set(Array.from({ length: 1 + random.below(most) }, () => random.pick(ids)))];
  for (;;) await (random.chance(0.7) ? load(some(60)) : remove(some(20)));
}

say(['ready']);
await Promise.all(['x', 'y', 'z'].map(writeForever));
