import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Check, type Finding, error, ok } from '../finding.ts';

/** Folders that settings name: imagery is read from them, orders are written to them. */
export const rootsCheck: Check = async ({ config }) => {
  const looks = [
    ...config.SWATH_ARCHIVE_ROOTS.map((folder) => look('SWATH_ARCHIVE_ROOTS', folder, constants.R_OK)),
    ...config.SWATH_INGEST_ROOTS.map((folder) => look('SWATH_INGEST_ROOTS', folder, constants.R_OK)),
    ...config.SWATH_BUCKET_ROOTS.map((folder) => look('SWATH_BUCKET_ROOTS', folder, constants.R_OK | constants.W_OK)),
  ];
  return Promise.all(looks);
};

async function look(setting: string, folder: string, mode: number): Promise<Finding> {
  const path = resolve(folder);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true)
    return error(setting, `${path} is not there`, 'mount it, or name where it lies now');
  const isAllowed = await access(path, mode | constants.X_OK).then(
    () => true,
    () => false,
  );
  const may = mode === constants.R_OK ? 'read' : 'write to';
  return isAllowed
    ? ok(setting, `${path} can be ${mode === constants.R_OK ? 'read' : 'written to'}`)
    : error(setting, `this user may not ${may} ${path}`, `let the service's user ${may} it`);
}
