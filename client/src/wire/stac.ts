/** A link of a document. */
export type Link = {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly method?: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

export type Geometry = { readonly type: string; readonly [member: string]: unknown };

export type Asset = {
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly roles?: readonly string[];
  readonly [member: string]: unknown;
};

/** A STAC item, of any version and with any extension. */
export type Item = {
  readonly type: 'Feature';
  readonly id: string;
  readonly collection: string;
  readonly geometry: Geometry | null;
  readonly bbox?: readonly number[] | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, Asset>>;
  readonly links: readonly Link[];
  readonly [member: string]: unknown;
};

export type Collection = {
  readonly type: 'Collection';
  readonly id: string;
  readonly title?: string;
  readonly description: string;
  readonly extent: {
    readonly spatial: { readonly bbox: readonly (readonly number[])[] };
    readonly temporal: { readonly interval: readonly (readonly (string | null)[])[] };
  };
  readonly links: readonly Link[];
  readonly [member: string]: unknown;
};

/** A body of `POST /search`; every member may be absent. */
export type SearchRequest = {
  readonly collections?: readonly string[];
  readonly ids?: readonly string[];
  readonly bbox?: readonly number[];
  readonly intersects?: Geometry;
  readonly datetime?: string;
  readonly q?: string | readonly string[];
  /** CQL2 as text or as JSON. */
  readonly filter?: string | Readonly<Record<string, unknown>>;
  readonly 'filter-lang'?: 'cql2-text' | 'cql2-json';
  readonly query?: Readonly<Record<string, unknown>>;
  readonly sortby?: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[];
  readonly fields?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
  /** Of one page. */
  readonly limit?: number;
  readonly token?: string;
};

export type FeaturePage<T> = {
  readonly type: 'FeatureCollection';
  readonly features: readonly T[];
  readonly links: readonly Link[];
  /** Exact where it is there. */
  readonly numberMatched?: number;
  readonly numberReturned?: number;
};
