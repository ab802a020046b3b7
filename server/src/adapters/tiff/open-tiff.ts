import { type BlockGrid, type ImageInfo, dataBands } from '../../imagery/image.ts';
import { type PixelWindow, type Samples, bytesPerSample } from '../../imagery/pixels.ts';
import type { BlockAddress, OpenImage } from '../../imagery/ports.ts';
import { refuseOutside } from '../../imagery/refuse.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { ByteCache } from './byte-cache.ts';
import { describeImage } from './describe-image.ts';
import type { FileBytes } from './file-bytes.ts';
import { type BlockReader, createBlockReader } from './pixels/block-reader.ts';
import { type LevelReaders, readPixels } from './pixels/read-pixels.ts';
import type { RangeSource } from './sources/range-source.ts';
import { isCloudOptimized } from './structure/cloud-layout.ts';
import { readDirectories } from './structure/directory.ts';
import { readHeader } from './structure/header.ts';
import { readLevels } from './structure/levels.ts';

export async function openTiff(source: RangeSource, file: FileBytes, decoded?: ByteCache<Samples>): Promise<OpenImage> {
  const directories = await readDirectories(file, await readHeader(file));
  const levels = readLevels(directories);
  const info = {
    ...describeImage(source, directories[0]!, levels),
    isCloudOptimized: await isCloudOptimized(file, directories, levels),
  };
  // Two grids may share stored bytes in a lying file, and decode them differently.
  const rememberFor = (use: string) =>
    decoded === undefined
      ? undefined
      : (key: string, decode: () => Promise<Samples>) =>
          decoded.get(`${source.location}\n${source.version}\n${use}\n${key}`, decode);
  const readers: readonly LevelReaders[] = levels.map(({ pixels, mask }, level) => ({
    pixels: createBlockReader(file, pixels, rememberFor(`${level}`)),
    mask: mask === null ? null : createBlockReader(file, mask, rememberFor(`${level} mask`)),
  }));
  const levelAt = (index: number): LevelReaders => {
    const found = readers[index];
    if (found === undefined) throw new PlatformError('invalid_parameters', `the image has no level ${index}`);
    return found;
  };
  const readerOf = (address: BlockAddress): BlockReader => {
    const reader = levelAt(address.level)[address.of];
    if (reader === null) throw new PlatformError('invalid_parameters', `level ${address.level} has no mask`);
    refuseAddress(reader.stored.grid, reader.stored.planes, address);
    return reader;
  };
  return {
    info,
    readPixels: async (level, window, { bands, step = 1, signal } = {}) => {
      const found = levelAt(level);
      const chosen = bands ?? dataBands(info);
      refuseBands(info, chosen, found.mask !== null);
      refuseWindow(found.pixels.stored.grid, window, chosen.length * bytesPerSample(info.sampleType));
      return readPixels(info, found, window, { bands: chosen, step, signal });
    },
    readStoredBlock: async (address) => readerOf(address).readStored(address, address.plane),
    storedBlockLength: async (address) => readerOf(address).storedLength(address, address.plane),
    close: () => source.close(),
  };
}

function refuseBands({ bands }: ImageInfo, chosen: readonly number[], hasMask: boolean): void {
  const unknown = chosen.find((band) => bands[band] === undefined);
  if (unknown !== undefined) throw new PlatformError('invalid_parameters', `the image has no band ${unknown}`);
  if (chosen.length === 0 && !hasMask) throw new PlatformError('invalid_parameters', 'no band to read');
}

const maxWindowBytes = 512 * 1024 * 1024;

function refuseWindow(grid: BlockGrid, window: PixelWindow, pixelBytes: number): void {
  refuseOutside(grid, window);
  const bytes = window.width * window.height * pixelBytes;
  if (bytes > maxWindowBytes) throw new PlatformError('request_too_large', `the window takes ${bytes} bytes`);
}

function refuseAddress({ columns, rows }: BlockGrid, planes: number, { column, row, plane }: BlockAddress): void {
  const isInside = isIndex(column, columns) && isIndex(row, rows) && isIndex(plane, planes);
  if (!isInside) throw new PlatformError('invalid_parameters', `there is no block at column ${column}, row ${row}`);
}

const isIndex = (value: number, count: number) => Number.isInteger(value) && value >= 0 && value < count;
