import { mebibyte } from './mebibyte.ts';

type Limits = { readonly SWATH_INGEST_UPLOAD_LIMIT: number; readonly SWATH_DISK_LOW_MB: number };

/** Of what is uploaded or fetched. */
export const ingestLimits = ({ SWATH_INGEST_UPLOAD_LIMIT: mostBytes, SWATH_DISK_LOW_MB: leastFreeMb }: Limits) => ({
  mostBytes,
  leastFreeBytes: leastFreeMb * mebibyte,
});
