import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the system keeps at the top of a disk; nobody else may look into it, and it holds nothing of anybody's. */
const systemFolder = 'lost+found';

/** Paths below a folder whose names are wanted, in order; dot files are somebody's work in progress. Links to folders are not followed: they could lead in circles. */
export async function filesBelow(folder: string, isWanted: (name: string) => boolean): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && entry.name !== systemFolder) folders.push(path);
      else if (!entry.isDirectory() && !entry.name.startsWith('.') && isWanted(entry.name)) found.push(path);
    }
  return found.sort();
}
