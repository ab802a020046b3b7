/** What is ordered: the tiles that a select chose, or acquisitions by name. */
export type Source =
  | { readonly kind: 'select'; readonly id: string; readonly leftOut: ReadonlySet<string> }
  | {
      readonly kind: 'acquisitions';
      /** Ids, however they are set apart. */
      readonly ids: string;
      readonly area: string;
      /** Of those that are wanted in some of their cells alone. */
      readonly cells: ReadonlyMap<string, readonly string[]>;
    };

export const products = ['visual', 'ms_analytic', 'pan_analytic', 'data_mask', 'cloud_mask'] as const;
export type Product = (typeof products)[number];

export type Options = {
  readonly isHd: boolean;
  readonly isClipped: boolean;
  readonly grid: 'source' | 'cell';
  readonly unwanted: ReadonlySet<Product>;
};

export type Place = {
  readonly kind: 'managed' | 's3' | 'folder';
  readonly prefix: string;
  readonly bucket: string;
  readonly folder: string;
  readonly region: string;
  readonly endpoint: string;
  /** Of an endpoint whose buckets are no hosts of their own. */
  readonly isPathStyle: boolean;
  /** How the service may write there. */
  readonly access: 'none' | 'role' | 'keys';
  readonly roleArn: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
};

export type Told = { readonly emails: string; readonly webhooks: string; readonly metadata: string };

/** The form as it was filled in: texts stay as they were typed. */
export type OrderDraft = {
  readonly source: Source;
  readonly options: Options;
  readonly place: Place;
  readonly told: Told;
};

const noOptions: Options = { isHd: false, isClipped: false, grid: 'source', unwanted: new Set() };

export const managedPlace: Place = {
  kind: 'managed',
  prefix: '',
  bucket: '',
  folder: '',
  region: '',
  endpoint: '',
  isPathStyle: true,
  access: 'none',
  roleArn: '',
  accessKeyId: '',
  secretAccessKey: '',
  sessionToken: '',
};

export const draftOf = (source: Source, email: string): OrderDraft => ({
  source,
  options: noOptions,
  place: managedPlace,
  told: { emails: email, webhooks: '', metadata: '' },
});

/** As it may be kept: keys of a bucket are given again. */
export const withoutCredentials = <D extends OrderDraft>(draft: D): D => ({
  ...draft,
  place: { ...draft.place, accessKeyId: '', secretAccessKey: '', sessionToken: '' },
});

export const acquisitionSource = (ids: string, area = ''): Source => ({
  kind: 'acquisitions',
  ids,
  area,
  cells: new Map(),
});

/** Parts of a text that lists things by lines, spaces, commas or semicolons. */
export const listed = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((part) => part !== '')),
];
