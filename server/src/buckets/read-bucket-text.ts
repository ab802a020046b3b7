import { PlatformError } from '../shared/errors.ts';
import type { BucketTarget } from './bucket-target.ts';
import { readPrefix } from './object-key.ts';

export type BucketText = {
  readonly target: Exclude<BucketTarget, { readonly kind: 's3' }>;
  /** What a URI says behind the bucket. */
  readonly prefix: string;
};

/** The service's own storage. */
const managedName = 'managed';
const longestText = 2_048;
const others: Readonly<Record<string, string>> = {
  gs: 'Google Cloud Storage',
  gcs: 'Google Cloud Storage',
  az: 'Azure Blob Storage',
  azure: 'Azure Blob Storage',
  abfs: 'Azure Blob Storage',
  abfss: 'Azure Blob Storage',
  wasb: 'Azure Blob Storage',
  wasbs: 'Azure Blob Storage',
};

/** A name, `s3://name/prefix` or `file:///folder`. */
export function readBucketText(text: unknown, member: string): BucketText {
  const refuse = (why: string) => new PlatformError('order_refused', `${member} ${why}`);
  if (typeof text !== 'string' || text === '') throw refuse('must be the name or URI of a bucket');
  if (text.length > longestText) throw refuse('is too long');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return { target: named(text, refuse), prefix: '' };
  if (scheme === 'file') return { target: { kind: 'folder', path: folderOf(text, member, refuse) }, prefix: '' };
  if (Object.hasOwn(others, scheme)) throw refuse(`names ${others[scheme]!}, which is not delivered to yet`);
  const [, name, rest = ''] = /^s3:\/\/([^/]*)\/*(.*)$/is.exec(text) ?? [];
  if (scheme !== 's3' || name === undefined) throw refuse('must be a name, s3://name/prefix or file:///folder');
  return { target: named(name, refuse), prefix: readPrefix(rest, member) };
}

type Refuse = (why: string) => PlatformError;

function named(name: string, refuse: Refuse): BucketText['target'] {
  const isName = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(name) && !name.includes('..');
  if (!isName) throw refuse('must name a bucket: 3 to 63 letters, digits, dots, hyphens and underscores, or be a URI');
  return name === managedName ? { kind: 'managed' } : { kind: 'named', name };
}

/** Judged as it is written: a URL parser would follow `..` before anyone sees it. */
function folderOf(text: string, member: string, refuse: Refuse): string {
  const path = /^file:\/\/(\/[^?#]*)$/is.exec(text)?.[1];
  if (path === undefined) throw refuse('must be like file:///folder, without a host, a query or a fragment');
  const parts = path.split('/').map((part) => decoded(part, refuse));
  if (parts.some((part) => part.includes('/'))) throw refuse('must not hold an encoded slash');
  const folder = parts.filter((part) => part !== '').join('/');
  // The rules of a prefix but its length, which a machine's own folders may exceed.
  for (const part of folder.split('/')) readPrefix(part, member);
  return `/${folder}`;
}

function decoded(part: string, refuse: Refuse): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refuse('is not a URI: its percent signs do not spell a text');
  }
}
