import { type Fields, projectFields } from '../fields.ts';
import type { Catalog, Found, ShownItems, StoredItem } from '../ports.ts';
import { documentOf } from '../stored-document.ts';
import { itemPieces } from './shown-item.ts';
import type { Pieces } from './splice-links.ts';

type Shown = Pick<StoredItem, 'collection' | 'id' | 'bytes'>;

/** An item of a page, with the members that were asked for: only where some were, it is parsed on its way out. */
export function shownPieces(item: Shown, baseUrl: string, fields: Fields | null): Pieces {
  const pieces = itemPieces(baseUrl, item);
  if (fields === null) return pieces;
  return [Buffer.from(JSON.stringify(projectFields(documentOf(Buffer.concat(pieces)), fields)))];
}

/** For stores that find documents here: nothing is lent, and all is joined once. */
export const showingBy =
  (search: Catalog['search']): Catalog['showItems'] =>
  async (request, visibility, baseUrl, options) =>
    shownItems(await search(request, visibility, options), baseUrl, request.fields);

const comma = Buffer.from(',');

function shownItems({ found, ...rest }: Found<StoredItem>, baseUrl: string, fields: Fields | null): ShownItems {
  return {
    ...rest,
    count: found.length,
    collections: [...new Set(found.map(({ collection }) => collection))],
    between(opening, closing) {
      const pieces: Uint8Array[] = [Buffer.from(opening)];
      for (const item of found) {
        if (pieces.length > 1) pieces.push(comma);
        for (const piece of shownPieces(item, baseUrl, fields)) pieces.push(piece);
      }
      pieces.push(Buffer.from(closing));
      return Buffer.concat(pieces);
    },
    giveBack: () => {},
  };
}
