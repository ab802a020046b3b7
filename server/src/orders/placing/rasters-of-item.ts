import type { JsonObject } from '../../catalog/refuse.ts';
import { hasImagery, imageryOf, locationOfAsset } from '../../streaming/item-imagery.ts';
import { type RasterProduct, rasterProducts } from '../order.ts';

/** What assets of a product are called. */
const assetKeys = {
  visual: ['visual'],
  ms: ['ms_analytic', 'ms', 'multispectral'],
  pan: ['pan_analytic', 'pan', 'panchromatic'],
} as const satisfies Record<RasterProduct, readonly string[]>;

export type ItemRasters = {
  /** Where they lie. */
  readonly known: Readonly<Partial<Record<RasterProduct, string>>>;
  /** The imagery of an item that does not say what it is: its header does. */
  readonly unsorted: string | null;
};

export function rastersOfItem(document: JsonObject): ItemRasters {
  const known: Partial<Record<RasterProduct, string>> = {};
  for (const product of rasterProducts) {
    const location = assetKeys[product].map((key) => locationOfAsset(document, key)).find((each) => each !== null);
    if (location !== undefined) known[product] = location;
  }
  const isUnsorted = Object.keys(known).length === 0 && hasImagery(document);
  return { known, unsorted: isUnsorted ? imageryOf(document, null).source.location : null };
}
