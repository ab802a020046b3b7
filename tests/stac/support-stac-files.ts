import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { saySkipped } from '../support/say-skipped.ts';

const folder = fileURLToPath(new URL('../../../shared/data/stac/', import.meta.url));

/** Real items, collections and the STAC schemas lie beside the project, not in it. */
export const hasStacFiles = existsSync(folder);
const reason = 'no ../shared/data/stac beside the project';
export const whyNoStacFiles = hasStacFiles ? '' : ` (skipped: ${reason})`;
if (!hasStacFiles) saySkipped('stac-data', reason);

export const schemaFolder = `${folder}schemas`;

export type Json = Readonly<Record<string, unknown>>;
export type ItemJson = Json & {
  readonly id: string;
  readonly collection: string;
  readonly geometry: { readonly type: string } | null;
  readonly bbox?: readonly number[];
  readonly properties: Json;
  readonly links: readonly Json[];
};

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects to read
export const readJson = <T = Json>(name: string): T => JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as T;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as above
export function readLines<T = Json>(name: string): readonly T[] {
  const bytes = readFileSync(`${folder}${name}`);
  const lines = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

const readFeatures = (name: string): readonly ItemJson[] => readJson<{ features: ItemJson[] }>(name).features;

/** A set of real items with the collections that they live in. */
export type RealSet = {
  readonly name: string;
  readonly collections: readonly (Json & { readonly id: string })[];
  readonly items: readonly ItemJson[];
};

/** Everything that is there; a set whose collection has another name, or none, gets one of its items' name. */
export function realSets(): readonly RealSet[] {
  const vhr = readLines<ItemJson>('maxar/items.ndjson.gz');
  const naip = readLines<ItemJson>('naip-pc/items.ndjson');
  const sentinel = readFeatures('sentinel-2/sentinel-s2-l2a-cogs_0_100.json');
  return [
    { name: 'very high resolution', collections: readLines('maxar/collections.ndjson'), items: vhr },
    { name: 'NAIP', collections: [readJson('naip-pc/collection-naip.json')], items: naip },
    { name: 'Sentinel-2', collections: [renamed('sentinel-2/collection.json', sentinel)], items: sentinel },
    set('joplin', 'joplin/collection.json', readFeatures('joplin/index.geojson')),
    set('an older version', 'joplin/collection.json', readLines('naip-pc/pgstac-100-items.ndjson')),
    ...exampleSets(),
  ];
}

const set = (name: string, collection: string, items: readonly ItemJson[]): RealSet => ({
  name,
  collections: [renamed(collection, items)],
  items,
});

const renamed = (name: string, items: readonly ItemJson[]) => ({ ...readJson(name), id: items[0]!.collection });

/** The examples of the STAC specification: three of them are the same item in other words. */
function exampleSets(): readonly RealSet[] {
  const names = ['simple-item', 'core-item', 'extended-item', 'extensions-collection/proj-example/proj-example'];
  return names.map((name) => {
    const item = readJson<ItemJson>(`examples/${name}.json`);
    const home = `${item.collection}-${name.split('/').at(-1)}`;
    return set(`example ${name}`, 'examples/collection.json', [{ ...item, collection: home }]);
  });
}

/** The schemas by the addresses that they refer to each other by. */
export function stacSchemas(): ReadonlyMap<string, Json> {
  return new Map(stacSchemaFiles().map(([address, file]) => [address, JSON.parse(readFileSync(file, 'utf8')) as Json]));
}

const filesIn = (part: string, addressOf: (name: string) => string) =>
  readdirSync(`${schemaFolder}/${part}`).map((name) => [addressOf(name), `${schemaFolder}/${part}/${name}`] as const);

/** Where the schema of each address lies. */
export function stacSchemaFiles(): readonly (readonly [address: string, file: string])[] {
  return [
    ...filesIn('geojson', (name) => `https://geojson.org/schema/${name}`),
    ...['v1.0.0', 'v1.1.0'].flatMap((version) => filesIn(version, (name) => schemaAddress(version, name))),
  ];
}

/** Parts of an item's schema live beside it. */
function schemaAddress(version: string, name: string): string {
  const part = ['catalog.json', 'collection.json'].includes(name) ? name.replace('.json', '') : 'item';
  return `https://schemas.stacspec.org/${version}/${part}-spec/json-schema/${name}`;
}
