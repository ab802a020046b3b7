import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { gmlIdOf, readFeatureId } from '../../server/src/wfs/feature-ids.ts';
import { createPropertyWriter } from '../../server/src/wfs/outputs/json-properties.ts';
import { readShownMembers } from '../../server/src/wfs/outputs/shown-members.ts';
import { createPageMemory } from '../../server/src/wfs/page-memory.ts';
import { askOf, readParameters } from '../../server/src/wfs/request/parameters.ts';
import { xmlText } from '../../server/src/wfs/xml-text.ts';

const bound = (query: string) => askOf(readParameters(query)).namespaceOf('a');

describe('parameters', () => {
  test.each([
    ['a=1&A=2', { a: '2' }],
    ['outputFormat=json&OUTPUTFORMAT=', { outputformat: 'json' }],
    ['key=k?service=WFS&request=GetFeature', { key: 'k', service: 'WFS', request: 'GetFeature' }],
    ["cql_filter=a='what?'&b=c+d%20e", { cql_filter: "a='what?'", b: 'c d e' }],
    ['%E0%A4%A=x&=y&&', { '': 'y', '\ufffd%a': 'x' }],
    ['__proto__=1', { ['__proto__']: '1' }],
  ])('%s', (query, expected) => {
    expect(Object.fromEntries(readParameters(query))).toEqual(expected);
  });

  test('namespaces of both versions', () => {
    expect(bound('namespaces=xmlns(a,urn:x)')).toBe('urn:x');
    expect(bound('namespace=xmlns(a=urn:x)')).toBe('urn:x');
    expect(bound('namespaces=xmlns(b,urn:y),xmlns(a,http%253A%252F%252Fx)')).toBe('http://x');
    expect(bound('namespaces=xmlns(((a')).toBeNull();
  });
});

describe('ids as XML has them', () => {
  test.each([
    ['scene-1', null],
    ['7f', null],
    ['ä/ö ü:"<&>', null],
    ['_x0041_', null],
    ['__x005F_x0041_', null],
    ['𝄞 clef', 'a collection'],
    ['a.b', 'c.d'],
    ['_x', '_x0041_'],
  ])('%j of %j comes back', (id, collection) => {
    const written = gmlIdOf(id, collection);
    expect(written).toMatch(/^FinishedFeature\.[\w.-]+$/);
    expect(readFeatureId(written)).toEqual({ id, collection });
    expect(readFeatureId(`Maxar:${written}`)).toEqual({ id, collection });
    expect(readFeatureId(id)).toEqual({ id, collection: null });
  });

  test('what is no escape of a character stays', () => {
    expect(readFeatureId('FinishedFeature._xFFFFFF_').id).toBe('_xFFFFFF_');
  });
});

test('texts for XML: escaped, and without what XML cannot hold', () => {
  expect(xmlText('a & <b> "c"\r\n\u0000\ud800x\udc00 𝄞\uffff')).toBe(
    'a &amp; &lt;b&gt; &quot;c&quot;&#13;&#10;\ufffd\ufffdx\ufffd 𝄞\ufffd',
  );
});

describe('what is shown of a document is read from a part of it', () => {
  const geometry = { type: 'Point', coordinates: [1, 2] };
  const bbox = [1, 2, 1, 2];
  const crossing = [170, 0, -170, 5];
  test.each([
    ['assets last', { geometry, bbox, properties: { a: 1 }, assets: { b: {} }, links: [] }],
    ['assets first', { assets: { b: {} }, geometry, bbox, properties: { a: 1 } }],
    ['assets between', { properties: { a: 1 }, assets: { b: {} }, geometry, bbox }],
    ['bbox behind', { geometry, properties: { a: 1 }, assets: { b: {} }, bbox }],
    ['a bbox that crosses behind', { geometry, properties: { a: 1 }, assets: { b: { bbox } }, bbox: crossing }],
    ['no assets', { geometry, bbox, properties: { a: 1 } }],
    ['assets within properties', { geometry, bbox, properties: { a: 1, assets: { b: 1 }, c: 2 }, assets: {} }],
    ['assets within a text', { geometry, bbox, properties: { a: 'x,"assets":{', c: 2 }, assets: {} }],
    [
      'assets within a list of properties',
      { geometry, bbox, properties: { a: [{ z: 1, assets: { b: 1 } }] }, assets: {} },
    ],
    ['no geometry', { properties: { a: 1 }, geometry: null, assets: {} }],
  ])('%s', (_, document) => {
    const found = readShownMembers(Buffer.from(JSON.stringify({ type: 'Feature', ...document })));
    const whole: Record<string, unknown> = document;
    expect(found.properties).toEqual(whole['properties']);
    expect(found.geometry).toEqual(whole['geometry']);
    // One that does not cross does not matter, and is not looked for.
    expect(whole['bbox'] === crossing ? [crossing] : [undefined, whole['bbox']]).toContainEqual(found.bbox);
  });
});

test('properties as JSON, whatever is null in which feature', () => {
  const write = createPropertyWriter([{ name: 'a' }, { name: 'b"' }, { name: 'c' }]);
  for (const values of [
    [1, 'x', null],
    [1, 'y', null],
    [null, null, null],
    [null, 'z"', true],
    [null, 'z', true],
    [0, '', false],
    [1, 'x', null],
  ])
    expect(JSON.parse(write(values.map((value) => (value === null ? null : JSON.stringify(value)))))).toEqual({
      a: values[0],
      'b"': values[1],
      c: values[2],
    });
  expect(createPropertyWriter([])([])).toBe('{}');
});

const place = (index: number) => ({ index, position: { isBackward: false, values: [index] } });

describe('the memory of pages', () => {
  test('gives the nearest place before an index, of that query alone, and forgets after a while', () => {
    let nowMs = 0;
    const memory = createPageMemory({ nowMs: () => nowMs });
    for (const index of [100, 200, 300]) memory.note('q', place(index));
    expect(memory.nearest('q', 250)).toEqual(place(200));
    expect(memory.nearest('q', 300)).toEqual(place(300));
    expect(memory.nearest('q', 99)).toBeNull();
    expect(memory.nearest('other', 250)).toBeNull();
    nowMs += 31 * 60_000;
    expect(memory.nearest('q', 250)).toBeNull();
  });

  test('is bounded in queries and in places', () => {
    const memory = createPageMemory({ nowMs: () => 0 });
    for (let i = 1; i <= 100; i++) memory.note('q', place(i));
    expect(memory.nearest('q', 30)).toBeNull();
    expect(memory.nearest('q', 100)).toEqual(place(100));
    for (let i = 0; i < 1_000; i++) memory.note(`q${i}`, place(1));
    expect(memory.nearest('q', 100)).toBeNull();
  });
});

const read = (text: string) => readConfig({ SWATH_WFS_ATTRIBUTES: text }).SWATH_WFS_ATTRIBUTES;

describe('SWATH_WFS_ATTRIBUTES', () => {
  test('names, properties with colons, types and factors', () => {
    expect(read('a=eo:b:number*100, c=d:dateTime')).toEqual([
      { name: 'a', property: 'eo:b', type: 'number', factor: 100 },
      { name: 'c', property: 'd', type: 'dateTime' },
    ]);
  });

  test.each([
    'a',
    'a=b',
    'a=b:colour',
    '1a=b:string',
    'a b=c:string',
    'a=b:string,a=c:string',
    'a=b:number*0',
    'featureGeometry=b:string',
    '/nowhere/attributes.json',
  ])('%s is refused with its name', (text) => {
    expect(() => read(text)).toThrow(/SWATH_WFS_ATTRIBUTES/);
  });
});
