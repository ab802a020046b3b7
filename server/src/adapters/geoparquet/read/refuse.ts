import { PlatformError } from '../../../shared/errors.ts';

/** The file contradicts itself or the format; `what` says where. */
export const refuseDamaged = (what: string) =>
  new PlatformError('invalid_parameters', `the Parquet file is damaged: ${what}`);

/** One value is not what its column says, which says nothing of the others. */
export class BadValue extends Error {}

/** Stored in a way that is not read here; `what` names it. */
export const refuseForm = (what: string) =>
  new PlatformError('invalid_parameters', `the Parquet file cannot be read: ${what} not supported`);

/** It would take more memory than it may. */
export const refuseSize = (what: string) =>
  new PlatformError('invalid_parameters', `the Parquet file cannot be read: ${what}`);
