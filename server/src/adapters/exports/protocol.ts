import type { ExportJob } from '../../exports/ports.ts';

/** `stop` is 1 once nobody waits for it: a search that is under way sees it, which messages do not reach. */
export type ExportWork = { readonly job: ExportJob; readonly stop: Int32Array };

/** What the thread has made; it goes on once it is taken. */
export type Made = { readonly bytes: Uint8Array; readonly items: number };

export type ExportThreadData = {
  readonly catalogFile: string;
  /** For files that are not written from their beginning to their end. */
  readonly temporaryFolder: string;
  readonly busyTimeoutMs: number;
};
