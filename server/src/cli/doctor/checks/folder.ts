import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFiles } from '../../../adapters/node/data-folder.ts';
import { folderTrouble } from '../../../adapters/node/folder-trouble.ts';
import { LockUnavailable, isFolderTaken } from '../../../adapters/sqlite/data-folder-lock.ts';
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
  const trouble = folderTrouble(dataFolder);
  if (trouble !== null) return [error(check, trouble.text, trouble.mend)];
  const closed = await closedFiles(dataFolder);
  if (closed.length > 0)
    return [
      error(
        check,
        `this user may not use ${closed.join(', ')} in ${dataFolder}`,
        `run as the owner of the folder, or give him the files: chown --reference=${shellQuoted(dataFolder)} ${shellQuoted(dataFolder)}/*`,
      ),
    ];
  return [
    ok(check, `${dataFolder} can be written to`),
    ...(await openFiles(dataFolder)),
    ...(await lockFinding(dataFolder)),
  ];
};

/** Those of others: what they hold is well. */
export async function closedFiles(folder: string, asked = access): Promise<readonly string[]> {
  const files = [
    ['master.key', constants.R_OK],
    ...databaseFiles.map((name) => [name, constants.R_OK | constants.W_OK]),
  ];
  const refused = await Promise.all(
    files.map(([name, mode]) => isRefused(asked(join(folder, String(name)), Number(mode)))),
  );
  return files.flatMap(([name], at) => (refused[at] ? [String(name)] : []));
}

const isRefused = (asked: Promise<void>): Promise<boolean> =>
  asked.then(
    () => false,
    (problem: NodeJS.ErrnoException) => problem.code === 'EACCES',
  );

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
    const runs = `a service runs on it${pid === '' ? '' : ` (process ${pid})`}`;
    return [ok('lock', isFolderTaken(folder) ? runs : 'no service runs on it')];
  } catch (problem) {
    return [lockTrouble(folder, problem)];
  }
}

/** A lock that cannot be written is no reason to remove it: somebody may hold it. */
export const lockTrouble = (folder: string, problem: unknown): Finding =>
  problem instanceof LockUnavailable
    ? error('lock', problem.message, 'make room on the disk or mend it, then look again')
    : error(
        'lock',
        `the lock cannot be tried: ${errorText(problem)}`,
        `remove ${shellQuoted(join(folder, 'serve.lock'))} while no service runs`,
      );
