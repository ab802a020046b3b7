import type { JsonObject } from '../../catalog/refuse.ts';
import { knownCell } from '../../select/files/cell-corners.ts';
import { unwrappedBox, wrappedBox } from '../../select/files/tile-box.ts';
import type { OrderSettings } from '../order.ts';
import { type ItemFile, itemAssets } from './item-assets.ts';
import { itemProperties } from './item-properties.ts';
import { jsonType } from './json-document.ts';
import { acquisitionCollectionName, twoDigits } from './layout.ts';
import { type Shown, cloudArea, dataArea, simplest } from './shown-area.ts';
import { extensionsOf } from './stac-extensions.ts';

export type { ItemFile, RasterFacts } from './item-assets.ts';

export type ItemFacts = Shown & {
  readonly settings: Pick<OrderSettings, 'isClipped' | 'isHd'>;
  /** Those that were delivered; at least one. */
  readonly files: readonly ItemFile[];
};

/** The tile's STAC item. It tells nothing of the order, so that two orders of the same content write the same bytes. */
export function tileItem(facts: ItemFacts): JsonObject {
  const { spec, settings, files } = facts;
  const cell = knownCell(spec.cellId);
  const [data, clouds] = [dataArea(facts), cloudArea(facts)];
  const properties = itemProperties({ spec, isHd: settings.isHd, data, clouds });
  const assets = itemAssets(spec.acquisitionId, files);
  const isPlaced = data.coordinates.length > 0;
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: extensionsOf(properties, assets),
    id: `${twoDigits(cell.zone)}/${cell.quadkey}/${spec.acquisitionId}`,
    collection: spec.acquisitionId,
    geometry: isPlaced ? simplest(data) : null,
    // STAC forbids a box where there is no geometry.
    ...(isPlaced ? { bbox: wrappedBox(unwrappedBox(cell.zone, [data])) } : {}),
    properties,
    links: linksOf(spec.acquisitionId),
    assets,
  };
}

/** None to a root, which is the order's: the document would change with each order that delivers the tile again. */
function linksOf(acquisitionId: string): readonly object[] {
  const href = `../../../acquisition_collections/${acquisitionCollectionName(acquisitionId)}`;
  return ['collection', 'parent'].map((rel) => ({ rel, href, type: jsonType }));
}
