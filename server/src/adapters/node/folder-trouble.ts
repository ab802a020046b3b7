import { accessSync, constants, statSync } from 'node:fs';

export type FolderTrouble = { readonly text: string; readonly mend: string };

/** Why this process cannot work in a folder that is there; null where it can. */
export function folderTrouble(folder: string, access = accessSync): FolderTrouble | null {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    return { text: `${folder} is not a folder`, mend: 'name another one by SWATH_DATA' };
  try {
    access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    return code === 'EROFS'
      ? { text: `${folder} lies on a file system that can only be read`, mend: 'mount it so that it can be written to' }
      : { text: `this user may not write to ${folder}`, mend: 'run as its owner, or give it to this user' };
  }
}
