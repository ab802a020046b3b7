import { afterAll, describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import type { Crs } from '../../../server/src/imagery/georeference.ts';
import type { GroundGrid } from '../../../server/src/imagery/raster.ts';
import { locate } from '../../../server/src/imagery/resample/locate.ts';
import { warped } from '../../../server/src/imagery/resample/warped.ts';
import { findGdal } from '../support/gdal.ts';
import { type Grid, type ResampleCase, resampleWithGdal } from './gdal-resampled.ts';
import { differences } from './differences.ts';

const projections = createProjections();

/** A grid of square pixels around a place. */
function around(lon: number, lat: number, epsg: number, pixel: number, width = 300, height = 260, turn = 0): Grid {
  const [x, y] = projections.between({ epsg: 4326 }, { epsg })(lon, lat);
  const [cos, sin] = [pixel * Math.cos(turn), pixel * Math.sin(turn)];
  const [left, top] = [(cos * width + sin * height) / 2, (sin * width - cos * height) / 2];
  return { width, height, epsg, pixelToWorld: [cos, sin, x - left, sin, -cos, y - top] };
}

/** A tile of the web map at a zoom where its pixels are a little larger than the source's. */
function webTile(lon: number, lat: number, zoom: number): Grid {
  const world = 2 * Math.PI * 6_378_137;
  const [x, y] = projections.between({ epsg: 4326 }, { epsg: 3857 })(lon, lat);
  const side = world / 2 ** zoom;
  const [column, row] = [Math.floor((x + world / 2) / side), Math.floor((world / 2 - y) / side)];
  const pixel = side / 256;
  const [left, top] = [column * side - world / 2, world / 2 - row * side];
  return { width: 256, height: 256, epsg: 3857, pixelToWorld: [pixel, 0, left, 0, -pixel, top] };
}

const places: Readonly<Record<string, readonly [Grid, Grid]>> = {
  'next zone': [around(18, 48, 32633, 0.5), around(18, 48, 32634, 0.5)],
  'next zone in the south': [around(-66, -33, 32719, 0.3), around(-66, -33, 32720, 0.3)],
  'over the equator': [around(15.1, 0.0001, 32633, 0.4), around(15.1, 0.0001, 32733, 0.4)],
  'web tile': [around(11.5, 50, 32632, 0.5, 400, 300), webTile(11.5, 50, 17)],
  'web tile in the south': [around(151.2, -33.9, 32756, 0.5, 300, 300), webTile(151.2, -33.9, 17)],
  'from degrees': [around(13, 52, 4326, 0.000_01), around(13, 52, 32633, 0.9)],
  'to degrees': [around(13, 52, 32633, 1), around(13, 52, 4326, 0.000_012)],
  'turned target': [around(13, 52, 32633, 0.5), around(13, 52, 32633, 0.6, 300, 260, 0.4)],
  'turned source': [around(13, 52, 32633, 0.5, 300, 260, -1.1), around(13, 52, 32634, 0.45)],
  enlarged: [around(13, 52, 32633, 0.5, 90, 80), around(13, 52, 32632, 0.2)],
  polar: [around(-45, 80, 3413, 2), around(-45, 80, 32623, 2.3)],
};

const shifted = (by: number): readonly [Grid, Grid] => {
  const source = around(13, 52, 32633, 0.5);
  const [a, b, c, d, e, f] = source.pixelToWorld;
  return [source, { ...source, pixelToWorld: [a, b, c + by, d, e, f - by / 3] }];
};

const kernels = ['nearest', 'bilinear', 'cubic'] as const;

const atPlaces = [...Object.entries(places), ['shifted', shifted(1.285)] as const].flatMap(
  ([place, [source, target]]) =>
    kernels.map((kernel): ResampleCase => ({
      name: `${place}, ${kernel}`,
      kernel,
      type: 'uint8',
      bands: 3,
      validity: 'all',
      source,
      target,
    })),
);

const small = [around(18, 48, 32633, 0.5, 150, 110), around(18, 48, 32634, 0.5, 140, 120)] as const;

const ofKinds = (['all', 'mask', 'nodata', 'alpha'] as const).flatMap((validity) =>
  (['uint8', 'uint16'] as const).flatMap((type) =>
    kernels.flatMap((kernel) =>
      (validity === 'all' || validity === 'mask' ? [1, 3, 4, 8] : [1, 3]).map((bands): ResampleCase => {
        const [source, target] = small;
        return { name: `${validity}, ${bands} ${type}, ${kernel}`, kernel, type, bands, validity, source, target };
      }),
    ),
  ),
);

const ofWideKinds = (['all', 'mask', 'nodata'] as const).flatMap((validity) =>
  (['int16', 'uint32', 'int32', 'float32'] as const).flatMap((type) =>
    kernels.flatMap((kernel) =>
      [1, 3].map((bands): ResampleCase => {
        const [source, target] = small;
        return { name: `${validity}, ${bands} ${type}, ${kernel}`, kernel, type, bands, validity, source, target };
      }),
    ),
  ),
);

const cases = [...atPlaces, ...ofKinds, ...ofWideKinds];
const python = findGdal();
const made = python === null ? null : resampleWithGdal(python, cases);

afterAll(() => made?.remove());

const groundOf = ({ epsg, ...grid }: Grid): GroundGrid => ({ ...grid, crs: { epsg } satisfies Crs });

/** A centre so near to a line between pixels that it may lie on either side. */
function isOnLine({ source, target }: ResampleCase, pixel: number, within: number): boolean {
  const { toSource } = locate(groundOf(source), groundOf(target), projections);
  const position = toSource((pixel % target.width) + 0.5, Math.floor(pixel / target.width) + 0.5);
  return position.some((value) => Math.abs(value - Math.round(value)) < within);
}

type Exactness = { readonly maxErrorPixels: number; readonly within: number };

/** Of floating point numbers between -500 and 4,000. */
const allowed = ({ type }: ResampleCase) => (type === 'float32' ? 0.01 : 1);

/** Where a warp and GDAL's are not the same, but for centres on a line. */
async function compare(each: ResampleCase, { maxErrorPixels, within }: Exactness) {
  const image = await made!.open(each.name);
  const bands = [...Array(each.bands).keys()];
  const { kernel } = each;
  if (kernel === 'doubled') throw new Error('no warp');
  const raster = warped(image, groundOf(each.target), projections, { kernel, bands, maxErrorPixels });
  const { width, height } = raster;
  const read = await raster.read({ column: 0, row: 0, width, height });
  await image.close();
  const mask = read.mask ?? new Uint8Array(width * height).fill(255);
  const found = differences({ ...read, mask }, { samples: made!.samples(each), mask: made!.mask(each) }, each.bands);
  const mayDiffer = (pixel: number) => kernel === 'nearest' && isOnLine(each, pixel, within);
  return {
    shared: found.shared,
    masks: found.masks.filter((pixel) => !isOnLine(each, pixel, within)),
    samples: found.samples.filter(({ pixel, by }) => by > allowed(each) && !mayDiffer(pixel)),
  };
}

describe.skipIf(made === null)('warps are GDAL’s within 1, masks are GDAL’s', () => {
  test.each(cases)('$name', async (each) => {
    const { shared, ...different } = await compare(each, { maxErrorPixels: 1e-7, within: 1e-6 });
    expect(shared).toBeGreaterThan(1000);
    expect(different).toEqual({ masks: [], samples: [] });
  });
});

describe.skipIf(made === null)('so they are with positions between exact ones, but on lines between pixels', () => {
  test.each(atPlaces)('$name', async (each) => {
    const { shared, ...different } = await compare(each, { maxErrorPixels: 0.01, within: 1e-3 });
    expect(shared).toBeGreaterThan(1000);
    expect(different).toEqual({ masks: [], samples: [] });
  });
});
