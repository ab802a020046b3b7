import { type CollectionSearch, everyCollection } from '../../../../catalog/collections/collection-search.ts';
import { parseCql2Text } from '../../../../catalog/languages/cql2-text.ts';
import type { Catalog } from '../../../../catalog/ports.ts';
import type { Prepare } from '../file/statements.ts';

/** Fewer are read in a moment by whoever asks first. */
const many = 2_000;

/** Names what searches ask of most, besides extents and texts. */
const firstSearch: CollectionSearch = {
  ...everyCollection,
  filter: parseCql2Text('title IS NULL AND license IS NULL AND keywords IS NULL'),
  text: { kind: 'phrase', words: ['a'] },
  limit: 1,
  position: null,
};

/** Searches once where there are very many: all documents are read for it, for a second or more, and nobody waits for that. */
export async function warmCollections(prepare: Prepare, search: Catalog['searchCollections']): Promise<void> {
  if (prepare(`SELECT 1 FROM collections LIMIT 1 OFFSET ${many}`).get() === undefined) return;
  await search(firstSearch, 'all');
}
