import { zipSync } from 'fflate';

type Ring = readonly (readonly [number, number])[];

/** A .shp with one record for each polygon, as the format's own paper has it. */
export function shapefile(polygons: readonly (readonly Ring[])[], type = 5): Uint8Array {
  const records = polygons.map((rings, index) => recordOf(index + 1, rings, type));
  const length = 100 + records.reduce((sum, record) => sum + record.length, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  let at = 100;
  for (const record of records) {
    bytes.set(record, at);
    at += record.length;
  }
  return bytes;
}

function recordOf(number: number, rings: readonly Ring[], type: number): Uint8Array {
  const points = rings.flat();
  const content = 44 + rings.length * 4 + points.length * 16;
  const bytes = new Uint8Array(8 + content);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, number);
  view.setInt32(4, content / 2);
  view.setInt32(8, type, true);
  view.setInt32(44, rings.length, true);
  view.setInt32(48, points.length, true);
  let start = 0;
  for (const [index, ring] of rings.entries()) {
    view.setInt32(52 + index * 4, start, true);
    start += ring.length;
  }
  for (const [index, [x, y]] of points.entries()) {
    view.setFloat64(52 + rings.length * 4 + index * 16, x, true);
    view.setFloat64(60 + rings.length * 4 + index * 16, y, true);
  }
  return bytes;
}

export const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

export const utm =
  'PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],UNIT["Meter",1.0]]';

export const zipped = (files: Readonly<Record<string, Uint8Array | string>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, body]) => [
          name,
          typeof body === 'string' ? new TextEncoder().encode(body) : body,
        ]),
      ),
    ),
  );
