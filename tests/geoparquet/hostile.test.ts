import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { encodeThrift, int32, int64, list, struct, text } from '../../server/src/adapters/geoparquet/write/thrift.ts';
import { chance, fileOf, item, itemsIn, openBytes } from './support.ts';
import { sized } from '../support/sized.ts';

const items = Array.from({ length: 40 }, (_, index) =>
  item(
    `item-${index}`,
    { serial: `${index}`, list: [{ a: index }, { a: 1, b: 'x' }] },
    { assets: { a: { href: `h${index}` } } },
  ),
);
const sound = fileOf(items, { rowsAGroup: 15 });

/** Either all is read, or it is refused in words. */
async function readOrRefused(bytes: Buffer): Promise<string> {
  try {
    return `read ${(await itemsIn(bytes)).length}`;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'invalid_parameters') throw error;
    return error.message;
  }
}

const ended = (footer: Buffer, data: Buffer = Buffer.alloc(64)): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), data, footer, length, Buffer.from('PAR1')]);
};

const leaf = (name: string) => struct([1, int32(6)], [3, int32(1)], [4, text(name)]);
const chunk = (entries: number) =>
  struct([2, int64(0)], [3, struct([1, int32(6)], [4, int32(0)], [5, int64(entries)], [7, int64(60)], [9, int64(4)])]);
const footerOf = (rows: number, entries = rows) =>
  encodeThrift(
    [1, int32(1)],
    [2, list([struct([4, text('schema')], [5, int32(2)]), leaf('id'), leaf('geometry')])],
    [3, int64(rows)],
    [4, list([struct([1, list([chunk(entries), chunk(entries)])], [2, int64(1)], [3, int64(rows)])])],
  );

/** A page with so many entries that are all null, in a few bytes. */
function nullPage(entries: number, rawBytes: number): Buffer {
  const body = Buffer.from([6, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x10, 0]);
  const head = encodeThrift(
    [1, int32(0)],
    [2, int32(rawBytes)],
    [3, int32(body.length)],
    [5, struct([1, int32(entries)], [2, int32(0)], [3, int32(3)], [4, int32(3)])],
  );
  return Buffer.concat([head, body, Buffer.alloc(64)]);
}

describe('files that are not what they should be', () => {
  test.each([
    ['nothing', Buffer.alloc(0), /too short/],
    ['a few letters', Buffer.from('PAR1PAR1'), /too short/],
    ['a text', Buffer.from('{"type": "FeatureCollection"}'), /does not end as a Parquet file does/],
    ['a file cut off', sound.subarray(0, sound.length - 5_000), /does not end as a Parquet file does/],
    [
      'a footer longer than the file',
      Buffer.from(`PAR1${'x'.repeat(20)}\xff\xff\xff\x7fPAR1`, 'latin1'),
      /longer than the file/,
    ],
    ['an encrypted footer', Buffer.from(`PAR1${'x'.repeat(20)}\x04\x00\x00\x00PARE`, 'latin1'), /encrypted/],
    ['a footer of zeros', ended(Buffer.alloc(30)), /no schema/],
    ['more rows than bytes', ended(footerOf(1e12)), /claims 1000000000000 rows in/],
  ])('%s is refused', async (_, bytes, reason) => {
    expect(await readOrRefused(bytes)).toMatch(reason);
  });

  test('a table that has no items says which column it misses', () => {
    const footer = encodeThrift(
      [2, list([struct([4, text('schema')], [5, int32(2)]), leaf('name'), leaf('geometry')])],
      [3, int64(0)],
      [4, list([])],
    );
    expect(() => openBytes(ended(footer))).toThrow(/no stac-geoparquet: it has no column id \(but name, geometry\)/);
  });

  test('lists in the footer that claim more than there is', () => {
    const claims = Buffer.concat([Buffer.from([0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07]), Buffer.alloc(20, 0x0c)]);
    expect(() => openBytes(ended(claims))).toThrow(/footer ends too early/);
  });

  test('metadata nested without end', () => {
    expect(() => openBytes(ended(Buffer.alloc(100_000, 0x1c)))).toThrow(/nested too deep/);
    expect(() => openBytes(ended(Buffer.alloc(100_000, 0x19)))).toThrow(/damaged/);
  });

  test('a page that claims gigabytes is not made room for', async () => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await readOrRefused(ended(footerOf(40), nullPage(40, 2 ** 31 - 1)))).toMatch(
      /268435456 are the most|page has/,
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50e6);
  });

  test('columns without an end are refused', async () => {
    expect(await readOrRefused(ended(footerOf(40, 3), nullPage(3, 10)))).toMatch(/fewer values than there are rows/);
    expect(await readOrRefused(ended(footerOf(40), Buffer.alloc(90)))).toMatch(/damaged/);
  });
});

