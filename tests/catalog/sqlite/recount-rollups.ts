import type { Connection } from '../../../server/src/adapters/sqlite/driver.ts';
import { type ItemRow, collectionOf, rowColumns } from '../../../server/src/adapters/sqlite/catalog/file/item-row.ts';
import { keyOfRow, placeKind } from '../../../server/src/adapters/sqlite/catalog/rollups/rolled-keys.ts';

/** All that is wrong with the rollups, by counting the rows that are said to be counted. */
export function rollupProblems(connection: Connection): readonly string[] {
  const kinds = connection.prepare('SELECT kind, filled FROM rollup_kinds').all() as {
    readonly kind: number;
    readonly filled: number | null;
  }[];
  const expected = new Map<string, number>();
  const names = rowColumns.split(', ');
  const numbers = new Map(
    (
      connection.prepare('SELECT id, number FROM collections').all() as {
        readonly id: string;
        readonly number: number;
      }[]
    ).map(({ id, number }) => [id, number]),
  );
  for (const item of connection.prepare('SELECT * FROM items').all() as Record<string, never>[]) {
    const row = names.map((name) => item[name]!) as ItemRow;
    for (const { kind, filled } of kinds) {
      const key = (filled ?? Infinity) >= Number(item['pk']) ? keyOfRow(row, kind) : null;
      if (key === null) continue;
      for (const collection of [...(kind === placeKind ? [] : [0]), numbers.get(collectionOf(row))!]) {
        const place = `${kind} ${collection} ${typeof key} ${key}`;
        expected.set(place, (expected.get(place) ?? 0) + 1);
      }
    }
  }
  const stored = connection.prepare('SELECT kind, collection, key, items FROM rollups').all() as {
    kind: number | string;
    collection: number;
    key: number | string;
    items: number;
  }[];
  const found = new Map(
    stored.map(({ kind, collection, key, items }) => [`${kind} ${collection} ${typeof key} ${key}`, items]),
  );
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((place) => expected.get(place) !== found.get(place))
    .map((place) => `rollup ${place} is ${found.get(place)} and not ${expected.get(place)}`);
}
