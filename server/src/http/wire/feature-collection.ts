import { type Fields, projectFields } from '../../catalog/fields.ts';
import type { Found, StoredItem } from '../../catalog/ports.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import { countsAndLinks, documentList } from './document-list.ts';
import type { Link, Pieces } from './splice-links.ts';
import { itemPieces } from './stac-links.ts';

type Page = Pick<Found<StoredItem>, 'found' | 'matched'>;
type Settings = { readonly baseUrl: string; readonly timestamp: string; readonly fields: Fields | null };

/** A page of items as GeoJSON. */
export function featureCollection(page: Page, links: readonly Link[], settings: Settings): Buffer {
  return documentList(
    '{"type":"FeatureCollection","features":[',
    page.found.map((item) => feature(item, settings)),
    `],"timestamp":"${settings.timestamp}",${countsAndLinks(page, links)}}`,
  );
}

function feature(item: StoredItem, { baseUrl, fields }: Settings): Pieces {
  const pieces = itemPieces(baseUrl, item);
  return fields === null ? pieces : projected(pieces, fields);
}

/** The one place where a stored item is parsed on its way out. */
function projected(pieces: Pieces, fields: Fields): Pieces {
  const document = JSON.parse(Buffer.concat(pieces).toString()) as JsonObject;
  return [Buffer.from(JSON.stringify(projectFields(document, fields)))];
}
