import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatorVersion } from './make-items.ts';
import { declared } from './store.ts';

/** What the layout of a catalogue follows from: when one of these changes, the old ones are of no use. */
const layoutOfAll = [
  'catalog/plan/cells.ts',
  'catalog/plan/duration-class.ts',
  'catalog/plan/slots.ts',
  'catalog/plan/streams.ts',
  'catalog/text/words-of.ts',
  'catalog/text/searchable-text.ts',
];
const layoutOfSqlite = [
  'adapters/sqlite/catalog/file/schema.ts',
  'adapters/sqlite/catalog/migrations.ts',
  'adapters/sqlite/catalog/file/text-schema.ts',
  'adapters/sqlite/catalog/file/settings.ts',
  'adapters/sqlite/catalog/file/item-row.ts',
  'adapters/sqlite/catalog/rollups/rolled-keys.ts',
];

/** Through the verbs of a running store, or all at once while none runs. */
export type LoadWay = 'online' | 'offline';

/** How the catalogue was loaded; kept beside it. */
export type Loading = {
  readonly items: number;
  readonly way: LoadWay;
  /** Items of each call, where it was online. */
  readonly bulk: number | null;
  readonly seconds: number;
  /** Of all threads, without the making of the items. */
  readonly cpuSeconds: number;
};

/** A data folder whose catalogue holds the first so many made items. */
export type CatalogueFolder = { readonly path: string; readonly file: string; readonly items: number };

export function catalogueFolder(folder: string, items: number, way: string): CatalogueFolder {
  const path = join(folder, `items-${items}-${way}-${layoutMark([...layoutOfSqlite, ...layoutOfAll])}`);
  return { path, file: join(path, 'catalog.db'), items };
}

const layoutOfPostgres = [
  'adapters/postgres/catalog/database/schema.ts',
  'adapters/postgres/catalog/migrations.ts',
  'adapters/postgres/catalog/database/item-row.ts',
  'adapters/postgres/catalog/database/slot-bytes.ts',
];

/** The data folder of a PostgreSQL server with the first so many made items. */
export const postgresFolder = (folder: string, items: number): string =>
  join(folder, `postgres-${items}-${layoutMark([...layoutOfPostgres, ...layoutOfAll])}`);

function layoutMark(sources: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([generatorVersion, declared]));
  for (const source of sources) hash.update(readFileSync(new URL(`../../server/src/${source}`, import.meta.url)));
  return hash.digest('hex').slice(0, 10);
}

const noteOf = ({ path }: CatalogueFolder): string => join(path, 'loading.json');

/** Null where there is none, or one whose loading was broken off. */
export function readLoading(folder: CatalogueFolder): Loading | null {
  const note = noteOf(folder);
  return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as Loading) : null;
}

export const writeLoading = (folder: CatalogueFolder, loading: Loading): void =>
  writeFileSync(noteOf(folder), JSON.stringify(loading));

export const removeFolder = ({ path }: CatalogueFolder): void => rmSync(path, { recursive: true, force: true });
