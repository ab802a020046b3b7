import type { Geometry } from '../../geometry/geojson.ts';
import type { ShownAttribute } from '../attribute-table.ts';
import type { OutputCrs } from '../output-crs.ts';
import type { Version } from '../versions.ts';
import type { FeatureTokens } from './feature-tokens.ts';

/** A value of an attribute, already of its type: dates are texts of RFC 3339, lists and objects JSON. */
export type Value = string | number | boolean | null;

/** A feature on its way into a file: `values` stand in the order of the context's attributes. */
export type Feature = {
  /** The id of the item, which any text may be. */
  readonly id: string;
  /** The same as a name of XML with the type before it. */
  readonly gmlId: string;
  readonly collection: string;
  /** In x, y of the answer's CRS, whatever its axes; null where there is none or none is wanted. */
  readonly geometry: Geometry | null;
  readonly values: readonly Value[];
};

/** All that an output may know of its answer: plain data, for it goes to another thread. */
export type AnswerContext = {
  readonly version: Version;
  readonly prefix: string;
  readonly namespace: string;
  /** What is shown, in order. */
  readonly attributes: readonly ShownAttribute[];
  readonly hasGeometry: boolean;
  readonly crs: OutputCrs;
  /** RFC 3339, of the answer. */
  readonly timeStamp: string;
  /** Address of the schema of features. */
  readonly schemaHref: string;
  readonly startIndex: number;
  /** Addresses of the pages around; the next one is shown where there is more. */
  readonly next: string | null;
  readonly previous: string | null;
  /** The feature is the document, without a collection around it. */
  readonly isAlone: boolean;
  /** Of `format_options`, names in lower case. */
  readonly options: Readonly<Record<string, string>>;
};

/** `matched` is null where nobody counted; `isMore`: the page is not the last one. */
export type Totals = { readonly matched: number | null; readonly returned: number; readonly isMore: boolean };

export type OutputFormat = {
  /** As the capabilities have it. */
  readonly name: string;
  /** In lower case and without blanks: how else it may be asked for. */
  readonly alsoNamed: readonly string[];
  readonly contentType: string;
  /** Of the file that it is saved as; null where it is not for saving. */
  readonly fileEnding: string | null;
  /** It knows no other reference system, whatever is asked for. */
  readonly isInDegrees?: true;
};

/** Writes one answer: `opening`, `head`, each feature, `foot`. */
export type FeatureWriter = {
  /** What can leave before anything is counted. */
  readonly opening: string;
  /** Of a format with `isCounted` the totals are known; else they are null. */
  head(totals: Totals | null): string;
  feature(feature: FeatureTokens): string;
  /** Stands between features. */
  readonly between?: string;
  foot(totals: Totals): string;
};

/** A format that is written from its beginning to its end. */
export type StreamedOutput = OutputFormat & {
  readonly kind: 'streamed';
  /** Its head tells how many features follow, so that they are found before the first is written. */
  readonly isCounted: boolean;
  /** It shows ids of items as they are, whoever else has the same. */
  readonly hasBareIds?: true;
  write(context: AnswerContext): FeatureWriter;
};

/** A format that is made as a file first, by the maker of that name in `adapters/wfs/file-makers.ts`. */
export type FileOutput = OutputFormat & { readonly kind: 'file'; readonly maker: string };

export type Output = StreamedOutput | FileOutput;

/** Makes the file of one answer. */
export type FeatureFile = {
  add(features: readonly Feature[]): void;
  /** The bytes of the file, made as they are taken. */
  end(): Iterable<Uint8Array>;
  close(): void;
};
