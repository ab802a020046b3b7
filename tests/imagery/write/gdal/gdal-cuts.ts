import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTiffReader } from '../../../../server/src/adapters/tiff/tiff-reader.ts';
import { cutCog } from '../../../../server/src/adapters/tiff/write/cut-cog.ts';
import { writeWhole } from '../../../../server/src/adapters/node/write-whole.ts';
import { type PixelRings, pixelArea } from '../../../../server/src/imagery/cut/pixel-area.ts';
import type { PixelWindow } from '../../../../server/src/imagery/pixels.ts';
import type { OpenImage } from '../../../../server/src/imagery/ports.ts';
import type { GdalSource } from './sources.ts';

export type GdalCut = {
  readonly name: string;
  readonly source: string;
  readonly window: PixelWindow;
  /** In pixels of the window. */
  readonly polygons: readonly PixelRings[] | null;
  /** What is cut, where it is not the source as it is. */
  readonly disguise?: (image: OpenImage) => OpenImage;
};

type About = Readonly<
  Record<'transform' | 'epsg' | 'metadata' | 'nodata' | 'names' | 'colors' | 'scales' | 'types', unknown>
>;

/** What GDAL finds in a cut, and what in its source. */
export type Found = {
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly layout: string | null;
  readonly about: About;
  readonly sourceAbout: About;
  readonly unreadable?: string;
  /** Pixels that gdalwarp says are data. */
  readonly valid: number;
  /** How many pixels differ from gdalwarp's: in the mask, in what is data in both; and without data but not empty. */
  readonly masks: number;
  readonly pixels: number;
  readonly outside: number;
  readonly mean: number;
  /** The largest difference in tiles that are copied. */
  readonly copies: number;
  readonly checksums?: readonly (readonly number[])[];
  readonly sourceChecksums?: readonly (readonly number[])[];
};

export type GdalCuts = {
  readonly found: Readonly<Record<string, Found>>;
  readonly copiedTiles: ReadonlyMap<string, number>;
  open(name: string): Promise<OpenImage>;
  remove(): void;
};

const script = fileURLToPath(new URL('./cut_with_gdal.py', import.meta.url));

/** Has GDAL make the sources, cuts them, and has GDAL judge the cuts: two processes for all of them. */
export async function cutWithGdal(
  python: string,
  sources: readonly GdalSource[],
  cuts: readonly GdalCut[],
  more: (folder: string, open: GdalCuts['open']) => Promise<void> = () => Promise.resolve(),
): Promise<GdalCuts> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-cuts-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const open = (name: string) => createTiffReader({ localRoots: [folder] }).open(join(folder, `${name}.tif`));
  try {
    await run(python, ['make', folder], sources);
    await more(folder, open);
    const copies = new Map<string, readonly PixelWindow[]>();
    for (const cut of cuts) copies.set(cut.name, await cutOne(cut, folder, open));
    const asked = cuts.map((cut) => {
      const { width, height, isExact } = sizes.get(cut.source)!;
      const isWhole = cut.window.width === width && cut.window.height === height;
      return { ...cut, isWhole, isExact, copies: copies.get(cut.name) };
    });
    const found = JSON.parse(await run(python, ['check', folder], asked)) as Record<string, Found>;
    const copiedTiles = new Map([...copies].map(([name, tiles]) => [name, tiles.length]));
    return { found, copiedTiles, open, remove };
  } catch (cause) {
    remove();
    throw cause;
  }
}

/** What must be so of every cut that gdalwarp could have made. */
export const judged = ({ masks, pixels, outside, errors, warnings, layout, about }: Found) => ({
  masks,
  pixels,
  outside,
  errors,
  warnings,
  layout,
  about,
});

/** As gdalwarp cuts this window, pixel for pixel and mask for mask, in a sound COG that says what its source says. */
export const asGdalwarp = ({ sourceAbout }: Found, window: PixelWindow): ReturnType<typeof judged> => ({
  masks: 0,
  pixels: 0,
  outside: 0,
  errors: [],
  warnings: [],
  layout: 'COG',
  about: {
    ...sourceAbout,
    transform: [500_000 + window.column / 2, 0.5, 0, 5_400_000 - window.row / 2, 0, -0.5],
  },
});

const sizes = new Map<string, { readonly width: number; readonly height: number; readonly isExact: boolean }>();

/** Says which tiles of the full resolution were copied. */
async function cutOne(
  { name, source, window, polygons, disguise }: GdalCut,
  folder: string,
  open: GdalCuts['open'],
): Promise<readonly PixelWindow[]> {
  const image = await open(source);
  const { width, height, levels } = image.info;
  const { blockWidth, blockHeight, encoding } = levels[0]!;
  sizes.set(source, { width, height, isExact: encoding.compression !== 'jpeg' && !isCopiedUnderMask(image) });
  const read = new Set<string>();
  // A JPEG without shared tables is asked for its first block, to see how it is encoded.
  let probes = encoding.compression === 'jpeg' && (encoding.jpegTables === null || disguise !== undefined) ? 1 : 0;
  const watched: OpenImage = {
    ...image,
    readStoredBlock: (address) => {
      const isCopied = address.level === 0 && address.of === 'pixels' && probes === 0;
      probes = 0;
      if (isCopied) read.add(`${address.column} ${address.row}`);
      return image.readStoredBlock(address);
    },
  };
  const area = polygons === null ? {} : { area: pixelArea(polygons) };
  await writeWhole(join(folder, `${name}.tif`), (sink) =>
    cutCog(disguise?.(watched) ?? watched, sink, { window, ...area, spoolFolder: folder }),
  );
  await image.close();
  return [...read].map((text) => {
    const [column, row] = text.split(' ').map(Number) as [number, number];
    return {
      column: column * blockWidth - window.column,
      row: row * blockHeight - window.row,
      width: blockWidth,
      height: blockHeight,
    };
  });
}

/** Copied tiles keep what they have under their mask. */
const isCopiedUnderMask = ({ info }: OpenImage) => info.validity === 'mask';

function run(python: string, options: readonly string[], input: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(python, [script, ...options], { maxBuffer: 1 << 26 }, (cause, stdout, stderr) =>
      cause === null ? resolve(stdout) : reject(new Error(`GDAL did not do it: ${stderr}`)),
    );
    child.stdin!.end(JSON.stringify(input));
  });
}
