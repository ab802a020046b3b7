import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { encodeThrift, int32, int64, list, struct, text } from '../../server/src/adapters/geoparquet/write/thrift.ts';
import { geoParquetSource } from '../../server/src/adapters/ingest/geoparquet-source.ts';
import type { Content } from '../../server/src/ingest/source.ts';

const folder = mkdtempSync(join(tmpdir(), 'swath-bad-values-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sized = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** A page of bytes as they are, none of them null. */
function pageOf(values: readonly Buffer[]): Buffer {
  const body = Buffer.concat(values.map(sized));
  const head = encodeThrift(
    [1, int32(0)],
    [2, int32(body.length)],
    [3, int32(body.length)],
    [5, struct([1, int32(values.length)], [2, int32(0)], [3, int32(3)], [4, int32(3)])],
  );
  return Buffer.concat([head, body]);
}

/** `said`: the type that the column says of its bytes; null for well-known binary. */
type Written = { readonly name: string; readonly said: number | null; readonly values: readonly Buffer[] };

function parquet(columns: readonly Written[]): Buffer {
  const rows = columns[0]!.values.length;
  const leaves = columns.map(({ name, said }) =>
    struct([1, int32(6)], [3, int32(0)], [4, text(name)], ...(said === null ? [] : [[6, int32(said)] as const])),
  );
  let at = 4;
  const pages = columns.map(({ values }) => pageOf(values));
  const chunks = pages.map((page) => {
    const place = at;
    at += page.length;
    const meta = [
      [1, int32(6)],
      [4, int32(0)],
      [5, int64(rows)],
      [7, int64(page.length)],
      [9, int64(place)],
    ] as const;
    return struct([2, int64(0)], [3, struct(...meta)]);
  });
  const footer = encodeThrift(
    [1, int32(1)],
    [2, list([struct([4, text('schema')], [5, int32(columns.length)]), ...leaves])],
    [3, int64(rows)],
    [4, list([struct([1, list(chunks)], [2, int64(1)], [3, int64(rows)])])],
  );
  return Buffer.concat([Buffer.from('PAR1'), ...pages, footer, sized(footer).subarray(0, 4), Buffer.from('PAR1')]);
}

const point = (x: number, y: number): Buffer => {
  const bytes = Buffer.alloc(21);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(1, 1);
  bytes.writeDoubleLE(x, 5);
  bytes.writeDoubleLE(y, 13);
  return bytes;
};

async function contents(bytes: Buffer): Promise<readonly Content[]> {
  const path = join(folder, 'items.parquet');
  writeFileSync(path, bytes);
  const found: Content[] = [];
  for await (const { content } of (await geoParquetSource(path)).entries(null)) found.push(content);
  return found;
}

const [utf8, json] = [0, 19];

test('a value that cannot be read is told of its item, and the others of the file are read', async () => {
  const found = await contents(
    parquet([
      { name: 'id', said: utf8, values: ['a', 'b', 'c', 'd', 'e'].map((id) => Buffer.from(id)) },
      {
        name: 'geometry',
        said: null,
        values: [
          point(8, 47),
          point(8, 47).subarray(0, 12),
          Buffer.from('01ff000000', 'hex'),
          point(9, 48),
          point(1, 2),
        ],
      },
      { name: 'more', said: json, values: ['{}', '{}', '{}', '{', '[1]'].map((value) => Buffer.from(value)) },
    ]),
  );
  expect(found).toEqual([
    { kind: 'item', document: expect.objectContaining({ id: 'a', geometry: { type: 'Point', coordinates: [8, 47] } }) },
    { kind: 'problem', id: 'b', reason: "'geometry' has a geometry that ends too early", text: null },
    { kind: 'problem', id: 'c', reason: "'geometry' has a geometry of type 255", text: null },
    { kind: 'problem', id: 'd', reason: "'more' has JSON that is none", text: null },
    { kind: 'item', document: expect.objectContaining({ id: 'e', geometry: { type: 'Point', coordinates: [1, 2] } }) },
  ]);
});

test('an id that is no text leaves its item without one', async () => {
  const ids = [Buffer.from('a'), Buffer.from([0xff]), Buffer.from('c')];
  const found = await contents(
    parquet([
      { name: 'id', said: utf8, values: ids },
      { name: 'geometry', said: null, values: ids.map(() => point(8, 47)) },
    ]),
  );
  expect(found.map(({ kind }) => kind)).toEqual(['item', 'problem', 'item']);
  expect(found[1]).toMatchObject({ id: null, reason: "'id' has a text that is no UTF-8" });
});
