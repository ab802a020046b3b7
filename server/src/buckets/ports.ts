import type { BucketCredentials, BucketTarget } from './bucket-target.ts';

export type ByteStream = AsyncIterable<Uint8Array>;

export type PutOptions = {
  readonly contentType: string;
  /** A body that turns out otherwise is refused, and nothing becomes visible. */
  readonly byteLength?: number;
  /** Likewise; in hex. */
  readonly sha256?: string;
  readonly signal?: AbortSignal;
  /** Asked right before the object would become visible, again before each new attempt; when it throws, nothing does. */
  readonly beforeCommit?: () => Promise<void>;
};

export type PutObject = { readonly byteLength: number; readonly etag: string | null; readonly sha256: string };
export type ObjectFacts = { readonly byteLength: number; readonly etag: string | null };
export type ListedObject = { readonly key: string; readonly byteLength: number };
export type ByteRange = { readonly offset: number; readonly length: number };

/** What was asked for, of an object of that many bytes; closed by whoever does not read it to its end. */
export type OpenObject = ObjectFacts & { readonly body: ByteStream; close(): Promise<void> };

export type Sweep = {
  readonly prefix: string;
  readonly olderThanMs: number;
  /** Others may be uploading to a customer's bucket: theirs are left alone. */
  readonly isOurs: (key: string) => boolean;
  /** A later upload has written such an object, or nobody will: whatever is left of one is over, however young. */
  readonly isOver?: (key: string) => boolean;
  readonly signal?: AbortSignal;
};

/** A place for objects, each of which appears whole or not at all. Fails with a `BucketFault`. */
export interface Bucket {
  /** As the customer names it. */
  readonly label: string;
  /** Whose a bucket is, is judged by this: the same for all names that it has. */
  readonly identity: string;
  /** Where its keys begin within what the identity names: `a/b`, or empty. */
  readonly folder: string;
  put(key: string, body: ByteStream | Uint8Array, options: PutOptions): Promise<PutObject>;
  get(key: string, options?: { readonly range?: ByteRange; readonly signal?: AbortSignal }): Promise<OpenObject>;
  /** Null where there is no such object. */
  head(key: string, signal?: AbortSignal): Promise<ObjectFacts | null>;
  /** All keys that begin with the text, in the order of their bytes. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<ListedObject>;
  /** Not a fault when there is none. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  /** Removes what uploads and probes left that died on the way; says how many. */
  sweepAbandoned(sweep: Sweep): Promise<number>;
  /** The policy that lets the service deliver below the prefix; null where there is nothing of the kind. */
  policyFor(prefix: string): string | null;
  close(): void;
}

export type BucketAccess = {
  readonly credentials: BucketCredentials | null;
  /** Told to whoever lends a role: the organization's id, so that no other organization can use that role. */
  readonly externalId: string;
};

export interface Buckets {
  /** Refuses what the service may not deliver to; whether it is there and writable only a probe tells. */
  open(target: BucketTarget, access?: BucketAccess): Promise<Bucket>;
}
