/** The members that STAC gives an item, beside its properties. */
export const itemMembers: ReadonlySet<string> = new Set([
  'type',
  'stac_version',
  'stac_extensions',
  'id',
  'collection',
  'geometry',
  'bbox',
  'links',
  'assets',
]);
