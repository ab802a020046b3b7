import type { Json } from './support-stac-files.ts';
import { type WriteService, collectionJson, featureCollection, startWriteService, writerOf } from './writes-fixture.ts';

const dayMs = 86_400_000;
const firstDayMs = Date.UTC(2024, 0, 1);

export type ArchiveItem = {
  readonly id: string;
  readonly collection: string;
  readonly bbox: readonly [number, number, number, number];
  readonly geometry: object;
  readonly properties: Json & { readonly datetime: string };
};

const square = (west: number, south: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ],
  ],
});

/** One day after the other, over a band from west to east; every seventh says nothing of its clouds. */
function archiveItem(collection: string, i: number): ArchiveItem {
  const [west, south] = [i * 2 - 60, (i % 7) * 5 - 5];
  const cloudCover = i % 7 === 3 ? {} : { 'eo:cloud_cover': 5 + (i % 10) * 10 };
  return {
    id: `${collection}-${String(i).padStart(3, '0')}`,
    collection,
    bbox: [west, south, west + 1, south + 1],
    geometry: square(west, south),
    properties: {
      datetime: new Date(firstDayMs + i * dayMs).toISOString(),
      platform: `sat-${i % 3}`,
      grade: 'ABC'[i % 3]!,
      gsd: 0.3 + (i % 4) / 10,
      ...cloudCover,
    },
  };
}

const listOf = (collection: string, count: number) =>
  Array.from({ length: count }, (_, i) => archiveItem(collection, i));

/** What every client finds: enough for pages, small enough to know by heart. */
export const archive: readonly ArchiveItem[] = [...listOf('alpha', 80), ...listOf('beta', 40)];

export type ClientService = WriteService & { readonly key: string };

/** The service with the archive in it, and a key that may search and write. */
export async function startArchive(): Promise<ClientService> {
  const swath = await startWriteService();
  for (const id of ['alpha', 'beta', 'scratch']) {
    const extent = {
      spatial: { bbox: [[-60, -5, 100, 26]] },
      temporal: { interval: [['2024-01-01T00:00:00Z', null]] },
    };
    const json = collectionJson(id, { title: `Archive ${id}`, extent, keywords: [id] });
    await swath.send('POST', '/collections', { json });
    const own = archive.filter(({ collection }) => collection === id);
    if (own.length > 0) await load(swath, id, own);
  }
  const { key } = await writerOf(swath, ['search', 'catalog:write']);
  return { ...swath, key };
}

async function load(swath: WriteService, home: string, items: readonly ArchiveItem[]): Promise<void> {
  const assets = { image: { href: 'https://data.example/image.tif', type: 'image/tiff', roles: ['data'] } };
  const features = items.map((item) => ({ type: 'Feature', stac_version: '1.0.0', ...item, assets, links: [] }));
  const answer = await swath.send('POST', `/collections/${home}/items`, { json: featureCollection(features) });
  if (answer.status !== 201) throw new Error(`the load answered ${answer.status}: ${answer.text}`);
}