const column = (codec: number, page: Buffer, entries: number, at: number) =>
  struct(
    [2, int64(0)],
    [3, struct([1, int32(6)], [4, int32(codec)], [5, int64(entries)], [7, int64(page.length)], [9, int64(at)])],
  );

describe('files that hold more than they seem', () => {
  test('gigabytes of zeros in a compressed page stop at what the page says', async () => {
    const packed = gzipSync(Buffer.alloc(200_000_000));
    const head = encodeThrift(
      [1, int32(0)],
      [2, int32(1_000)],
      [3, int32(packed.length)],
      [5, struct([1, int32(40)], [2, int32(0)], [3, int32(3)], [4, int32(3)])],
    );
    const page = Buffer.concat([head, packed]);
    const chunks = list([column(2, page, 40, 4), column(2, page, 40, 4)]);
    const footer = encodeThrift(
      [2, list([struct([4, text('schema')], [5, int32(2)]), leaf('id'), leaf('geometry')])],
      [3, int64(40)],
      [4, list([struct([1, chunks], [2, int64(1)], [3, int64(40)])])],
    );
    const before = process.memoryUsage().rss;
    expect(await readOrRefused(ended(footer, page))).toMatch(/damaged: GZIP data/);
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  test('a list without end in a few bytes is refused', async () => {
    // One entry begins the row, 134 million repeat in it; all are null.
    const repetition = [7, 0, 0, 0, 2, 0, 0xfe, 0xff, 0xff, 0x7f, 1];
    const definition = [6, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x08, 2];
    const levels = Buffer.from([...repetition, ...definition]);
    const head = encodeThrift(
      [1, int32(0)],
      [2, int32(levels.length)],
      [3, int32(levels.length)],
      [5, struct([1, int32(100_000_000)], [2, int32(0)], [3, int32(3)], [4, int32(3)])],
    );
    const page = Buffer.concat([head, levels]);
    const nulls = nullPage(1, 10);
    const elements = [
      struct([4, text('schema')], [5, int32(3)]),
      leaf('id'),
      leaf('geometry'),
      struct([3, int32(1)], [4, text('many')], [5, int32(1)], [6, int32(3)]),
      struct([3, int32(2)], [4, text('list')], [5, int32(1)]),
      leaf('element'),
    ];
    const chunks = [column(0, nulls, 1, 4), column(0, nulls, 1, 4), column(0, page, 100_000_000, 4 + nulls.length)];
    const footer = encodeThrift(
      [2, list(elements)],
      [3, int64(1)],
      [4, list([struct([1, list(chunks)], [2, int64(1)], [3, int64(1)])])],
    );
    const before = process.memoryUsage().rss;
    expect(await readOrRefused(ended(footer, Buffer.concat([nulls, page])))).toMatch(
      /a row has more than 4000000 elements/,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  });
});

describe('files that were changed', () => {
  test('any byte may be another', async () => {
    const by = chance(1);
    const answers = new Set<string>();
    for (let round = 0; round < sized(400, 5_000); round++) {
      const bytes = Buffer.from(sound);
      for (let count = 1 + by.below(4); count > 0; count--)
        bytes[by.isTrue(0.5) ? by.below(bytes.length) : bytes.length - 1 - by.below(6_000)] = by.below(256);
      answers.add((await readOrRefused(bytes)).replaceAll(/\d+/g, 'n'));
    }
    expect(answers.size).toBeGreaterThan(10);
  });

  test('any part may be missing', async () => {
    const by = chance(2);
    for (let round = 0; round < sized(100, 1_000); round++) {
      const at = by.below(sound.length);
      const bytes = Buffer.concat([sound.subarray(0, at), sound.subarray(at + 1 + by.below(200))]);
      expect(await readOrRefused(bytes)).toMatch(/^read|Parquet file/);
    }
  });
});
