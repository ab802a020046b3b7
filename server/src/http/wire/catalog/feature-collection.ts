import type { ShownItems } from '../../../catalog/ports.ts';
import { countsAndLinks } from './document-list.ts';
import type { Link } from './splice-links.ts';

/** A page of items as GeoJSON. */
export function featureCollection(page: ShownItems, links: readonly Link[], timestamp: string): Buffer {
  return page.between(
    '{"type":"FeatureCollection","features":[',
    `],"timestamp":"${timestamp}",${countsAndLinks(page, links)}}`,
  );
}
