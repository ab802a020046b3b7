import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inOrder } from '../../ingest/in-order.ts';
import type { FoundFile } from '../../ingest/ports.ts';
import type { Look } from '../../ingest/watch/compare-looks.ts';
import { filesBelow } from './files-below.ts';

const looksAtOnce = 32;

/** The files below a folder whose names are wanted. */
export async function lookAtFolder(folder: string, isWanted: (name: string) => boolean): Promise<Look> {
  const paths = await filesBelow(folder, isWanted);
  const found = new Map<string, FoundFile>();
  for await (const file of inOrder(paths, looksAtOnce, (path) => lookAt(folder, path)))
    if (file !== null) found.set(file.relativePath, file);
  return found;
}

async function lookAt(folder: string, path: string): Promise<FoundFile | null> {
  const facts = await stat(path).catch(() => null);
  if (facts === null || !facts.isFile()) return null;
  const relativePath = relative(folder, path).split(sep).join('/');
  const modified = facts.mtime.toISOString();
  return { location: pathToFileURL(path).href, relativePath, byteLength: facts.size, modified };
}
