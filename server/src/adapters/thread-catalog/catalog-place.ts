/** Where the catalogue is: plain data, which threads are told. */
export type CatalogPlace = EmbeddedPlace | PostgresPlace;

export type EmbeddedPlace = {
  readonly store: 'sqlite';
  readonly file: string;
  readonly busyTimeoutMs?: number;
};

export type PostgresPlace = {
  readonly store: 'postgres';
  readonly url: string;
  /** Where searches read, if not there. */
  readonly readUrl: string | null;
  readonly searchTimeoutMs: number;
};
