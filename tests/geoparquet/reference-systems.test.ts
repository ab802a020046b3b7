import { describe, expect, test } from 'vitest';
import {
  type ThriftFields,
  encodeThrift,
  int32,
  int64,
  list,
  struct,
  text,
} from '../../server/src/adapters/geoparquet/write/thrift.ts';
import { openBytes } from './support.ts';

type Field = ThriftFields[number];

/** A file without rows, with all that it says of its geometries. */
function fileWith(geometry: readonly Field[], metadata: Readonly<Record<string, unknown>>): Buffer {
  const bytes = struct([1, int32(6)], [3, int32(1)], ...geometry);
  const id = struct([1, int32(6)], [3, int32(1)], [4, text('id')]);
  const pairs = Object.entries(metadata).map(([key, value]) =>
    struct([1, text(key)], [2, text(JSON.stringify(value))]),
  );
  const footer = encodeThrift(
    [1, int32(1)],
    [2, list([struct([4, text('schema')], [5, int32(2)]), id, bytes])],
    [3, int64(0)],
    [4, list([])],
    [5, list(pairs)],
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}

const named: Field = [4, text('geometry')];

const saying = (column: Readonly<Record<string, unknown>>) =>
  fileWith([named], { geo: { version: '1.1.0', primary_column: 'geometry', columns: { geometry: column } } });

/** As Parquet's own type of geometries has it, which is the 17th: the writer knows the short form of numbers alone. */
const native = (crs: string, metadata = {}) => {
  const type = Buffer.concat([Buffer.from([0x0c, 2 * 17]), encodeThrift([1, text(crs)]), Buffer.from([0])]);
  return fileWith([named, [10, { kind: 'written', value: type }]], metadata);
};

const wgs84 = { type: 'GeographicCRS', name: 'WGS 84', id: { authority: 'EPSG', code: 4326 } };
const utm = { type: 'ProjectedCRS', name: 'WGS 84 / UTM zone 33N', id: { authority: 'EPSG', code: 32_633 } };
const byProj = { type: 'GeographicCRS', name: 'unknown', datum: { name: 'World Geodetic System 1984' } };
const asText = (code: number) => `GEOGCRS["x",DATUM["y",ELLIPSOID["z",1,2]],CS[ellipsoidal,2],ID["EPSG",${code}]]`;

describe('where a file says that its geometries are', () => {
  test.each([
    ['nothing is said', saying({ encoding: 'WKB' })],
    ['EPSG:4326, whose axes are not those of the file', saying({ encoding: 'WKB', crs: wgs84 })],
    ['OGC:CRS84', saying({ encoding: 'WKB', crs: { id: { authority: 'OGC', code: 'CRS84' } } })],
    ['WGS 84 without a code', saying({ encoding: 'WKB', crs: byProj })],
    ['a text, as old versions have it', saying({ encoding: 'WKB', crs: asText(4326) })],
    ["Parquet's own type", native('')],
    ["Parquet's own type with a code", native('OGC:CRS84')],
    ["Parquet's own type with a number", native('srid:4326')],
    ["Parquet's own type with the key of a description", native('projjson:here', { here: wgs84 })],
  ])('longitude and latitude: %s', (_, bytes) => {
    expect(openBytes(bytes).rows).toBe(0);
  });

  test.each([
    ['metres', saying({ encoding: 'WKB', crs: utm }), 'are in WGS 84 / UTM zone 33N (EPSG:32633), not in'],
    ['an unknown one', saying({ encoding: 'WKB', crs: null }), 'are in an unknown CRS (null), not in'],
    ['another Earth', saying({ crs: { ...byProj, datum: { name: 'NAD83' } } }), 'are in unknown, not in'],
    ['another meridian', saying({ crs: { ...byProj, datum: { ...byProj.datum, prime_meridian: {} } } }), 'not in'],
    ['a text', saying({ crs: asText(32_633) }), 'are in EPSG:32633, not in'],
    ["Parquet's own type with a number", native('32633'), 'are in EPSG:32633, not in'],
    ["Parquet's own type with a description", native(JSON.stringify(utm)), 'zone 33N (EPSG:32633), not in'],
    ["Parquet's own type with the key of one", native('projjson:here', { here: utm }), 'zone 33N (EPSG:32633), not in'],
  ])('elsewhere is refused: %s', (_, bytes, reason) => {
    expect(() => openBytes(bytes)).toThrow(reason);
  });

  test('geometries that are not well-known binary are refused', () => {
    expect(() => openBytes(saying({ encoding: 'polygon' }))).toThrow('are stored as polygon, not as WKB');
  });
});
