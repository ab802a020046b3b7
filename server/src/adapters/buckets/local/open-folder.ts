import { realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Bucket } from '../../../buckets/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { isBelow } from '../../../shared/is-below.ts';
import { createLocalBucket } from './local-bucket.ts';

type Places = {
  readonly dataFolder: string;
  readonly roots: readonly string[];
  readonly archiveRoots?: readonly string[];
};

/** Where names are directories. */
const namesIn = (dataFolder: string) => join(dataFolder, 'buckets');

/** A directory that has the bucket's name, which was held to the form of one. */
export async function openNamedFolder(name: string, { dataFolder }: Places): Promise<Bucket> {
  const root = namesIn(dataFolder);
  return createLocalBucket({ label: name, identity: await identityOf(root, name), root, folders: [name] });
}

/** A folder within one of the roots. */
export async function openFolder(path: string, label: string, places: Places): Promise<Bucket> {
  const { dataFolder, roots } = places;
  const all = [namesIn(dataFolder), ...roots].map((root) => resolve(root));
  // The innermost: a bucket is what lies right below a root.
  const root = all.filter((each) => isBelow(each, path)).sort((a, b) => b.length - a.length)[0];
  const folders =
    root === undefined
      ? []
      : relative(root, path)
          .split(sep)
          .filter((part) => part !== '');
  if (root === undefined || folders.length === 0 || (await touchesOthers(root, folders, { ...places, roots: all })))
    throw new PlatformError('order_refused', `${label} is not within a folder that the service delivers to`);
  return createLocalBucket({ label, identity: await identityOf(root, folders[0]!), root, folders });
}

/** Whether files of the service, other roots with their buckets, or imagery of the archive lie in it, or it in such. */
async function touchesOthers(
  root: string,
  folders: readonly string[],
  { dataFolder, roots, archiveRoots = [] }: Places,
): Promise<boolean> {
  const home = await realOf(root);
  const path = join(home, ...folders);
  const [data, names] = [await realOf(dataFolder), await realOf(namesIn(dataFolder))];
  const archive = await Promise.all(archiveRoots.map(realOf));
  const others = [...(await Promise.all(roots.map(realOf))), ...archive];
  return (
    isBelow(path, data) ||
    (isBelow(data, path) && !isBelow(names, path)) ||
    others.some((each) => isBelow(path, each)) ||
    // A root that lies in the archive itself was laid there on purpose.
    archive.some((each) => isBelow(each, path) && isBelow(home, each))
  );
}

const realOf = (path: string) => realpath(path).catch(() => resolve(path));

/** The same for a folder of a bucket as for the bucket, however it is named. */
const identityOf = async (root: string, name: string) => `file://${join(await realOf(root), name)}`;
