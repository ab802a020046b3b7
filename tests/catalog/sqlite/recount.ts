import { type Connection, connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { searchableColumns } from '../../../server/src/adapters/sqlite/catalog/file/schema.ts';
import { propertyReader } from '../../../server/src/catalog/evaluate/item-property.ts';
import { parseItem } from '../../../server/src/catalog/item.ts';
import { packTime } from '../../../server/src/catalog/plan/packed-time.ts';
import { slotValueOf } from '../../../server/src/catalog/plan/slots.ts';
import { streamsOf } from '../../../server/src/catalog/plan/streams.ts';
import {
  type PropertyMap,
  type PropertyStatistics,
  mergeStatistics,
  statisticsOf,
} from '../../../server/src/catalog/property-statistics.ts';
import { pool } from '../../../server/src/adapters/sqlite/catalog/collections/remembered-statistics.ts';
import { shownProblems } from './recount-collection.ts';
import { textProblems } from './recount-texts.ts';
import type { JsonObject } from '../../../server/src/catalog/refuse.ts';
import { sortValueOf } from '../../../server/src/catalog/sort-value.ts';
import { rollupProblems } from './recount-rollups.ts';

type Row = Readonly<Record<string, unknown>>;
type StoredRow = Row & {
  readonly pk: number;
  readonly id: string;
  readonly collection: string;
  readonly dt: string;
  readonly streams: string;
  readonly own_id: string;
  readonly own_collection: string;
  readonly etag: string;
  readonly footprint: string | null;
  readonly document: Uint8Array;
};

/** All that is wrong with a catalogue file, by counting everything anew from the documents. */
export function problemsOf(file: string): readonly string[] {
  const connection = connect(file, { readOnly: true });
  connection.exec('BEGIN');
  try {
    const all = (sql: string) => connection.prepare(sql).all() as Row[];
    const items = all(
      'SELECT i.*, d.id AS own_id, d.collection AS own_collection, etag, footprint, document FROM items i JOIN documents d USING (pk)',
    ) as StoredRow[];
    return [
      ...all('PRAGMA integrity_check').flatMap((row) => (row['integrity_check'] === 'ok' ? [] : [JSON.stringify(row)])),
      ...differences(
        'items',
        all('SELECT pk FROM items'),
        items.map(({ pk }) => ({ pk })),
      ),
      ...differences(
        'documents',
        all('SELECT pk FROM documents'),
        items.map(({ pk }) => ({ pk })),
      ),
      ...items.flatMap((row) => rowProblems(row, connection)),
      ...differences('entries', all(`SELECT stream, ${searchableColumns} FROM entries`), items.flatMap(entriesOf)),
      ...differences(
        'props',
        all('SELECT * FROM props'),
        items.flatMap((row) => propsOf(row, connection)),
      ),
      ...textProblems(connection, items),
      ...streamProblems(all('SELECT * FROM stream_facts'), items),
      ...collectionProblems(connection, items),
      ...rollupProblems(connection),
    ];
  } finally {
    connection.exec('COMMIT');
    connection.close();
  }
}

const documentOf = ({ document }: StoredRow): JsonObject => JSON.parse(Buffer.from(document).toString()) as JsonObject;

/** As texts, so that a difference can be read; the order does not matter. */
function differences(what: string, found: readonly Row[], expected: readonly Row[]): readonly string[] {
  const textOf = (row: Row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  const [have, want] = [found.map(textOf), expected.map(textOf)];
  const [haveSet, wantSet] = [new Set(have), new Set(want)];
  return [
    ...(have.length === want.length ? [] : [`${what}: ${have.length} rows instead of ${want.length}`]),
    ...have.filter((row) => !wantSet.has(row)).map((row) => `${what}: too many: ${row}`),
    ...want.filter((row) => !haveSet.has(row)).map((row) => `${what}: missing: ${row}`),
  ].slice(0, 5);
}

function rowProblems(row: StoredRow, connection: Connection): readonly string[] {
  const item = parseItem(documentOf(row));
  const numbers = connection.prepare('SELECT number FROM collections WHERE id = ?').all(item.collection) as Row[];
  const streams = JSON.stringify(streamsOf(item, Number(numbers[0]?.['number'])));
  const footprint = item.geometry && JSON.stringify(item.geometry);
  const key = [item.id, item.collection];
  const expected = [...key, ...key, item.etag, footprint, packTime(item.dt ?? ''), streams];
  const found = [row.id, row.collection, row.own_id, row.own_collection, row.etag, row.footprint, row.dt, row.streams];
  return [
    ...(isSame(found, expected) ? [] : [`item ${row.pk}: ${found.join()} instead of ${expected.join()}`]),
    ...declaredIn(connection)
      .filter(({ slot, name }) => !isSame(row[`v${slot}`], slotValueOf(propertyReader(name)(item.document))))
      .map(({ name }) => `item ${row.pk}: another ${name}`),
  ];
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const declaredIn = (connection: Connection) =>
  connection.prepare('SELECT slot, name FROM declared').all() as { slot: number; name: string }[];

function entriesOf(row: StoredRow): readonly Row[] {
  const columns = Object.fromEntries(searchableColumns.split(', ').map((name) => [name, row[name]]));
  return (JSON.parse(row.streams) as number[]).map((stream) => ({ stream, ...columns }));
}

function propsOf(row: StoredRow, connection: Connection): readonly Row[] {
  const { pk, id, collection, dt } = row;
  return declaredIn(connection).flatMap(({ slot, name }) => {
    const value = sortValueOf(propertyReader(name)(documentOf(row)));
    return value === null ? [] : [{ slot, value, dt, id, collection, pk }];
  });
}

function streamProblems(stats: readonly Row[], items: readonly StoredRow[]): readonly string[] {
  const counts = new Map<number, number>();
  const times = new Map<number, string[]>();
  for (const { streams, dt } of items)
    for (const stream of JSON.parse(streams) as number[]) {
      counts.set(stream, (counts.get(stream) ?? 0) + 1);
      if (dt !== '') times.set(stream, [...(times.get(stream) ?? []), dt]);
    }
  const found = stats.map(({ stream, items: count }) => ({ stream, count }));
  const isOutside = ({ stream, oldest, newest }: Row) =>
    times.get(Number(stream))?.some((dt) => dt < String(oldest) || dt > String(newest) || oldest === '') ?? false;
  return [
    ...differences(
      'stream_facts',
      found,
      [...counts].map(([stream, count]) => ({ stream, count })),
    ),
    ...stats.filter(isOutside).map((row) => `stream_facts: too narrow: ${JSON.stringify(row)}`),
  ];
}

function collectionProblems(connection: Connection, items: readonly StoredRow[]): readonly string[] {
  const collections = connection.prepare('SELECT id, items FROM collections').all() as { id: string; items: number }[];
  const rows = connection.prepare('SELECT collection, name, statistics FROM property_stats').all() as {
    collection: string;
    name: string;
    statistics: string;
  }[];
  const pooled = rows.filter(({ collection }) => collection === pool);
  const strays = rows.filter(
    ({ collection }) => collection !== pool && collections.every(({ id }) => id !== collection),
  );
  const exactPool = mergeStatistics(
    rows
      .filter(({ collection }) => collection !== pool)
      .map(({ name, statistics }) => new Map([[name, { ...parse(statistics), count: 1 }]])),
  );
  return [
    ...statisticsProblems('all', new Map(pooled.map(({ name, statistics }) => [name, parse(statistics)])), exactPool),
    ...collections.flatMap(({ id }) =>
      shownProblems(
        connection,
        id,
        items.filter(({ collection }) => collection === id),
      ),
    ),
    ...strays.map(({ collection }) => `property_stats: of no collection: ${collection}`),
    ...collections.flatMap(({ id, items: count }) => {
      const own = items.filter(({ collection }) => collection === id);
      const exact = mergeStatistics(own.map((row) => statisticsOf(documentOf(row)['properties'] as JsonObject)));
      const kept = rows.filter(({ collection }) => collection === id);
      return [
        ...(own.length === count ? [] : [`${id}: ${count} items instead of ${own.length}`]),
        ...statisticsProblems(id, new Map(kept.map(({ name, statistics }) => [name, parse(statistics)])), exact),
      ];
    }),
  ];
}

const parse = (text: string): PropertyStatistics => JSON.parse(text) as PropertyStatistics;

const countsIn = (map: PropertyMap) => [...map].map(([name, { count }]) => ({ name, count }));

/** Counts are exact; all else may be wider. */
function statisticsProblems(id: string, kept: PropertyMap, exact: PropertyMap): readonly string[] {
  return [
    ...differences(`statistics of ${id}`, countsIn(kept), countsIn(exact)),
    ...[...exact].flatMap(([name, least]) => {
      const wide = kept.get(name);
      return wide === undefined || isWider(wide, least) ? [] : [`statistics of ${id}: ${name} is too narrow`];
    }),
  ];
}

function isWider(wide: PropertyStatistics, narrow: PropertyStatistics): boolean {
  const hasTypes = narrow.types.every((type) => wide.types.includes(type));
  const hasValues = wide.values === null || (narrow.values ?? [NaN]).every((value) => wide.values!.includes(value));
  const isMixed =
    wide.types.includes('timestamp') && wide.types.some((type) => type === 'integer' || type === 'number');
  const hasBounds =
    isMixed ||
    narrow.least === null ||
    (wide.least !== null && wide.least <= narrow.least && wide.greatest! >= narrow.greatest!);
  return hasTypes && hasValues && hasBounds;
}
