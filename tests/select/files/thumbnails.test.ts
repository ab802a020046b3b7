import { expect, test } from 'vitest';
import { bboxGeometry } from '../../../server/src/geometry/box.ts';
import type { Position } from '../../../server/src/geometry/geojson.ts';
import { cellBounds, parseCell } from '../../../server/src/grid/cell.ts';
import { degreesOfUtm } from '../../../server/src/grid/utm.ts';
import { pictureWindows, windowCorners } from '../../../server/src/select/files/picture-window.ts';
import type { SelectFileNeeds } from '../../../server/src/select/files/source.ts';
import { thumbnailsOf } from '../../../server/src/select/files/thumbnails.ts';
import type { SelectedTile } from '../../../server/src/select/selection.ts';
import { geoFields, makeImage, pixelsOf, startPictureArchive, tiff } from '../../http/imagery/picture-archive.ts';
import { fileOf, sampleNeeds, textOf } from '../support/read-file.ts';
import { sampleCell, sampleCells, sampleSelection, sampleTile } from '../support/sample-selection.ts';

type Needs = Parameters<typeof thumbnailsOf>[0];

type PlacedPictures = Readonly<Record<string, { readonly image: string; readonly corners: readonly Position[] }>>;

const picturesIn = (page: string): PlacedPictures =>
  JSON.parse(/id="pictures">(.*?)<\/script>/s.exec(page)![1]!) as PlacedPictures;

test('a tile that cannot be drawn, or is not visible, has no picture and stops nobody', async () => {
  const asked: unknown[] = [];
  const search = (_request: unknown, visibility: unknown) => {
    asked.push(visibility);
    return Promise.reject(new Error('the archive is gone'));
  };
  const service = { catalog: { search }, pictures: {} } as unknown as Needs;
  const draw = (visibility: 'all' | Set<string>) => thumbnailsOf(service, visibility, new AbortController().signal);
  const tile = sampleTile('Z13-031133231113');
  expect(await draw('all')(tile, null)).toBeNull();
  // Tiles of one acquisition in another collection are not this one.
  expect(asked).toEqual([new Set(['wv-ard'])]);
  expect(await draw(new Set(['other']))(tile, null)).toBeNull();
  expect(await draw('all')({ ...tile, cell_id: 'nowhere' }, null)).toBeNull();
  expect(asked).toHaveLength(1);
});

test('60 tiles have pictures, the best of each cell first, four drawn at a time', async () => {
  const cells = sampleCells(7, 5);
  const withTiles = cells.filter(({ best_matches }) => best_matches.length > 0);
  const drawn: SelectedTile[] = [];
  let [now, most] = [0, 0];
  const preview = async (tile: SelectedTile) => {
    const number = drawn.push(tile);
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
    if (number === 3) throw new Error('no');
    return number === 2 ? null : new Uint8Array([1, 2, 3]);
  };
  const page = await textOf(fileOf('html', cells, undefined, sampleNeeds({ preview })));
  expect(drawn).toHaveLength(60);
  expect(most).toBe(4);
  expect(drawn.slice(0, withTiles.length)).toEqual(withTiles.map(({ best_matches }) => best_matches[0]));
  const pictures = picturesIn(page);
  expect(Object.keys(pictures)).toHaveLength(58);
  expect(pictures[`wv-ard/${drawn[0]!.id}`]!.image).toBe('data:image/webp;base64,AQID');
});

test('pictures are of the part of a cell that is looked for, and the page knows its corners', async () => {
  const cellId = 'Z13-031133231113';
  const cell = parseCell(cellId)!;
  const { epsg, bounds } = cellBounds(cell);
  const place = degreesOfUtm(epsg, bounds[0] + 2_500, bounds[1] + 2_500);
  const [west, south] = place;
  const aoi = bboxGeometry([west, south, west + 0.002, south + 0.002]);
  const asked: unknown[] = [];
  const preview: SelectFileNeeds['preview'] = async (_, window) => {
    asked.push(window);
    return new Uint8Array(3);
  };
  const cells = [sampleCell(cellId, 2)];
  const write = () => textOf(fileOf('html', cells, sampleSelection(cells, { aoi }), sampleNeeds({ preview })));
  const page = await write();
  const window = pictureWindows(aoi)(cells[0]!.best_matches[0]!)!;
  expect(window[2] - window[0]).toBeLessThan(400);
  expect(asked).toEqual([window, window]);
  const corners = Object.values(picturesIn(page)).map((picture) => picture.corners);
  expect(corners).toHaveLength(2);
  for (const [index, corner] of windowCorners(cell, window).entries())
    for (const axis of [0, 1]) expect(corners[1]![index]![axis]).toBeCloseTo(corner[axis]!, 5);
  expect(await write()).toBe(page);
});

test('nobody draws on for a reader who has left', async () => {
  const caller = new AbortController();
  let count = 0;
  const preview = async () => {
    if (++count === 2) caller.abort();
    return new Uint8Array(3);
  };
  const needs = sampleNeeds({ preview, signal: caller.signal });
  await expect(textOf(fileOf('html', sampleCells(7, 5), undefined, needs))).rejects.toThrow(/abort/i);
  expect(count).toBeLessThan(10);
});

test('a picture is what the archive shows of the tile, 256 pixels a side, from its own collection alone', async () => {
  const archive = await startPictureArchive();
  const cell = 'Z33-031131023103';
  const { epsg, bounds } = cellBounds(parseCell(cell)!);
  const fields = geoFields(epsg, 10, [bounds[0], bounds[3]]);
  const image = makeImage(
    { width: 250, height: 500, fields },
    (_, row, band) => (row < 100 ? [50, 100, 200] : [200, 100, 50])[band]!,
  );
  const western = [bounds[0], bounds[1], bounds[0] + 2_500, bounds[3]] as const;
  const assets = { visual: tiff(archive.file('west.tif', image)) };
  await archive.item('west', { epsg, bounds: western, properties: { catalog_id: 'A' }, assets });
  const draw = thumbnailsOf(archive.service, 'all', new AbortController().signal);
  const tile = (collection: string) => sampleTile(cell, 0, { acquisition_id: 'A', collection });
  const picture = await draw(tile('scenes'), null);
  const elsewhere = await draw(tile('other'), null);
  // Two kilometres around the eastern end of the data, in the north of the cell.
  const window = [bounds[0] + 1_500, bounds[3] - 2_000, bounds[0] + 3_500, bounds[3]] as const;
  const cropped = await pixelsOf((await draw(tile('scenes'), window))!);
  const again = await draw(tile('scenes'), null);
  await archive.stop();
  expect(elsewhere).toBeNull();
  expect(Buffer.from(picture!).toString('latin1', 8, 12)).toBe('WEBP');
  const { width, height, at } = await pixelsOf(picture!);
  expect([width, height]).toEqual([256, 256]);
  expect(at(64, 128)[0]).toBeGreaterThan(190);
  // Where it has no data the map shines through.
  expect(at(200, 128)[3]).toBe(0);
  expect([cropped.width, cropped.height]).toEqual([256, 256]);
  // The northern kilometre is blue, and the data end in the middle.
  expect(cropped.at(64, 64)[2]).toBeGreaterThan(190);
  expect(cropped.at(64, 200)[0]).toBeGreaterThan(190);
  expect(cropped.at(120, 10)[3]).toBe(255);
  expect(cropped.at(136, 10)[3]).toBe(0);
  // Each has a name of its own: neither is given for the other.
  expect(again).toEqual(picture);
});
