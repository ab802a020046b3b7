/** Made items, the same ones every time: `tsx bench/search/make-items.ts 1000 > items.ndjson` writes the first 1,000. */
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { createRandom } from '../../tests/support/seeded-random.ts';
import { type MadeCollection, collectionAt, madeCollections } from './items/collections.ts';
import { makers } from './items/families.ts';
import { textMembers } from './items/titles.ts';

/** Part of the name of every cached catalogue: another number makes them anew. */
export const generatorVersion = 2;

export type MadeItem = { readonly collection: MadeCollection; readonly id: string; readonly text: string };

const extensions = JSON.stringify(
  ['eo', 'projection'].map((name) => `https://stac-extensions.github.io/${name}/v1.0.0/schema.json`),
);

/** The item of a number, whatever was made before it: a smaller catalogue is the beginning of a larger one. */
export function makeItem(number: number): MadeItem {
  const random = createRandom(Math.imul(number + 1, 0x9e3779b1));
  const collection = collectionAt(random.next());
  const { id, geometry, bbox, properties, assets } = makers[collection.family](number, random, collection);
  const text =
    `{"type":"Feature","stac_version":"1.0.0","stac_extensions":${extensions},"id":"${id}",` +
    `"collection":"${collection.id}","geometry":${geometry},"bbox":${bbox},"properties":{${properties}${textMembers(collection.family, bbox, properties, number, random)}},` +
    `"assets":${assets},"links":[]}`;
  return { collection, id, text };
}

/** Items of one collection as the bytes of a FeatureCollection. */
export type Batch = { readonly collection: string; readonly items: number; readonly bytes: Uint8Array };

/** The items from one number to another, gathered by collection; each batch is full but the last of a collection. */
export function* makeBatches(from: number, to: number, size = 1_000): Generator<Batch> {
  const waiting = new Map<string, string[]>(madeCollections.map(({ id }) => [id, []]));
  for (let number = from; number < to; number++) {
    const { collection, text } = makeItem(number);
    const texts = waiting.get(collection.id)!;
    texts.push(text);
    if (texts.length === size) yield batchOf(collection.id, texts.splice(0));
  }
  for (const [collection, texts] of waiting) if (texts.length > 0) yield batchOf(collection, texts);
}

function batchOf(collection: string, texts: readonly string[]): Batch {
  const bytes = Buffer.from(`{"type":"FeatureCollection","features":[${texts.join(',')}]}`, 'latin1');
  return { collection, items: texts.length, bytes };
}

async function print(count: number): Promise<void> {
  for (let number = 0; number < count; number++)
    if (!process.stdout.write(`${makeItem(number).text}\n`)) await once(process.stdout, 'drain');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await print(Number(process.argv[2] ?? 1_000));
