import { describe, expect, test } from 'vitest';
import type { MultiPolygon } from '../../../server/src/geometry/geojson.ts';
import { readWkt } from '../../../server/src/geometry/read-wkt.ts';
import { cellAt } from '../../../server/src/grid/cell-at.ts';
import { cellEnvelope } from '../../../server/src/grid/cell-polygon.ts';
import { type Cell, formatCell } from '../../../server/src/grid/cell.ts';
import { fileFormats } from '../../../server/src/select/files/formats.ts';
import { tileColumns } from '../../../server/src/select/files/tile-columns.ts';
import type { SelectedTile } from '../../../server/src/select/selection.ts';
import { hasStacFiles, whyNoStacFiles } from '../../stac/support-stac-files.ts';
import { stacProblems } from '../../stac/support-stac-schemas.ts';
import { fileOf, textOf } from '../support/read-file.ts';
import { sampleBaseUrl, sampleCell, sampleCells, sampleTile } from '../support/sample-selection.ts';
import { readCsv } from './read-csv.ts';

type Feature = {
  readonly type: string;
  readonly geometry: { readonly type: string; readonly coordinates: readonly (readonly number[][])[] };
  readonly properties: Readonly<Record<string, unknown>>;
};

const cells = sampleCells(5, 4);
const tiles = cells.flatMap(({ best_matches }) => best_matches);
const known = sampleCell('Z11-031311102133', 2);

const isAcross = (cell: Cell): boolean => cellEnvelope(cell)[0] > cellEnvelope(cell)[2];

const featuresOf = async (...args: Parameters<typeof fileOf>): Promise<readonly Feature[]> =>
  (JSON.parse(await textOf(fileOf(...args))) as { features: Feature[] }).features;

test('every file says what it is, and is named after the select', () => {
  for (const [format, { contentType }] of Object.entries(fileFormats)) {
    const file = fileOf(format as keyof typeof fileFormats, cells);
    expect(file.fileName).toBe(`5725301122138062875.${format}`);
    expect(file.contentType.split(';')[0]).toBe(contentType);
  }
});

describe('geojson', () => {
  test('a cell is a polygon of its corners from the south-east against the clock', async () => {
    const [feature] = await featuresOf('geojson', [known]);
    const published = [
      [-118.30174754312613, 34.15402881455286],
      [-118.30244011814737, 34.19911043716477],
      [-118.35669534520935, 34.19852234246022],
      [-118.35597394098971, 34.15344170891068],
      [-118.30174754312613, 34.15402881455286],
    ];
    expect(feature!.geometry.type).toBe('Polygon');
    const ring = feature!.geometry.coordinates[0]!;
    expect(ring).toHaveLength(5);
    for (const [index, [x, y]] of published.entries()) {
      expect(ring[index]![0]).toBeCloseTo(x!, 12);
      expect(ring[index]![1]).toBeCloseTo(y!, 12);
    }
  });

  test.each(['Z13-031133231113', 'Z10-120020223032', 'Z22-213131031101', 'Z01-300222100202'])(
    '%s: the ring begins in the south-east, whichever quarter of the zone the cell is of',
    async (id) => {
      const [feature] = await featuresOf('geojson', [sampleCell(id)]);
      const [se, ne, nw, sw, end] = feature!.geometry.coordinates[0] as unknown as [number, number][];
      expect(end).toEqual(se);
      expect([sw![0] < se![0], nw![0] < ne![0]]).toEqual([true, true]);
      expect([se![1] < ne![1], sw![1] < nw![1]]).toEqual([true, true]);
    },
  );

  test('the members are those that clients read, in their order, and tiles pass whole', async () => {
    const [feature] = await featuresOf('geojson', [known]);
    expect(Object.keys(feature!)).toEqual(['type', 'geometry', 'properties']);
    expect(Object.keys(feature!.properties)).toEqual([
      'cell_id',
      'available_tiles',
      'stack_depth_fulfilled',
      'acquisition_datetime_min',
      'acquisition_datetime_max',
      'best_matches',
    ]);
    expect(feature!.properties['best_matches']).toEqual(known.best_matches);
  });

  test('cells without a tile are there too', async () => {
    const features = await featuresOf('geojson', cells);
    expect(features).toHaveLength(cells.length);
    const empty = features.filter(({ properties }) => (properties['best_matches'] as unknown[]).length === 0);
    expect(empty.length).toBe(cells.filter(({ best_matches }) => best_matches.length === 0).length);
    expect(empty.length).toBeGreaterThan(0);
  });

  test('a cell across the antimeridian is cut there', async () => {
    const crossing = [179.96, 179.97, 179.98, 179.99].map((x) => cellAt(x, -17.5)).find(isAcross)!;
    const [feature] = await featuresOf('geojson', [sampleCell(formatCell(crossing), 0)]);
    expect(feature!.geometry).toMatchObject({ type: 'MultiPolygon', coordinates: { length: 2 } });
    const parts = (feature!.geometry as unknown as MultiPolygon).coordinates.map(([ring]) => ring!.map(([x]) => x!));
    for (const x of parts.flat()) expect(Math.abs(x)).toBeLessThanOrEqual(180);
    expect(new Set(parts.map(([x]) => Math.sign(x!)))).toEqual(new Set([-1, 1]));
  });

  test('a select of nothing is a list of nothing', async () => {
    expect(await featuresOf('geojson', [])).toEqual([]);
    expect(await textOf(fileOf('geojsonl', []))).toBe('');
  });

  test('geojsonl holds the same features, one a line', async () => {
    const lines = (await textOf(fileOf('geojsonl', cells))).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as Feature)).toEqual(await featuresOf('geojson', cells));
  });
});

