import { createGeoParquetEncoder, type GeoParquetOptions } from '../../server/src/adapters/geoparquet/encode.ts';
import { type ItemFile, openItemFile } from '../../server/src/adapters/geoparquet/read-items.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The file that the encoder makes of items, a few at a time. */
export function fileOf(items: readonly unknown[], options: GeoParquetOptions = {}, atOnce = 7): Buffer {
  const encoder = createGeoParquetEncoder(options);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    parts.push(Buffer.from(encoder.encode(items.slice(at, at + atOnce).map(bytesOf))));
  return Buffer.concat([...parts, encoder.finish()]);
}

const bytesOf = (item: unknown): Buffer => Buffer.from(JSON.stringify(item));

export const openBytes = (bytes: Buffer): ItemFile =>
  openItemFile({ byteLength: bytes.length, read: (at, length) => bytes.subarray(at, at + length) });

export async function itemsIn(bytes: Buffer, from = { group: 0, row: 0 }): Promise<readonly Json[]> {
  const items: Json[] = [];
  for await (const { item } of openBytes(bytes).read(from)) items.push(JSON.parse(JSON.stringify(item)) as Json);
  return items;
}

export const item = (id: string, properties: Json = {}, more: Json = {}): Json => ({
  type: 'Feature',
  stac_version: '1.1.0',
  stac_extensions: [],
  id,
  collection: 'scenes',
  geometry: { type: 'Point', coordinates: [8, 47] },
  bbox: [8, 47, 8, 47],
  properties: { datetime: '2026-05-01T10:00:00Z', ...properties },
  links: [],
  assets: {},
  ...more,
});

/** Numbers by chance that are the same each time. */
export function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    isTrue: (share: number) => next() < share,
    one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!,
  };
}
export type Chance = ReturnType<typeof chance>;
