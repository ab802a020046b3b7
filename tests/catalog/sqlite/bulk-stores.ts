import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import type { Random } from '../../support/seeded-random.ts';
import { put, putCollections } from '../contract/fixtures.ts';
import { collections, declared, randomItem } from './random-writes.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

/** Without time, without geometry, across the antimeridian, without words, with values of every type. */
export const newItem = (random: Random, id: string): Item => parseItem({ ...randomItem(random).document, id });

/** New ones, and among them some that were there before or come twice. */
export const bulkOf = (random: Random): readonly Item[] =>
  Array.from({ length: 600 }, (_, i) => (i % 8 === 7 ? randomItem(random) : newItem(random, `new-${i % 500}`)));

export async function storeWith(items: readonly Item[]) {
  const file = temporaryFile();
  const { catalog } = await open(file, declared);
  await putCollections(catalog, ...collections);
  await put(catalog, items, 'upsert');
  return { file, catalog };
}

const tables = {
  entries: '*',
  props: '*, typeof(value)',
  texts: '*',
  words: '*',
  stream_facts: 'stream, items',
  word_counts: '*',
  rollups: '*',
  collections: 'id, items',
};

/** Every row that the index has. */
export function indexOf(file: string): Readonly<Record<string, readonly unknown[]>> {
  const connection = connect(file, { readOnly: true });
  const rows = Object.entries(tables).map(([table, columns]) => {
    const order = columns.split(', ').map((_, i) => i + 1);
    return [table, connection.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${order.join()}`).all()];
  });
  connection.close();
  return Object.fromEntries(rows) as Record<string, readonly unknown[]>;
}
