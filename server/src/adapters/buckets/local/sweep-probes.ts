import { lstat, readdir, unlink } from 'node:fs/promises';
import { isProbeKey } from '../../../buckets/probe-bucket.ts';
import { type Directory, codeOf, descend } from './directory.ts';

/** Probes right below the prefix, `a/b/`, that nobody has written to since. */
export async function sweepProbes(bucket: Directory, prefix: string, writtenBeforeMs: number): Promise<number> {
  const folder = await descend(bucket.at('.'), prefix.split('/').slice(0, -1)).catch(ifGone);
  if (folder === null) return 0;
  let swept = 0;
  try {
    for (const name of (await readdir(folder.at('.'))).filter(isProbeKey)) {
      const facts = await lstat(folder.at(name)).catch(ifGone);
      if (facts?.isFile() !== true || facts.mtimeMs > writtenBeforeMs) continue;
      await unlink(folder.at(name)).then(() => (swept += 1), ifGone);
    }
    return swept;
  } finally {
    await folder.handle.close();
  }
}

function ifGone(cause: unknown): null {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(cause) ?? '')) throw cause;
  return null;
}
