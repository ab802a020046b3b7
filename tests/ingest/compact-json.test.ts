import { expect, test } from 'vitest';
import { parseItem } from '../../server/src/catalog/item.ts';
import { parseCompact, scanCompact } from '../../server/src/shared/compact-json.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { item } from './support.ts';

const isCompact = (text: string) => scanCompact(text) !== null;

test('a text that is taken as it is says, written anew, the same to the byte', () => {
  const numbers = [
    '0',
    '-0',
    '1',
    '-1',
    '10',
    '01',
    '1.0',
    '1.5',
    '-0.5',
    '0.001',
    '0.0000001',
    '1e3',
    '1E3',
    '1.',
    '.5',
  ];
  const more = [
    '123456789012345',
    '9007199254740993',
    '0.1',
    '-50.603013',
    '12.34567890123456',
    '1e21',
    '100000000000000000000',
  ];
  let taken = 0;
  for (const number of [...numbers, ...more]) {
    const text = `{"a":${number},"links":[]}`;
    if (!isCompact(text)) continue;
    taken++;
    expect(JSON.stringify(parseCompact(scanCompact(text)!))).toBe(text);
  }
  expect(taken).toBeGreaterThan(9);
});

test.each([
  '{"a": 1}',
  '{"a":1} ',
  '\t{"a":1}',
  '{"a":"\\u0041"}',
  '{"a":"x\\"y"}',
  '{"b":1,"1":2}',
  '{"a":1.0}',
  '{"a":1}{"b":2}',
  '[1]',
  '{"a":"',
  '',
])('%s is not taken as it is', (text) => expect(isCompact(text)).toBe(false));

test.each(['{"a":1,"a":2}', '{"a":tru}', '{"a":1,}', '{"a":[1}', '{"__proto__":1}'])('%s is refused', (text) => {
  const compact = scanCompact(text);
  expect(() => (compact === null ? JSON.parse(text) : parseCompact(compact))).toThrow(SyntaxError);
});

const seed = testSeed();
test(`items are stored the same whichever way they are read, wherever their links stand (seed ${seed})`, () => {
  const random = createRandom(seed);
  const links = [
    [],
    [{ rel: 'self', href: 'https://example.com/1' }],
    [
      { rel: 'self', href: 'https://example.com/1' },
      { rel: 'via', href: 'https://example.com/2' },
    ],
  ];
  const geometries = [
    { type: 'Point', coordinates: [8, 47] },
    {
      type: 'LineString',
      coordinates: [
        [8, 47, 1.5],
        [8.25, 47],
      ],
    },
    { coordinates: [8, 47], type: 'Point' },
    { type: 'Point', coordinates: [8, 47, 1, 2] },
    { type: 'Point', coordinates: [8, 47], bbox: [8, 47, 8, 47] },
    { type: 'Point', coordinates: [188, 47] },
    null,
  ];
  let [asWritten, withText] = [0, 0];
  for (let round = 0; round < 300; round++) {
    const given: Record<string, unknown> = {
      ...item(`ünï-${round}`, {
        collection: 'c',
        bbox: [8, 47, 8, 47],
        geometry: geometries[round % geometries.length],
      }),
      links: links[round % 3],
      ...(random.next() < 0.3
        ? { assets: { a: { href: random.next() < 0.5 ? '/tmp/a.tif' : 'https://example.com' } } }
        : {}),
    };
    if (random.next() < 0.2) delete given['stac_version'];
    if (random.next() < 0.2) delete given['links'];
    const names = Object.keys(given).sort(() => random.next() - 0.5);
    const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, given[name]])));
    const compact = scanCompact(text);
    if (compact !== null) asWritten++;
    const [fast, slow] = [parseItem(JSON.parse(text), 'c', compact), parseItem(JSON.parse(text), 'c')];
    expect(Buffer.from(fast.bytes).toString()).toBe(Buffer.from(slow.bytes).toString());
    expect(fast.etag).toBe(slow.etag);
    expect(fast.geometry).toEqual(slow.geometry);
    if (fast.geometryText === null) continue;
    withText++;
    expect(fast.geometryText).toBe(JSON.stringify(slow.geometry));
  }
  expect(withText).toBeGreaterThan(50);
  expect(asWritten).toBeGreaterThan(200);
});
