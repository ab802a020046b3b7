import type { JsonObject } from '../../catalog/refuse.ts';
import { type AcquisitionTiles, acquisitionHref } from './acquisition-collection.ts';
import { extentMember } from './extent.ts';
import { jsonType } from './json-document.ts';
import { rootCollectionName } from './layout.ts';

/** The order's own collection. Without `type`, which a public client takes for that of an item; hence of a STAC that knows none. */
export const rootCollection = (orderId: string, acquisitions: readonly AcquisitionTiles[]): JsonObject => ({
  id: orderId,
  stac_version: '0.8.1',
  description: `Order ${orderId} collection`,
  license: 'proprietary',
  extent: extentMember(acquisitions.map(({ extent }) => extent)),
  links: [
    { rel: 'root', href: `./${rootCollectionName(orderId)}`, type: jsonType },
    ...acquisitions.map(({ acquisitionId }) => ({
      rel: 'child',
      href: acquisitionHref(acquisitionId),
      type: jsonType,
      title: acquisitionId,
    })),
  ],
});
