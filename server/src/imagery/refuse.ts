import { PlatformError } from '../shared/errors.ts';
import type { PixelWindow } from './pixels.ts';

/** Stored in a way that is not read here; `what` names it. */
export const refuseFormat = (what: string) =>
  new PlatformError('invalid_parameters', `the image cannot be read: ${what} not supported`);

/** The file contradicts itself or the format; `what` says where. */
export const refuseCorrupt = (what: string) =>
  new PlatformError('invalid_parameters', `the image file is damaged: ${what}`);

/** The file is another one than when it was opened. */
export const refuseChanged = (location: string) =>
  new PlatformError('conflict', `${location} changed while it was being read`);

/** What was cut silently at the image's edge would lie somewhere else than it says. */
export function refuseOutside(
  image: { readonly width: number; readonly height: number },
  { column, row, width, height }: PixelWindow,
): void {
  const isWhole = [column, row, width, height].every((value) => Number.isInteger(value));
  const isInside = column >= 0 && row >= 0 && column + width <= image.width && row + height <= image.height;
  if (isWhole && isInside && width > 0 && height > 0) return;
  throw new PlatformError(
    'invalid_parameters',
    `the window does not lie in the image (${image.width} x ${image.height})`,
  );
}
