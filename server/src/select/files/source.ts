import type { Box } from '../../geometry/box.ts';
import type { FeatureFileWriter } from '../../geometry/feature-layers.ts';
import type { SelectedCell, SelectedTile, Selection } from '../selection.ts';

/** A select as its files see it; `cells` begins anew at each call. */
export type FileSource = { readonly selection: Selection; readonly cells: () => AsyncIterable<SelectedCell> };

export type SelectFileNeeds = {
  /** Of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly writeGeoPackage: FeatureFileWriter;
  /** A WebP picture of a square of the tile's cell (all of it where that is null), or null where it cannot be drawn. */
  readonly preview: (tile: SelectedTile, window: Box | null) => Promise<Uint8Array | null>;
  /** Fires when nobody waits for the file any more. */
  readonly signal?: AbortSignal;
};
