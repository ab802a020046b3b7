import { PlatformError } from '../shared/errors.ts';

/** Stored in a way that is not read here; `what` names it. */
export const refuseFormat = (what: string) =>
  new PlatformError('invalid_parameters', `the image cannot be read: ${what} not supported`);

/** The file contradicts itself or the format; `what` says where. */
export const refuseCorrupt = (what: string) =>
  new PlatformError('invalid_parameters', `the image file is damaged: ${what}`);

/** The file is another one than when it was opened. */
export const refuseChanged = (location: string) =>
  new PlatformError('conflict', `${location} changed while it was being read`);
