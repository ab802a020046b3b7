import type { Checkpoint, CheckpointKey } from './checkpoint.ts';
import type { Reject } from './judge-entry.ts';

/** What lets an ingest go on after it was killed. */
export type CheckpointStore = {
  /** For this run alone until it is released; throws where another one has it. */
  hold(key: CheckpointKey): Promise<{ release(): void }>;
  read(key: CheckpointKey): Promise<Checkpoint | null>;
  /** Whole and on disk when it resolves. */
  write(checkpoint: Checkpoint): Promise<void>;
  remove(key: CheckpointKey): Promise<void>;
};

/** Where rejects are told in full. */
export type RejectLog = {
  /** Forgets what was told after that many bytes. */
  cut(bytes: number): Promise<void>;
  write(rejects: readonly Reject[]): Promise<void>;
  /** On disk when it resolves. */
  bytes(): Promise<number>;
};

export type DocumentRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** JSON documents by `file:` and `http(s):` address; `unavailable` is what may pass, all else will not. */
export type Documents = { read(request: DocumentRequest): Promise<unknown> };

/** A file that may become an item. */
export type FoundFile = {
  /** Its file URL, or `s3://bucket/key`. */
  readonly location: string;
  /** Below the folder that was named, with `/` between. */
  readonly relativePath: string;
  readonly byteLength: number;
  /** When it was written last, RFC 3339. */
  readonly modified: string;
  /** Of an object of a bucket: its content is known by it, whenever it was written. */
  readonly etag?: string;
};

/** The files of a folder. */
export type FileTree = {
  /** All of them, by their relative paths. */
  paths(): Promise<readonly string[]>;
  /** Throws where it may not be used, and says why. */
  look(relativePath: string): Promise<FoundFile>;
  exists(location: string): Promise<boolean>;
};

/** Makes the item of an image file. */
export type ItemMaker = { make(file: FoundFile, id: string): Promise<Readonly<Record<string, unknown>>> };
