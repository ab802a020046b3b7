import { statfs } from 'node:fs/promises';
import { type Check, error, ok, warning } from '../finding.ts';
import { mebibyte } from '../../../shared/mebibyte.ts';

export const diskCheck: Check = async ({ config }) => {
  const { bavail, blocks, bsize, ffree, files } = await statfs(config.dataFolder);
  const [freeMb, totalMb] = [Math.floor((bavail * bsize) / mebibyte), Math.floor((blocks * bsize) / mebibyte)];
  const text = `${freeMb} of ${totalMb} MiB are free`;
  const mend = `make room: older backups, deliveries in 'buckets', 'swath sweep'; SWATH_MANAGED_DAYS and SWATH_SELECT_DAYS say how long things are kept`;
  const inodes =
    files > 0 && ffree / files < 0.01 ? [error('disk', 'hardly any files can be made any more', mend)] : [];
  if (freeMb < config.SWATH_DISK_LOW_MB)
    return [error('disk', `${text}: below SWATH_DISK_LOW_MB, so new work is refused`, mend), ...inodes];
  if (freeMb < totalMb / 20) return [warning('disk', text, mend), ...inodes];
  return [ok('disk', text), ...inodes];
};
