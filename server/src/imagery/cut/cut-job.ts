import type { Geometry } from '../../geometry/geojson.ts';
import type { Crs } from '../georeference.ts';
import type { GroundGrid, Raster } from '../raster.ts';

/** A box in the system of a grid's cell: west, south, east, north. */
export type WorldBox = readonly [number, number, number, number];

/** What is cut out of an image: plain data, for it goes to another thread. */
export type CutJob = {
  readonly location: string;
  /** Images that show where those before them hold no data, uppermost first. */
  readonly under?: readonly string[];
  /** What to cover; all of the image when null. */
  readonly cover: { readonly crs: Crs; readonly box: WorldBox } | null;
  /**
   * The image's own pixels as far as it lies in the same system, or pixels from the box's upper left corner, so that
   * dates stack: of this size, or of what this length gives when it is halved until it is nearest to the image's own.
   */
  readonly pixels: 'own' | { readonly size: number } | { readonly halvedFrom: number };
  /** In degrees; what lies outside holds no data. */
  readonly clip: Geometry | null;
  /** Twice the pixel density. */
  readonly isDoubled: boolean;
};

/** The file that was made. */
export type CutImage = Pick<Raster, 'sampleType' | 'bands' | 'nodata'> & {
  readonly byteLength: number;
  readonly sha256: string;
  readonly ground: GroundGrid;
  /** Whether it was cut on the image's own pixels, so that they are what they were. */
  readonly isOwnPixels: boolean;
};
