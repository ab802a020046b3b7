/** Where the catalogue is: plain data, which threads are told. */
export type CatalogPlace = EmbeddedPlace;

export type EmbeddedPlace = {
  readonly store: 'sqlite';
  readonly file: string;
  readonly busyTimeoutMs?: number;
};
