import sharp from 'sharp';
import {
  type PictureArchive,
  geoFields,
  makeImage,
  quarters,
  startPictureArchive,
  tiff,
} from '../../http/imagery/picture-archive.ts';
import { collectionJson, looseItem } from '../../stac/writes-fixture.ts';
import type { StartOptions } from '../../support/start-service.ts';

export const hostile = '<img src=x onerror=alert(1)>';
export const manyCount = 2_400;

/** Two dates of one place with real imagery, a hostile one, and very many outlines. */
export async function startExploreArchive(
  settings: Readonly<Record<string, string>>,
  options: StartOptions,
): Promise<PictureArchive> {
  const archive = await startPictureArchive(settings, options);
  const violet = makeImage({ width: 400, height: 400, fields: geoFields(32633, 1, [500_000, 5_400_000]) }, (...at) =>
    [120, 40, 160].at(at[2])!,
  );
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c82828' } })
    .png()
    .toBuffer();
  const thumbnail = { href: archive.file('spring.png', picture), type: 'image/png', roles: ['thumbnail'] };
  await archive.item('spring', {
    assets: { visual: tiff(archive.file('spring.tif', quarters.bytes())), thumbnail },
    properties: {
      title: 'River town in spring',
      datetime: '2024-04-10T10:00:00Z',
      platform: 'Fieldlark-1',
      ...cloud(5),
    },
  });
  await archive.item('autumn', {
    assets: { visual: tiff(archive.file('autumn.tif', violet)) },
    properties: {
      title: 'River town in autumn',
      datetime: '2025-10-02T10:00:00Z',
      platform: 'Fieldlark-2',
      ...cloud(60),
    },
  });
  await archive.item(`x ${hostile}`, {
    assets: { [hostile]: { href: 'https://elsewhere.example/thumb.png', type: 'image/png', roles: ['thumbnail'] } },
    properties: {
      title: hostile,
      description: hostile,
      datetime: '2023-01-05T10:00:00Z',
      platform: hostile,
      ...cloud(30),
    },
  });
  await store(archive, '/collections', collectionJson('many', { title: `Many ${hostile}` }));
  await store(archive, '/collections', collectionJson('bare'));
  await store(archive, '/collections/many/items', { type: 'FeatureCollection', features: manyItems() });
  return archive;
}

const cloud = (percent: number) => ({ 'eo:cloud_cover': percent });

async function store(archive: PictureArchive, path: string, json: object): Promise<void> {
  const answer = await archive.send('POST', path, { json });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
}

/** Squares side by side over a continent. */
const manyItems = () =>
  Array.from({ length: manyCount }, (_, at) => {
    const [west, south] = [-20 + (at % 60), -30 + Math.floor(at / 60)];
    const ring = [
      [west, south],
      [west + 0.9, south],
      [west + 0.9, south + 0.9],
      [west, south + 0.9],
      [west, south],
    ];
    const datetime = new Date(Date.UTC(2015, 0, 1) + at * 86_400_000).toISOString();
    return looseItem(`square-${at}`, {
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: { datetime, title: `Square ${at}`, ...cloud(at % 100) },
    });
  });
