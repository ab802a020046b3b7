/** A part of a scene while it is painted: what each pixel is made of, how its surface varies, how high it stands. */
export type Canvas = {
  readonly width: number;
  readonly height: number;
  readonly gsd: number;
  /** The outer corner in local metres. */
  readonly west: number;
  readonly north: number;
  /** The same corner in pixels of the scene. */
  readonly column: number;
  readonly row: number;
  /** At least as long as there are pixels. */
  readonly inks: Uint32Array;
  /** 128 is the ink as it is, 64 half as bright. */
  readonly tones: Uint8ClampedArray;
  /** Above the ground, in eighths of a metre. */
  readonly heights: Uint8Array;
};

export const heightSteps = 8;

export type CanvasPlace = Pick<Canvas, 'width' | 'height' | 'gsd' | 'west' | 'north' | 'column' | 'row'>;

/** Canvases are as large as a few megabytes: one is used again for the next part of the scene. */
export function canvasAt(place: CanvasPlace, used: Canvas | null): Canvas {
  const { width, height, gsd, west, north, column, row } = place;
  const pixels = width * height;
  const isRoomy = used !== null && used.inks.length >= pixels;
  const inks = isRoomy ? used.inks : new Uint32Array(pixels);
  const tones = isRoomy ? used.tones : new Uint8ClampedArray(pixels);
  const heights = isRoomy ? used.heights.fill(0, 0, pixels) : new Uint8Array(pixels);
  return { width, height, gsd, west, north, column, row, inks, tones, heights };
}

/** Paints the pixels from `start` up to `end` of a row. */
export type Brush = (canvas: Canvas, row: number, start: number, end: number) => void;
