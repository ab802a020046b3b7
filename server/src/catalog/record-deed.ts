/** Writes into the audit what a caller did to the catalogue; who that is, the caller of the use case knows. */
export type RecordDeed = (
  action: CatalogDeed,
  targetId: string,
  detail?: Readonly<Record<string, unknown>>,
) => Promise<void>;

export type CatalogDeed = 'collection.create' | 'collection.replace' | 'collection.delete' | 'items.delete-matching';
