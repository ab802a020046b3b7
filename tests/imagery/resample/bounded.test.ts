import { describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import type { Projections } from '../../../server/src/imagery/ports.ts';
import { warped } from '../../../server/src/imagery/resample/warped.ts';
import { gridOf, noiseOn, wholeOf } from './draw.ts';
import { type MemoryImage, imageInMemory } from './image-in-memory.ts';

const projections = createProjections();
const scene = gridOf(600, 500, 32633, [0.5, 0, 500_000, 0, -0.5, 5_400_000]);
const world = 2 * Math.PI * 6_378_137;

const tile = (zoom: number, column: number, row: number) => {
  const pixel = world / 2 ** zoom / 256;
  const [west, north] = [(column * world) / 2 ** zoom - world / 2, world / 2 - (row * world) / 2 ** zoom];
  return gridOf(256, 256, 3857, [pixel, 0, west, 0, -pixel, north]);
};

/** The tile of a zoom that holds a place. */
function tileAt(zoom: number, lon: number, lat: number) {
  const [x, y] = projections.between({ epsg: 4326 }, { epsg: 3857 })(lon, lat);
  const side = world / 2 ** zoom;
  return tile(zoom, Math.floor((x + world / 2) / side), Math.floor((world / 2 - y) / side));
}

const halved = (image: MemoryImage, times: number): MemoryImage => ({
  ...image,
  overviews: Array.from({ length: times }, (_, index) => {
    const [width, height] = [image.width >> (index + 1), image.height >> (index + 1)];
    return { width, height, samples: new Uint8Array(width * height * 3).fill(index + 1), mask: null };
  }),
});

/** A plain image of any size that is nowhere in memory. */
function hugeImage(width: number, height: number) {
  const image = imageInMemory({
    ...gridOf(width, height, 32633, [0.5, 0, 500_000, 0, -0.5, 5_400_000]),
    bands: 3,
    samples: new Uint8Array(0),
    mask: null,
  });
  const reads: number[] = [];
  return {
    ...image,
    reads,
    readPixels: (_: number, window: { width: number; height: number }) => {
      const pixels = window.width * window.height;
      reads.push(pixels * 3);
      return Promise.resolve({ ...window, bands: [0, 1, 2], samples: new Uint8Array(pixels * 3).fill(9), mask: null });
    },
  };
}

const levelsFor = async (pixel: number, kernel: 'nearest' | 'cubic') => {
  const made = imageInMemory(halved(noiseOn(scene), 3));
  const target = gridOf(60, 50, 32633, [pixel, 0, 500_000, 0, -pixel, 5_400_000]);
  await warped(made, target, projections, { kernel }).read(wholeOf(target));
  return [...new Set(made.reads.map(({ level }) => level))];
};

describe('the level that is read', () => {
  test.each([
    [0.1, 0],
    [0.5, 0],
    [0.9, 0],
    [1, 1],
    [1.9, 1],
    [2.1, 2],
    [4, 3],
    [40, 3],
  ])('pixels of %f m from an image of 0.5 m: level %i', async (pixel, level) => {
    expect(await levelsFor(pixel, 'cubic')).toEqual([level]);
    expect(await levelsFor(pixel, 'nearest')).toEqual([level]);
  });
});

describe('what is beyond the overviews is averaged', () => {
  test('a board of black and white is grey', async () => {
    const samples = new Uint8Array(600 * 500).map((_, at) => (((at % 600) + Math.floor(at / 600)) % 2) * 255);
    const image = imageInMemory({ ...scene, bands: 1, samples, mask: null });
    const target = gridOf(75, 62, 32633, [4, 0, 500_000, 0, -4, 5_400_000]);
    const { samples: read } = await warped(image, target, projections, { kernel: 'bilinear' }).read(wholeOf(target));
    expect([Math.min(...read), Math.max(...read)]).toEqual([128, 128]);
  });
});

describe('a target that does not meet the source', () => {
  test.each([
    ['far away', tileAt(18, 120, -30)],
    ['the other hemisphere', gridOf(256, 256, 32733, [0.5, 0, 500_000, 0, -0.5, 5_400_000])],
    ['beside it', gridOf(256, 256, 32633, [0.5, 0, 500_301, 0, -0.5, 5_400_000])],
    ['where the system has nothing', tileAt(3, -75, 0)],
  ])('%s: no read, no data', async (_, target) => {
    const image = imageInMemory(noiseOn(scene));
    const { mask } = await warped(image, target, projections, { kernel: 'cubic' }).read(wholeOf(target));
    expect(image.reads).toEqual([]);
    expect(mask!.every((value) => value === 0)).toBe(true);
  });

  test('asks for few positions, and for none in one system', async () => {
    let count = 0;
    const counting: Projections = {
      between: (from, to) => {
        const project = projections.between(from, to);
        return (x, y) => {
          count++;
          return project(x, y);
        };
      },
    };
    const far = tileAt(14, 120, -30);
    await warped(imageInMemory(noiseOn(scene)), far, counting, { kernel: 'cubic' }).read(wholeOf(far));
    expect(count).toBeLessThan(500);
    count = 0;
    await warped(imageInMemory(noiseOn(scene)), scene, counting, { kernel: 'cubic' }).read(wholeOf(scene));
    expect(count).toBe(0);
  });
});

describe('a scene in a view of the world', () => {
  test.each([0, 1, 3, 6, 9, 12])('zoom %i: seen, from the smallest level', async (zoom) => {
    const image = imageInMemory(halved(noiseOn(scene), 3));
    const target = tileAt(zoom, 15.001, 48.75);
    const { mask, samples } = await warped(image, target, projections, { kernel: 'bilinear' }).read(wholeOf(target));
    const seen = [...mask!.keys()].filter((pixel) => mask![pixel] !== 0);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(400);
    expect(samples[seen[0]! * 3]).toBe(3);
    expect(image.reads.every(({ level, window }) => level === 3 && window.width <= 75 && window.height <= 62)).toBe(
      true,
    );
  });

  test('without overviews it is read in pieces that fit', async () => {
    const image = hugeImage(60_000, 3000);
    for (const zoom of [0, 5, 9]) {
      const target = tileAt(zoom, 15.2, 48.75);
      const raster = warped(image, target, projections, { kernel: 'cubic' });
      const { mask } = await raster.read(wholeOf(target));
      expect(mask!.some((value) => value > 0)).toBe(true);
    }
    expect(Math.max(...image.reads)).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  test('a long diagonal is read in pieces that fit', async () => {
    const image = hugeImage(60_000, 50_000);
    const target = gridOf(4000, 8, 32633, [8, 0.1, 500_000, -6, -0.1, 5_400_000]);
    const { mask } = await warped(image, target, projections, { kernel: 'nearest' }).read(wholeOf(target));
    expect(mask!.filter((value) => value > 0).length).toBeGreaterThan(20_000);
    expect(Math.max(...image.reads)).toBeLessThanOrEqual(64 * 1024 * 1024);
  });
});

describe('the antimeridian', () => {
  const degrees = gridOf(400, 200, 4326, [0.01, 0, 178, 0, -0.01, 1]);

  test.each([
    ['to the west', 5, 179, 0.5],
    ['to the east', 5, -179, 0.5],
  ])('an image in degrees across it is seen %s', async (_, zoom, lon, lat) => {
    const target = tileAt(zoom, lon, lat);
    const { mask } = await warped(imageInMemory(noiseOn(degrees)), target, projections, { kernel: 'bilinear' }).read(
      wholeOf(target),
    );
    expect(mask!.filter((value) => value > 0).length).toBeGreaterThan(200);
  });

  test('both halves of it are in a view of the world', async () => {
    const target = tile(0, 0, 0);
    const { mask } = await warped(imageInMemory(noiseOn(degrees)), target, projections, { kernel: 'bilinear' }).read(
      wholeOf(target),
    );
    const columns = [...mask!.keys()].filter((pixel) => mask![pixel] !== 0).map((pixel) => pixel % 256);
    expect([Math.min(...columns), Math.max(...columns)]).toEqual([0, 255]);
    expect(columns.every((column) => column < 3 || column > 252)).toBe(true);
  });

  test('an image in the last zone reaches into the first, and into degrees beyond 180', async () => {
    const [east, north] = projections.between({ epsg: 4326 }, { epsg: 32660 })(180, 10);
    const image = imageInMemory(noiseOn(gridOf(400, 400, 32660, [10, 0, east - 2000, 0, -10, north + 2000])));
    const beyond = gridOf(300, 300, 4326, [0.0001, 0, 179.985, 0, -0.0001, 10.015]);
    const first = tileAt(14, -179.995, 10.005);
    for (const target of [beyond, first]) {
      const { mask } = await warped(image, target, projections, { kernel: 'cubic' }).read(wholeOf(target));
      expect(mask!.filter((value) => value > 0).length).toBeGreaterThan(20_000);
    }
  });
});

describe('who has left', () => {
  test('before a read: nothing is read', async () => {
    const image = imageInMemory(noiseOn(scene));
    const raster = warped(image, scene, projections, { kernel: 'cubic' });
    await expect(raster.read(wholeOf(scene), AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(image.reads).toEqual([]);
  });

  test('between two pieces: the second is not read', async () => {
    const image = hugeImage(60_000, 50_000);
    const leaving = new AbortController();
    const stopping = {
      ...image,
      readPixels: (level: number, window: { width: number; height: number }) => {
        leaving.abort();
        return image.readPixels(level, window);
      },
    };
    const target = tileAt(9, 15.2, 48.65);
    const read = warped(stopping, target, projections, { kernel: 'cubic' }).read(wholeOf(target), leaving.signal);
    await expect(read).rejects.toThrow(/abort/i);
    expect(image.reads.length).toBe(1);
  });
});

describe('refused', () => {
  test.each([
    [{ column: 0, row: 0, width: 601, height: 1 }],
    [{ column: -1, row: 0, width: 1, height: 1 }],
    [{ column: 0.5, row: 0, width: 1, height: 1 }],
    [{ column: 0, row: 0, width: 0, height: 1 }],
  ])('the window %o', async (window) => {
    const raster = warped(imageInMemory(noiseOn(scene)), scene, projections, { kernel: 'cubic' });
    await expect(raster.read(window)).rejects.toThrow('the window does not lie in the image (600 x 500)');
  });

  test('an image that lies nowhere', () => {
    const image = imageInMemory(noiseOn(scene));
    const nowhere = { ...image, info: { ...image.info, crs: null } };
    expect(() => warped(nowhere, scene, projections, { kernel: 'cubic' })).toThrow('the image has no georeference');
  });
});
