import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Archive, makeCollection, makeItem, memberToken, square, startArchive } from '../stac/archive.ts';

const count = 60_000;
const atOnce = 1_000;
const id = (i: number) => `collection-${String(i).padStart(6, '0')}`;

const collectionOf = (i: number) =>
  makeCollection(id(i), {
    title: `Scenes of the region number ${(i * 7_919) % count}`,
    description: `One of very many, from the ${i % 7 === 0 ? 'snowy' : 'dry'} side.`,
    license: i % 3 === 0 ? 'CC-BY-4.0' : 'other',
    extent: {
      spatial: { bbox: [[(i % 359) - 180, (i % 170) - 85, (i % 359) - 179, (i % 170) - 84]] },
      temporal: { interval: [['2020-01-01T00:00:00Z', null]] },
    },
  });
const itemOf = (name: string, i: number) =>
  makeItem(name, {
    collection: id(i),
    geometry: square((i % 359) - 180, (i % 170) - 85),
    properties: { 'eo:cloud_cover': i % 100, platform: `p${i % 5}` },
  });

let archive: Archive;
let member: string;

beforeAll(async () => {
  archive = await startArchive([]);
  const { catalog } = archive.swath.service;
  for (let first = 0; first < count; first += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, i) => first + i);
    await Promise.all(numbers.map((i) => catalog.putCollection(collectionOf(i), 'insert', null)));
    await archive.add(...numbers.filter((i) => i % 3 === 0).map((i) => itemOf(`item-${i}`, i)));
  }
  member = await memberToken(
    archive,
    Array.from({ length: 5_000 }, (_, i) => id(i * 12)),
  );
}, 600_000);
afterAll(() => archive.stop());

type CpuMs = { readonly p50: number; readonly p99: number };

/** Of processor time, the test's own part in it: other work of the machine says nothing of the service. */
async function cpuMsOf(work: () => Promise<unknown>, times: number): Promise<CpuMs> {
  const taken: number[] = [];
  // The first one reads what the others find in memory.
  await work();
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1_000);
  }
  taken.sort((a, b) => a - b);
  return { p50: taken[times >> 1]!, p99: taken[Math.ceil(times * 0.99) - 1]! };
}

const medianCpuMs = async (work: () => Promise<unknown>): Promise<number> => (await cpuMsOf(work, 15)).p50;

const asked =
  (path: string, token = archive.token) =>
  async () => {
    const answer = await archive.get(path, { token });
    expect(answer.status).toBe(200);
  };

const longestMs = 100;
const calls = 100;
const told = ({ p50, p99 }: CpuMs): string => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms of CPU`;

test.each([
  '/',
  '/collections?limit=10',
  '/collections?limit=200',
  '/children?limit=10',
  '/browse/collections',
  '/queryables',
  `/collections/${id(30_000)}`,
  `/collections/${id(30_000)}/browse`,
  '/search?limit=10',
  '/search?limit=10&bbox=5,40,20,50',
  '/search?limit=10&sortby=-collection',
  `/search?limit=10&collections=${Array.from({ length: 200 }, (_, i) => id(i * 3)).join()}`,
  '/collections?limit=10&bbox=5,40,20,50',
  '/collections?limit=10&datetime=2020-06-01T00:00:00Z',
  '/collections?limit=10&q=snowy',
  "/collections?limit=10&filter=license%20=%20'other'",
  '/collections?limit=10&sortby=title',
])(
  'with 60,000 collections GET %s costs less than 100 ms, rarely 200, for all and for a member with 5,000 of them',
  async (path) => {
    const all = await cpuMsOf(asked(path), calls);
    const isGranted = !path.includes(id(30_000)) && !path.includes('collections=');
    const granted = isGranted ? await cpuMsOf(asked(path, member), calls) : null;
    console.info(`${path.slice(0, 60)}: ${told(all)}${granted === null ? '' : `; a member ${told(granted)}`}`);
    for (const { p50, p99 } of [all, ...(granted === null ? [] : [granted])]) {
      expect(p50).toBeLessThan(longestMs);
      expect(p99).toBeLessThan(2 * longestMs);
    }
  },
);

test('a write costs less than 100 ms, and what follows it too', async () => {
  let last = 0;
  const write = () => archive.add(itemOf(`more-${last++}`, (last * 17) % count));
  expect(await medianCpuMs(write)).toBeLessThan(longestMs);
  for (const path of ['/search?limit=10', '/queryables', '/collections?limit=10&q=snowy', '/collections?limit=10'])
    expect(
      await medianCpuMs(async () => {
        await write();
        await asked(path)();
      }),
    ).toBeLessThan(2 * longestMs);
});