describe('stac', () => {
  type Member = Feature & { id: string; collection?: string; bbox: number[]; links: { rel: string; href: string }[] };
  const members = async () => (await featuresOf('stac', cells)) as unknown as readonly Member[];

  test('one collection for each cell with tiles, then its tiles as items', async () => {
    const found = await members();
    expect(found.map(({ id }) => id)).toEqual(
      cells
        .filter(({ best_matches }) => best_matches.length > 0)
        .flatMap(({ cell_id, best_matches }) => [cell_id, ...best_matches.map(({ id }) => id)]),
    );
    for (const { type, id } of found) expect(type).toBe(id.startsWith('Z13') ? 'Collection' : 'Feature');
    for (const { id, collection, links } of found.filter(({ type }) => type === 'Feature')) {
      expect(id.endsWith(`-${collection}`)).toBe(true);
      expect(links.filter(({ rel }) => rel === 'collection')).toHaveLength(1);
    }
  });

  test.skipIf(!hasStacFiles)(`all of them are valid STAC 1.0.0${whyNoStacFiles}`, async () => {
    const found = await members();
    expect(found.length).toBeGreaterThan(40);
    expect(found.flatMap(stacProblems)).toEqual([]);
  });

  test('geometry, box and extent are those of the tiles; members without a value are left out', async () => {
    const [collection, item] = (await members()) as unknown as [
      { extent: { spatial: { bbox: number[][] }; temporal: { interval: string[][] } } },
      Member & { assets: Record<string, { href: string }> },
    ];
    expect(item.geometry).toEqual(readWkt(tiles[0]!.wkt));
    expect(collection.extent.spatial.bbox).toEqual([item.bbox]);
    expect(collection.extent.temporal.interval).toEqual([[tiles[0]!.datetime, tiles[0]!.datetime]]);
    expect(item.properties).not.toHaveProperty('multi_resolution_max');
    expect(item.properties['datetime']).toBe(tiles[0]!.datetime);
    expect(item.assets['preview']!.href).toBe(
      `${sampleBaseUrl}/browse/preview/10300100D400000/Z13-031133231113?collection=wv-ard`,
    );
    expect(Object.keys(item.assets)).toEqual(['preview', 'source', 'source_2']);
  });

  test('a box across the antimeridian runs from west to east', async () => {
    const halves =
      'MULTIPOLYGON (((179.99 -20, 180 -20, 180 -19, 179.99 -19, 179.99 -20)),' +
      '((-180 -20, -179.98 -20, -179.98 -19, -180 -19, -180 -20)))';
    const cell = {
      ...sampleCell('Z01-300222100202', 0),
      best_matches: [sampleTile('Z01-300222100202', 0, { wkt: halves })],
    };
    const [, item] = (await featuresOf('stac', [cell])) as unknown as readonly Member[];
    expect(item!.bbox.map((edge) => Number(edge.toFixed(9)))).toEqual([179.99, -20, -179.98, -19]);
  });
});

describe('csv', () => {
  test('a header and one row for each tile, the same columns whatever was found', async () => {
    const rows = readCsv(await textOf(fileOf('csv', cells)));
    expect(rows[0]).toEqual([...tileColumns.map(({ name }) => name), 'WKT']);
    expect(readCsv(await textOf(fileOf('csv', [])))).toEqual([rows[0]]);
    expect(rows).toHaveLength(tiles.length + 1);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    const first = Object.fromEntries(rows[0]!.map((name, index) => [name, rows[1]![index]]));
    expect(first).toMatchObject({
      id: tiles[0]!.id,
      items: tiles[0]!.items.join(';'),
      instruments: 'VNIR;SWIR',
      multi_resolution_max: '',
      'tile:quadkey': '031133231113',
      WKT: tiles[0]!.wkt,
    });
  });

  test('texts that a spreadsheet would compute are not; numbers stay numbers', async () => {
    const hostile: Partial<SelectedTile> = {
      acquisition_id: '=HYPERLINK("http://evil.example","x")',
      platform: '+1',
      constellation: '@SUM(A1)',
      items: ['-2+3', 'a,b'],
      scan_direction: 'forward\r\nback',
      'view:azimuth': -12.5,
    };
    const cell = { ...sampleCell('Z13-031133231113', 0), best_matches: [sampleTile('Z13-031133231113', 0, hostile)] };
    const [header, row] = readCsv(await textOf(fileOf('csv', [cell])));
    const field = (name: string) => row![header!.indexOf(name)];
    expect(field('acquisition_id')).toBe(`'${hostile.acquisition_id}`);
    expect([field('platform'), field('constellation'), field('items')]).toEqual(["'+1", "'@SUM(A1)", "'-2+3;a,b"]);
    expect(field('scan_direction')).toBe('forward\r\nback');
    expect(field('view:azimuth')).toBe('-12.5');
  });
});
