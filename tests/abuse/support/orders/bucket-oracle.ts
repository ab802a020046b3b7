import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The bucket as anybody finds it on the disk: the hash of each object by its key. */
export const hashBucket = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    keysOf(folder).flatMap((key) => {
      const bytes = unlessGone(() => readFileSync(join(folder, key)));
      return bytes === null ? [] : [[key, sha256(bytes)] as const];
    }),
  );

/** All that lies in it, uploads among them. */
export function keysOf(folder: string): readonly string[] {
  const entries = unlessGone(() => readdirSync(folder, { recursive: true, withFileTypes: true }));
  if (entries === null) return keysOf(folder);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Uploads come and go while one looks. */
function unlessGone<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export type Manifest = {
  readonly order_id: string;
  readonly state: string;
  readonly tiles: { readonly total: number; readonly delivered: number; readonly failed: number };
  readonly files: readonly { readonly key: string; readonly size: number; readonly sha256: string }[];
  readonly indexes: readonly string[];
};

export const manifestFile = (folder: string, prefix: string, orderId: string): string =>
  join(folder, prefix, `${orderId}-manifest.json`);

export function readManifest(folder: string, prefix: string, orderId: string): Manifest | null {
  const file = manifestFile(folder, prefix, orderId);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null;
}

export type Delivered = { readonly id: string; readonly prefix: string; readonly tiles: number };

/** Of uploads that died with their process, which no listing shows, and of probes that died before their order was placed. */
export const isLeftover = (key: string): boolean =>
  key.startsWith('.swath-uploads/') || /(?:^|\/)swath-probe-[0-9a-f-]{36}$/.test(key);

/**
 * What is wrong with a bucket to which these orders and no others were delivered: a file that differs from its
 * manifest or from the delivery of all tiles that nobody disturbed, one too few, one too many.
 */
export function bucketProblems(
  folder: string,
  orders: readonly Delivered[],
  undisturbed: ReadonlyMap<string, string>,
): readonly string[] {
  const found = hashBucket(folder);
  const [problems, listed] = [[] as string[], new Set<string>()];
  for (const { id, prefix, tiles } of orders) {
    const manifest = readManifest(folder, prefix, id);
    if (manifest === null) {
      problems.push(`order ${id} has no manifest`);
      continue;
    }
    if (manifest.tiles.delivered !== tiles)
      problems.push(`order ${id} has ${manifest.tiles.delivered} of ${tiles} tiles`);
    listed.add(join(prefix, `${id}-manifest.json`));
    for (const key of manifest.indexes) listed.add(key);
    for (const { key, sha256: expected } of manifest.files) {
      listed.add(key);
      if (found.get(key) !== expected) problems.push(`order ${id}: ${key} is ${found.get(key) ?? 'gone'}`);
      const own = key.slice(prefix.length + 1);
      if (own === `${id}-request.json`) continue;
      if (undisturbed.get(own) !== expected)
        problems.push(`order ${id}: ${key} is not what an undisturbed delivery gives`);
    }
  }
  for (const key of listed) if (!found.has(key)) problems.push(`${key} is named and not there`);
  problems.push(...indexProblems(folder, [...listed]));
  for (const key of found.keys()) if (!listed.has(key) && !isLeftover(key)) problems.push(`${key} is in no manifest`);
  return problems;
}

/** An acquisition's index leads to every item of it that lies below the same prefix, whichever order delivered it. */
function indexProblems(folder: string, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    const [, prefix, acquisition] = /^(.*)\/acquisition_collections\/(.*)_collection\.json$/.exec(key) ?? [];
    if (prefix === undefined || !existsSync(join(folder, key))) return [];
    const index = JSON.parse(readFileSync(join(folder, key), 'utf8')) as { links: { rel: string; href: string }[] };
    const linked = index.links
      .filter(({ rel }) => rel === 'item')
      .map(({ href }) => join(prefix, href.replace('../', '')));
    const items = keys.filter((each) => each.startsWith(`${prefix}/`) && each.endsWith(`/${acquisition}.json`));
    return items.filter((item) => !linked.includes(item)).map((item) => `${key} does not lead to ${item}`);
  });
}

/** The tiles' files of one order by their keys below its prefix. */
export function tileFiles(
  folder: string,
  { id, prefix }: Pick<Delivered, 'id' | 'prefix'>,
): ReadonlyMap<string, string> {
  const files = readManifest(folder, prefix, id)?.files ?? [];
  return new Map(files.map(({ key, sha256: hash }) => [key.slice(prefix.length + 1), hash]));
}
