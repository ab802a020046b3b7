/** Writes a raster of the size and into the spool folder that it is given, in a process of its own; says what it took. */
import { readFileSync } from 'node:fs';
import { writeCog } from '../../../server/src/adapters/tiff/write/write-cog.ts';
import type { Raster } from '../../../server/src/imagery/raster.ts';

const [, , size, spoolFolder] = process.argv;
const side = Number(size);
const { gc: collectGarbage } = globalThis;

/** Bytes that no encoding makes fewer: else held tiles would weigh nothing. */
const noise = new Uint8Array(1 << 16);
for (let at = 0, state = 1; at < noise.length; at++) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  noise[at] = state >>> 24;
}

function tileSamples(width: number, height: number, level: number): Uint8Array {
  const samples = new Uint8Array(width * height).fill(level);
  samples.set(noise.subarray(0, samples.length / 4));
  return samples;
}

let steps = 0;
let heldBytes = 0;

/** What is still in use once garbage is gone: no matter when it would have been collected. */
function weighSometimes(): void {
  if (++steps % 100 !== 0) return;
  collectGarbage!();
  heldBytes = Math.max(heldBytes, process.memoryUsage().arrayBuffers);
}

/** Of this process alone: `maxRSS` begins with what the one that started it had. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024;
}

const raster: Raster = {
  width: side,
  height: side,
  crs: { epsg: 32633 },
  pixelToWorld: [0.5, 0, 500_000, 0, -0.5, 5_400_000],
  sampleType: 'uint8',
  bands: [{ name: null, color: 'grey', metadata: {} }],
  hasMask: false,
  nodata: null,
  read: ({ column, row, width, height }) => {
    weighSometimes();
    const samples = tileSamples(width, height, (column * 7 + row) >> 6);
    return Promise.resolve({ width, height, bands: [0], samples, mask: null });
  },
};

const { byteLength } = await writeCog(
  raster,
  { write: async () => weighSometimes() },
  { format: { compression: 'deflate', predictor: 1 }, spoolFolder: spoolFolder! },
);
process.stdout.write(JSON.stringify({ byteLength, heldBytes, peakBytes: peakBytes() }));
