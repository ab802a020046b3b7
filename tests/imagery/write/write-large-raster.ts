/** Writes a raster of the size and into the spool folder that it is given, in a process of its own; says what it took. */
import { writeCog } from '../../../server/src/adapters/tiff/write/write-cog.ts';
import type { Raster } from '../../../server/src/imagery/raster.ts';

const [, , size, spoolFolder] = process.argv;
const side = Number(size);

const raster: Raster = {
  width: side,
  height: side,
  crs: { epsg: 32633 },
  pixelToWorld: [0.5, 0, 500_000, 0, -0.5, 5_400_000],
  sampleType: 'uint8',
  bands: [{ name: null, color: 'grey', metadata: {} }],
  hasMask: false,
  nodata: null,
  read: ({ column, row, width, height }) =>
    Promise.resolve({
      width,
      height,
      bands: [0],
      samples: new Uint8Array(width * height).fill((column * 7 + row) >> 6),
      mask: null,
    }),
};

const { byteLength, sha256 } = await writeCog(
  raster,
  { write: () => Promise.resolve() },
  { format: { compression: 'deflate', predictor: 1 }, spoolFolder: spoolFolder! },
);
process.stdout.write(JSON.stringify({ byteLength, sha256, maxRssKilobytes: process.resourceUsage().maxRSS }));
