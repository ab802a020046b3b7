import { DatabaseSync } from '@photostructure/sqlite';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { geoPackageSource } from '../../server/src/adapters/ingest/geopackage-source.ts';
import { type RowCursor, splitCsv } from '../../server/src/ingest/split-csv.ts';
import type { Entry } from '../../server/src/ingest/source.ts';
import { all, pieces, temporaryFolder, textOf } from '../ingest/support.ts';

const read = (text: string, bytes = 7, from: RowCursor | null = null) =>
  all(splitCsv(pieces(text, bytes), 'stac_item', from));
const texts = (entries: readonly Entry[]) => entries.map(({ content }) => textOf(content));

async function* huge() {
  yield Buffer.from('stac_item\n"');
  for (let i = 0; i < 60; i++) yield Buffer.alloc(1_048_576, 'x');
  yield Buffer.from('"\n{}\n');
}

describe('items of a table', () => {
  const table = 'id,stac_item,note\r\na,"{""id"":""a,\r\n"",""x"":""""}","say ""hi"""\r\n\r\n"b","{}",\n"c",{},"x"';

  test.each([1, 2, 3, 5, 1_000])('in pieces of %i bytes', async (bytes) => {
    const entries = await read(table, bytes);
    expect(texts(entries)).toEqual(['{"id":"a,\r\n","x":""}', '{}', '{}']);
    expect(entries.map(({ position }) => position)).toEqual(['row 1', 'row 2', 'row 3']);
    expect(entries.at(-1)!.done).toBe(table.length);
  });

  test('goes on behind each', async () => {
    const entries = await read(table);
    for (const [index, { next }] of entries.entries()) {
      const cursor = next as RowCursor;
      expect(texts(await read(table.slice(cursor.offset), 7, cursor))).toEqual(texts(entries).slice(index + 1));
    }
  });

  test('a byte order mark, another order of columns, one column', async () => {
    expect(texts(await read('\ufeffstac_item\n{}\n'))).toEqual(['{}']);
    expect(texts(await read('\ufeff"stac_item","id"\n{},1\n'))).toEqual(['{}']);
  });

  test('what is no item is told, and keeps nothing else out', async () => {
    const entries = await read('id,stac_item\nshort\na,\nb,{}\nopen,"never closed\n');
    expect(texts(entries)).toEqual([
      'problem has 1 cells, and none with the item',
      'problem its item is empty',
      '{}',
      '"never closed',
    ]);
  });

  test('a row beyond all bounds is passed over', async () => {
    expect(texts(await all(splitCsv(huge(), 'stac_item', null)))).toEqual([
      expect.stringMatching(/^problem is too long/),
      '{}',
    ]);
  });

  test('a table without the column is refused', async () => {
    await expect(read('id,name\n1,2\n')).rejects.toThrow("no column 'stac_item'");
    await expect(read('')).rejects.toThrow('empty');
  });
});

describe('items of a GeoPackage', () => {
  const folder = temporaryFolder();
  const made = (name: string, ...statements: readonly string[]) => {
    const path = join(folder, name);
    const database = new DatabaseSync(path);
    for (const statement of statements) database.exec(statement);
    database.close();
    return path;
  };
  const contents = 'CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT)';

  test('from the layer that has them, whatever it is called, on from any of them', async () => {
    const path = made(
      'good.gpkg',
      contents,
      `CREATE TABLE "a ""b""" (fid INTEGER PRIMARY KEY, stac_item TEXT)`,
      `CREATE TABLE other (fid INTEGER PRIMARY KEY)`,
      `INSERT INTO gpkg_contents VALUES ('other', 'features'), ('a "b"', 'features'), ('gone', 'features')`,
      `INSERT INTO "a ""b""" VALUES (2, '{"id":"x"}'), (5, NULL), (9, '{}'), (12, zeroblob(4))`,
    );
    const source = await geoPackageSource(path);
    const entries = await all(source.entries(null));
    expect(texts(entries)).toEqual(['{"id":"x"}', 'problem has no item', '{}', 'problem has no item']);
    expect([source.total(), entries.at(-1)!.done]).toEqual([12, 12]);
    expect(texts(await all(source.entries(entries[1]!.next)))).toEqual(['{}', 'problem has no item']);
  });

  test('what is none is refused with a reason', async () => {
    writeFileSync(
      join(folder, 'text.gpkg'),
      'this is no database, but long enough to look like a file of one'.repeat(40),
    );
    await expect(geoPackageSource(join(folder, 'text.gpkg'))).rejects.toThrow('no GeoPackage');
    await expect(geoPackageSource(made('empty.gpkg', contents))).rejects.toThrow("column 'stac_item'");
    await expect(geoPackageSource(made('plain.gpkg', 'CREATE TABLE x (y)'))).rejects.toThrow('no GeoPackage');
    const view = made(
      'view.gpkg',
      contents,
      `CREATE VIEW v AS SELECT 1 AS fid, '{}' AS stac_item`,
      `INSERT INTO gpkg_contents VALUES ('v', 'features')`,
    );
    await expect(geoPackageSource(view)).rejects.toThrow("column 'stac_item'");
  });
});
