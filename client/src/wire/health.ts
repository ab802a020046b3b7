type Outgoing = { readonly waiting: number; readonly failed: number; readonly oldest: string | null };

/** How the service is, for its operator. */
export type Health = {
  readonly version: string;
  readonly runtime: string;
  readonly started: string;
  readonly uptime_seconds: number;
  readonly memory_bytes: number;
  /** What to look at; empty where all is well. */
  readonly trouble: readonly { readonly kind: 'error' | 'warning'; readonly text: string }[];
  readonly store: {
    readonly kind: 'sqlite' | 'postgres';
    readonly bytes: number;
    readonly schema_version: number;
    readonly writable: boolean;
  };
  readonly catalogue: { readonly bytes: number; readonly arrivals: number; readonly tended: boolean };
  readonly disk: { readonly free_bytes: number; readonly total_bytes: number };
  readonly orders: {
    readonly running: number;
    readonly open_tiles: number;
    readonly next_tile: string | null;
    readonly workers: readonly { readonly name: string; readonly tiles: number; readonly lease_until: string }[];
  };
  readonly selects: { readonly running: number };
  readonly ingest: { readonly queued: number; readonly running: number; readonly interrupted: number };
  readonly saved_searches: {
    readonly watched: number;
    readonly arrivals_behind: number;
    readonly open_matches: number;
  };
  readonly mail: Outgoing;
  readonly webhooks: Outgoing;
  readonly read: string;
};
