import { createHash, hash } from 'node:crypto';

/**
 * The strong tag of a stored document as this service sends it: its links name the public URL, so the tag does too.
 * Compressed answers carry the same one: no ranges are served, and a weak tag could not guard a write.
 */
export const entityTag = (etag: string, baseUrl: string): string => `"${etag}.${hostMark(baseUrl)}"`;

/** The tag of a list, known before the query runs; weak, because the list also says when it was made. */
export const listTag = (catalogVersion: string, visibilityMark: string, selfHref: string): string =>
  `W/"${hash('sha256', `${catalogVersion}\n${visibilityMark}\n${selfHref}`, 'base64url').slice(0, 27)}"`;

let marked: { readonly baseUrl: string; readonly mark: string } | null = null;

function hostMark(baseUrl: string): string {
  if (marked?.baseUrl !== baseUrl)
    marked = { baseUrl, mark: createHash('sha256').update(baseUrl).digest('base64url').slice(0, 6) };
  return marked.mark;
}

/** The tags of `If-Match` or `If-None-Match`, each with its quotes and `W/` where it has one. */
function tagsOf(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];
}

/**
 * Whether the caller has this very answer already; weak and strong tags count alike (RFC 9110, 13.1.2).
 * `*` is for documents alone: a list has its weak tag before anyone knows whether its collection exists.
 */
export function isHeldByCaller(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return tagsOf(ifNoneMatch).some((given) => (given === '*' && bare === tag) || given.replace(/^W\//, '') === bare);
}

/** Whether `If-Match` lets a document with this strong tag be read: a weak one never matches. */
export const isWanted = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || tagsOf(ifMatch).some((given) => given === '*' || given === tag);

/** The stored etags that `If-Match` asks for, parted by blanks; null asks for nothing, `''` can match no document. */
export function requiredEtag(ifMatch: string | undefined, baseUrl: string): string | null {
  if (ifMatch === undefined) return null;
  const tags = tagsOf(ifMatch);
  if (tags.includes('*')) return '*';
  const end = `.${hostMark(baseUrl)}"`;
  // Strong comparison: a weak tag never matches.
  const own = tags.filter((tag) => tag.startsWith('"') && tag.endsWith(end));
  return own.map((tag) => tag.slice(1, -end.length)).join(' ');
}
