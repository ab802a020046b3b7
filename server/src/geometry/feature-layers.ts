import type { Geometry } from './geojson.ts';

/** Instants and dates travel as ISO 8601 texts. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'date' | 'datetime';

export type FeatureColumn = { readonly name: string; readonly type: ColumnType };

export type FeatureValue = string | number | boolean | null;

/** One feature; its values stand in the order of the layer's columns. */
export type FeatureRow = { readonly geometry: Geometry | null; readonly values: readonly FeatureValue[] };

/** Features of one kind; heights are dropped. */
export type FeatureLayer = {
  readonly name: string;
  readonly description: string;
  /** A UTM zone of WGS 84, in metres; in degrees when absent. */
  readonly epsg?: number;
  /** Single geometries become multi geometries where the layer is of those. */
  readonly geometryType: Geometry['type'] | 'Geometry';
  readonly columns: readonly FeatureColumn[];
  readonly rows: AsyncIterable<FeatureRow> | Iterable<FeatureRow>;
};

/** What one file holds; it bears this moment whenever it is written. */
export type FeatureLayers = { readonly layers: readonly FeatureLayer[]; readonly lastChangeMs: number };

/** The bytes of a file with these layers; nothing is left behind when the reader leaves or the signal fires. */
export type FeatureFileWriter = (layers: FeatureLayers, signal?: AbortSignal) => AsyncIterable<Uint8Array>;
