/** Work that waits, as the store knows it. */
export type Backlog = {
  readonly store: { readonly kind: 'sqlite' | 'postgres'; readonly bytes: number; readonly schemaVersion: number };
  readonly orders: {
    readonly running: number;
    /** Of running orders: neither delivered nor given up. */
    readonly openTiles: number;
    /** Of which the last files are being written. */
    readonly ending: number;
    /** Who delivers now, and until when that is promised. */
    readonly holders: readonly Holder[];
  };
  readonly selectsRunning: number;
  readonly ingest: Readonly<Record<'queued' | 'running' | 'interrupted', number>>;
  /** Jobs of ingest whose runner gives signs of life. */
  readonly jobsAtWork: number;
  readonly savedSearches: {
    readonly watched: number;
    /** Arrivals of this feed that were looked at; null where none ever was. */
    readonly lookedAt: number | null;
    readonly openBatches: number;
  };
  readonly mail: Outgoing;
  readonly webhooks: Outgoing;
};

export type Holder = { readonly name: string; readonly tiles: number; readonly leaseUntilMs: number };

/** Messages that wait, those that were given up, and since when the oldest waits. */
export type Outgoing = {
  readonly waiting: number;
  readonly failed: number;
  readonly oldestAtMs: number | null;
};

/** The process and what it stands on. */
export type MachineFacts = {
  readonly version: string;
  readonly runtime: string;
  readonly startedAtMs: number;
  readonly memoryBytes: number;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number };
  /** Of the catalogue's file with its log. */
  readonly catalogueBytes: number;
};

export type Health = Backlog & {
  readonly machine: MachineFacts;
  readonly isWritable: boolean;
  /** New work is refused. */
  readonly isDiskLow: boolean;
  /** Since when nothing of orders and ingests is claimed; null while it is. */
  readonly pausedAtMs: number | null;
  readonly catalogue: {
    /** How many items were ever created. */
    readonly arrivals: number;
    /** Indexes, texts or summaries are being brought up to date. */
    readonly isTended: boolean;
  };
  /** The earliest moment at which a tile may be taken; null where none waits. */
  readonly nextTileAtMs: number | null;
  readonly readAtMs: number;
};

export type Trouble = { readonly kind: 'error' | 'warning'; readonly text: string };
