import { type StoredDocument, hasLinks, linksOffset } from '../stored-document.ts';
import { withAssetAddresses } from './asset-addresses.ts';

/** Stored bytes on their way out: joined once, when the whole answer is. */
export type Pieces = readonly Uint8Array[];

/**
 * The stored bytes with the service's own links in them: nothing is parsed. `links` is JSON without the brackets, `after`
 * the members that follow.
 */
export function spliceLinks(
  document: Pick<StoredDocument, 'bytes'>,
  links: string,
  assetsHome: () => string,
  after = '',
): Pieces {
  const head = document.bytes.subarray(0, linksOffset(document));
  return [...withAssetAddresses(head, assetsHome), Buffer.from(`${hasLinks(document) ? ',' : ''}${links}]${after}}`)];
}
