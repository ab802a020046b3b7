import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderBusy, lockDataFolder } from '../../../adapters/sqlite/data-folder-lock.ts';
import { errorText } from '../../../shared/error-text.ts';
import { shellQuoted } from '../../shell-quoted.ts';
import { type Check, type Finding, error, ok, warning } from '../finding.ts';

const check = 'data folder';

/** Whether the folder is there, ours, and closed to others; and who works in it. */
export const folderCheck: Check = async ({ config: { dataFolder } }) => {
  const found = await stat(dataFolder).catch(() => null);
  if (found === null)
    return [
      error(check, `${dataFolder} is not there`, `name the right folder by SWATH_DATA, or let 'swath serve' make it`),
    ];
  if (!found.isDirectory()) return [error(check, `${dataFolder} is not a folder`, 'name another one by SWATH_DATA')];
  const refused = await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => null,
    errorText,
  );
  if (refused !== null)
    return [
      error(
        check,
        `this user may not write to ${dataFolder}`,
        `chown -R $(id -un) ${shellQuoted(dataFolder)}, or run as its owner`,
      ),
    ];
  return [
    ok(check, `${dataFolder} can be written to`),
    ...(await openFiles(dataFolder)),
    ...(await lockFinding(dataFolder)),
  ];
};

/** Secrets lie in these. */
async function openFiles(folder: string): Promise<readonly Finding[]> {
  const names = ['master.key', 'app.db', 'catalog.db'];
  const modes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  return names.flatMap((name, at) =>
    ((modes[at]?.mode ?? 0) & 0o077) === 0
      ? []
      : [warning(check, `others on this machine may read ${name}`, `chmod 600 ${shellQuoted(join(folder, name))}`)],
  );
}

async function lockFinding(folder: string): Promise<readonly Finding[]> {
  const pid = (await readFile(join(folder, 'serve.pid'), 'utf8').catch(() => '')).trim();
  try {
    await (await lockDataFolder(folder)).release();
    return [ok('lock', 'no service runs on it')];
  } catch (problem) {
    if (problem instanceof DataFolderBusy)
      return [ok('lock', `a service runs on it${pid === '' ? '' : ` (process ${pid})`}`)];
    return [
      error(
        'lock',
        `the lock cannot be tried: ${errorText(problem)}`,
        `remove ${shellQuoted(join(folder, 'serve.lock'))} while no service runs`,
      ),
    ];
  }
}
