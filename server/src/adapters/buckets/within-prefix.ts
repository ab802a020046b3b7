import type { Bucket } from '../../buckets/ports.ts';

/** A part of a bucket as a bucket of its own; the prefix is empty or ends with a slash. */
export function withinPrefix(bucket: Bucket, prefix: string, name: string): Bucket {
  const at = (key: string): string => `${prefix}${key}`;
  return {
    ...bucket,
    label: name,
    identity: name,
    folder: '',
    put: (key, ...rest) => bucket.put(at(key), ...rest),
    get: (key, ...rest) => bucket.get(at(key), ...rest),
    head: (key, ...rest) => bucket.head(at(key), ...rest),
    delete: (key, ...rest) => bucket.delete(at(key), ...rest),
    async *list(text, ...rest) {
      for await (const { key, byteLength } of bucket.list(at(text), ...rest))
        yield { key: key.slice(prefix.length), byteLength };
    },
    sweepAbandoned: ({ isOurs, isOver = () => false, ...sweep }) =>
      bucket.sweepAbandoned({
        ...sweep,
        prefix: at(sweep.prefix),
        isOurs: (key) => key.startsWith(prefix) && isOurs(key.slice(prefix.length)),
        isOver: (key) => isOver(key.slice(prefix.length)),
      }),
    policyFor: (more) => bucket.policyFor(at(more)),
  };
}
