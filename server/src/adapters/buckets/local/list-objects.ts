import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import type { ListedObject } from '../../../buckets/ports.ts';
import { codeOf, openDirectory } from './directory.ts';
import { uploadsName } from './upload.ts';

type Found = { readonly name: string; readonly key: string; readonly isFolder: boolean };

/** Objects below a directory in the order of their keys' bytes, as S3 lists them; links and devices are none. */
export async function* listObjects(path: string, before: string, prefix: string): AsyncGenerator<ListedObject, void> {
  const directory = await openDirectory(path).catch((cause: unknown) => {
    // Taken away or turned into something else meanwhile: it holds no objects.
    if (before !== '' && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(cause) ?? '')) return null;
    throw cause;
  });
  if (directory === null) return;
  try {
    const entries = await readdir(directory.at('.'), { withFileTypes: true });
    for (const { name, key, isFolder } of sorted(entries, before).filter((each) => leadsTo(each, prefix))) {
      if (isFolder && key === `${uploadsName}/`) continue;
      if (isFolder) yield* listObjects(directory.at(name), key, prefix);
      const facts = isFolder ? null : await lstat(directory.at(name)).catch(() => null);
      if (facts?.isFile()) yield { key, byteLength: facts.size };
    }
  } finally {
    await directory.handle.close();
  }
}

const leadsTo = ({ key, isFolder }: Found, prefix: string) =>
  key.startsWith(prefix) || (isFolder && prefix.startsWith(key));

/** A folder's slash counts: `a b` comes before `a/c`, and that before `a0`. */
function sorted(entries: readonly Dirent[], before: string): Found[] {
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => ({
      name: entry.name,
      key: `${before}${entry.name}${entry.isDirectory() ? '/' : ''}`,
      isFolder: entry.isDirectory(),
    }))
    .map((found) => ({ found, bytes: Buffer.from(found.key) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ found }) => found);
}
