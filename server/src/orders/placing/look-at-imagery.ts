import { type ImageInfo, dataBands, kindOf } from '../../imagery/image.ts';
import type { GroundGrid } from '../../imagery/raster.ts';
import { nameOf, proj4TextOf } from '../../imagery/known-systems.ts';
import type { ImageryReader, OpenImage } from '../../imagery/ports.ts';
import type { Service } from '../../service.ts';
import { secondMs } from '../../shared/clock.ts';
import { PlatformError } from '../../shared/errors.ts';
import { explainUnreadable } from '../../streaming/unreadable.ts';
import type { RasterProduct } from '../order.ts';

/** A file that an order needs. */
export type NeededFile = {
  readonly location: string;
  readonly acquisitionId: string;
  /** What it is must be known. */
  readonly isUnsorted: boolean;
};

/** What a file tells of its pixels before they are read. */
export type SeenRaster = {
  readonly kind: string;
  readonly ground: GroundGrid;
  /** Whether each of them holds data. */
  readonly isFull: boolean;
};

export type SeenImagery = {
  /** What the unsorted are. */
  readonly products: ReadonlyMap<string, RasterProduct>;
  readonly rasters: ReadonlyMap<string, SeenRaster>;
  readonly warnings: readonly string[];
};

const atOnce = 8;
/** An archive that lies far away answers slowly, and a customer does not wait for ever. */
const patienceMs = 20 * secondMs;

type Needs = Pick<Service, 'imagery' | 'clock'>;

/** Opens every file once, its header alone; the first that cannot be read refuses the order. */
export async function lookAtImagery(
  service: Needs,
  needed: readonly NeededFile[],
  signal?: AbortSignal,
): Promise<SeenImagery> {
  const files = unsortedFirst(needed);
  const untilMs = service.clock.nowMs() + patienceMs;
  const products = new Map<string, RasterProduct>();
  const rasters = new Map<string, SeenRaster>();
  const failures = new Map<number, unknown>();
  let next = 0;
  const isOver = (file: NeededFile) =>
    failures.size > 0 || signal?.aborted === true || (!file.isUnsorted && service.clock.nowMs() > untilMs);
  const note = ({ location }: NeededFile, info: ImageInfo): void => {
    products.set(location, isPicture(info) ? 'visual' : 'ms');
    const { width, height, crs, pixelToWorld } = info;
    const ground = { width, height, crs: crs!, pixelToWorld: pixelToWorld! };
    rasters.set(location, { kind: kindOf(info), ground, isFull: info.validity === 'all' });
  };
  const work = async (): Promise<void> => {
    while (next < files.length && !isOver(files[next]!)) {
      const at = next++;
      await look(service, files[at]!).then(
        (info) => note(files[at]!, info),
        (error: unknown) => failures.set(at, error),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (signal?.aborted === true) throw new PlatformError('unavailable', 'the caller has gone');
  // They are begun in order, so that the first is the same whoever was fastest.
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  const left = files.length - next;
  return {
    products,
    rasters,
    warnings: left === 0 ? [] : [`${left} of ${files.length} source files were not looked at in time`],
  };
}

function unsortedFirst(needed: readonly NeededFile[]): readonly NeededFile[] {
  const byLocation = new Map<string, NeededFile>();
  for (const file of needed) if (!byLocation.has(file.location)) byLocation.set(file.location, file);
  return [...byLocation.values()].sort((a, b) => Number(b.isUnsorted) - Number(a.isUnsorted));
}

async function look({ imagery }: Needs, { location, acquisitionId }: NeededFile): Promise<ImageInfo> {
  try {
    const image = await opened(imagery, location);
    await image.close();
    requirePlaceOnEarth(image.info);
    return image.info;
  } catch (cause) {
    throw asRefusal(explainUnreadable(cause, `the imagery of acquisition ${acquisitionId}`), acquisitionId);
  }
}

/** Whoever reads it later has more patience: one that takes a connection and never answers is asked for minutes. */
async function opened(imagery: ImageryReader, location: string): Promise<OpenImage> {
  const opening = imagery.open(location);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, patienceMs, null)));
  const image = await Promise.race([opening, late]).finally(() => clearTimeout(timer));
  if (image !== null) return image;
  void opening.then((each) => each.close()).catch(() => {});
  throw new PlatformError('unavailable', `${location} does not answer`);
}

/** Without it every tile would fail. */
function requirePlaceOnEarth({ crs, pixelToWorld }: ImageInfo): void {
  if (crs === null || pixelToWorld === null)
    throw new PlatformError('invalid_parameters', 'the image has no georeference');
  if (proj4TextOf(crs) === null)
    throw new PlatformError('invalid_parameters', `the coordinate reference system ${nameOf(crs)} is not known here`);
}

const isPicture = (info: ImageInfo): boolean => info.sampleType === 'uint8' && dataBands(info).length === 3;

function asRefusal(error: unknown, acquisitionId: string): unknown {
  if (!(error instanceof PlatformError)) return error;
  if (error.kind === 'not_found')
    return new PlatformError(
      'order_refused',
      `the imagery of acquisition ${acquisitionId} cannot be read: its file is gone`,
    );
  return error.kind === 'invalid_parameters' ? new PlatformError('order_refused', error.detail) : error;
}
