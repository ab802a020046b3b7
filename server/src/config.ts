import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settingProblems } from './config-checks.ts';
import { asBucketPlace, asBucketPlaces, asMasterKey, asNetworks, asOrigins, asQueryables, asRegion, asSmtpUrl } from './config-texts.ts';
import { operatingSettings } from './shared/operating-settings.ts';
import { wfsSettings } from './shared/wfs-settings.ts';
import * as s from './shared/settings.ts';

const setting = <T>(fallback: T, parse: (text: string) => T, about: string, more: Partial<s.Setting<T>> = {}) =>
  ({ fallback, parse, about, ...more }) as s.Setting<T>;

const optional = (parse: (text: string) => string, about: string, more: Partial<s.Setting<string | null>> = {}) =>
  setting<string | null>(null, parse, about, { defaultText: '(none)', ...more });

/** Every setting of the service; `docs/operating.md` has a line for each (a test holds it to that). */
export const settingTable = {
  PORT: setting(8080, s.asWholeNumber(0, 65_535), 'Port to listen on; 0 takes any free one.'),
  SWATH_HOST: setting('localhost', s.asText, 'Address to listen on; `0.0.0.0` or `::` for every interface.'),
  SWATH_DATA: setting('data', s.asText, 'Data folder: database, master key, mail files, buckets.', {
    defaultText: './data',
  }),
  SWATH_PUBLIC_URL: optional(s.asServiceUrl, 'What links are built from; with a path where a proxy serves it below one.', {
    defaultText: 'http://localhost:{PORT}',
  }),
  SWATH_BASE_URL: optional(s.asServiceUrl, 'Address of search, select and order.', {
    defaultText: 'SWATH_PUBLIC_URL',
  }),
  SWATH_ACCOUNT_URL: optional(s.asServiceUrl, 'Address of the API key endpoints, which `/openapi.json` names.', {
    defaultText: 'SWATH_PUBLIC_URL',
  }),
  SWATH_API_URL: optional(s.asServiceUrl, 'Address of the streaming services.', {
    defaultText: 'SWATH_PUBLIC_URL',
  }),
  SWATH_DATABASE_URL: optional(s.asUrl('postgres', 'postgresql'), 'PostgreSQL 15 or later with PostGIS 3 instead of the embedded databases, for accounts and catalogue.', {
    isSecret: true,
    defaultText: '(embedded)',
  }),
  SWATH_SEARCH_DATABASE_URL: optional(s.asUrl('postgres', 'postgresql'), 'A replica of `SWATH_DATABASE_URL` that searches read; all else is read where it is written.', {
    isSecret: true,
    defaultText: 'SWATH_DATABASE_URL',
  }),
  SWATH_PARTITION_ITEMS: setting(
    5_000_000,
    s.asWholeNumber(0, 1e12),
    'Items in PostgreSQL above which the index of searches is parted by years; 0 leaves it in one table.',
  ),
  SWATH_MASTER_KEY: optional(asMasterKey, '32 bytes as base64 or hex that wrap the data key.', {
    isSecret: true,
    defaultText: 'master.key in the data folder',
  }),
  SWATH_ADMIN_EMAIL: optional(s.asEmail, 'The first administrator, made when there is none.', {
    defaultText: 'admin@localhost',
  }),
  SWATH_ADMIN_PASSWORD: optional(s.asText, 'Its password.', {
    isSecret: true,
    defaultText: 'generated and printed once',
  }),
  SWATH_SMTP_URL: optional(asSmtpUrl, 'Mail server; without one a mail is a file in the data folder.', {
    isSecret: true,
  }),
  SWATH_MAIL_FROM: setting('Swath <swath@localhost>', s.asSender, 'Sender of mails.'),
  SWATH_VENDOR: setting(
    'vendor',
    s.asWord,
    'The word in `{vendor}_api_key`, `{vendor}-api-key` and `X-{Vendor}-RequestId`.',
  ),
  SWATH_VENDOR_ALIASES: setting<readonly string[]>(
    ['maxar'],
    s.orNone(s.asWords),
    'Further words that are understood in the same places; `none` for no others.',
    { defaultText: 'maxar' },
  ),
  SWATH_KEY_PREFIX: setting('swath', s.asWord, 'What API keys begin with.'),
  SWATH_AUTHENTICATE_BAD_REQUEST_STATUS: setting(
    '400',
    s.asOneOf('400', '404'),
    'Status for a bad body on `/authenticate`.',
  ),
  SWATH_TOKEN_PATH_ALIASES: setting(false, s.asSwitch, 'Also serve the OpenID-shaped token path and the token service of older clients.', {
    defaultText: '0',
  }),
  SWATH_CORS_ORIGINS: setting<readonly string[]>(['*'], s.orNone(asOrigins), 'Origins that browsers may call from; `none` for no others than its own.', {
    defaultText: '*',
  }),
  SWATH_TRUSTED_PROXIES: setting<readonly string[]>(
    [],
    asNetworks,
    'Proxies (addresses or CIDR) whose X-Forwarded-* headers are believed.',
    { defaultText: '(none)' },
  ),
  SWATH_RATE_LIMIT: setting(
    60_000,
    s.asWholeNumber(0, 1e9),
    'Requests a minute for each key, account or address; 0 switches it off.',
  ),
  SWATH_METRICS_TOKEN: optional(s.asText, 'Bearer token for `/metrics` from other machines than this.', {
    isSecret: true,
  }),
  SWATH_BODY_LIMIT: setting(
    1_048_576,
    s.asWholeNumber(1_024, 1e9),
    'Largest request body in bytes, where a route has no limit of its own.',
  ),
  SWATH_BULK_BODY_LIMIT: setting(
    67_108_864,
    s.asWholeNumber(1_024, 1e9),
    'Largest body in bytes of a request that loads items into a collection.',
  ),
  SWATH_QUERYABLES: setting<readonly string[]>(
    ['eo:cloud_cover', 'platform', 'gsd', 'view:off_nadir'],
    s.orNone(asQueryables),
    'Properties that have an index: filters on them and orders by them stay fast (at most 10, beside `catalog_id` and `acquisition_id`, which always have one); `none` for no property.',
    { defaultText: 'eo:cloud_cover,platform,gsd,view:off_nadir' },
  ),
  SWATH_SEARCH_THREADS: setting(
    0,
    s.asWholeNumber(0, 64),
    'Threads that search the embedded catalogue; 0 is one for each processor, from 1 to 4.',
  ),
  SWATH_SEARCH_TIMEOUT: setting(
    30,
    s.asWholeNumber(1, 3_600),
    'Seconds after which a search is stopped and answered with 503.',
  ),
  SWATH_ARCHIVE_ROOTS: setting<readonly string[]>(
    [],
    s.asList,
    'Folders, parted by commas, whose files assets of items may be; `demo` in the data folder always is one. None may hold the data folder.',
    { defaultText: '(none)' },
  ),
  SWATH_ARCHIVE_BUCKETS: setting<readonly string[]>(
    [],
    asBucketPlaces,
    'Places such as `s3://bucket` and `s3://bucket/prefix`, parted by commas, whose objects assets of items may be, in the S3 of `SWATH_S3_ENDPOINT`, `SWATH_S3_REGION` and `SWATH_S3_ACCESS_KEY_ID`. Orders are not delivered there.',
    { defaultText: '(none)' },
  ),
  SWATH_BUCKET_ROOTS: setting<readonly string[]>(
    [],
    s.asList,
    'Folders, parted by commas, in which `file:///` may name folders to deliver to; `buckets` in the data folder always is one. Folders of `SWATH_ARCHIVE_ROOTS` that lie in one are not delivered to.',
    { defaultText: '(none)' },
  ),
  SWATH_INGEST_ROOTS: setting<readonly string[]>(
    [],
    s.asList,
    'Folders, parted by commas, that jobs of ingest may read beside those of `SWATH_ARCHIVE_ROOTS`.',
    { defaultText: '(none)' },
  ),
  SWATH_INGEST_JOBS: setting(1, s.asWholeNumber(0, 64), 'Jobs of ingest that run at once, each in a process of its own; watched places have room beside them. 0 leaves all of them waiting.'),
  SWATH_INGEST_UPLOAD_LIMIT: setting(
    10_737_418_240,
    s.asWholeNumber(1_024, 1e15),
    'Largest file in bytes that is uploaded to, or fetched by, an ingest.',
  ),
  SWATH_INGEST_DAYS: setting(30, s.asWholeNumber(1, 3_650), 'Days for which a job of ingest that has ended is kept, with its rejects and its upload.'),
  SWATH_S3_ENDPOINT: optional(s.asRootUrl, 'S3 server whose buckets are delivered to by name; AWS when only the region or the key is given, and without all three a name is a folder in `buckets` of the data folder.'),
  SWATH_S3_REGION: optional(asRegion, 'Its region.', { defaultText: 'us-east-1' }),
  SWATH_S3_ACCESS_KEY_ID: optional(s.asText, 'Key that requests to it are signed with; without one, what the machine has (`AWS_*`, a profile, its role).'),
  SWATH_S3_SECRET_ACCESS_KEY: optional(s.asText, 'Secret of that key.', { isSecret: true }),
  SWATH_S3_PATH_STYLE: setting<boolean | null>(null, s.asSwitch, 'Buckets in the path of its address instead of its host name.', {
    defaultText: '1 with SWATH_S3_ENDPOINT, else 0',
  }),
  SWATH_ALLOW_PRIVATE_ENDPOINTS: setting(false, s.asSwitch, 'Endpoints that customers name may be on this machine and on private networks.', {
    defaultText: '0',
  }),
  SWATH_RENDER_THREADS: setting(
    0,
    s.asWholeNumber(0, 64),
    'Threads that draw map tiles and previews; 0 is one for each processor, at most 2.',
  ),
  SWATH_TILE_CACHE_MB: setting(64, s.asWholeNumber(0, 65_536), 'Memory for pictures that were drawn, in MiB.'),
  SWATH_SELECT_DAYS: setting(30, s.asWholeNumber(1, 3_650), 'Days after which a select is forgotten.'),
  SWATH_SELECT_WAIT: setting(
    15,
    s.asWholeNumber(0, 600),
    'Seconds after which a select that is not done answers RUNNING and is asked for again.',
  ),
  SWATH_SELECT_MOST_TILES: setting(
    200_000,
    s.asWholeNumber(1, 1e7),
    'Tiles that one select may have to choose from; more are refused.',
  ),
  SWATH_EXPORTS: setting(
    4,
    s.asWholeNumber(1, 64),
    'Exports that run at once, half of them at most of one account; others are told to come back.',
  ),
  SWATH_EXPORT_PATIENCE: setting(
    120,
    s.asWholeNumber(1, 86_400),
    'Seconds for which an export waits for a reader that takes nothing.',
  ),
  ...wfsSettings((path) => readFileSync(path, 'utf8')),
  SWATH_AOI_MIN_SQKM: setting(
    0,
    s.asWholeNumber(0, 1e9),
    'Least area of interest of a select, in square kilometres; 0 for none.',
  ),
  SWATH_AOI_MAX_SQKM: setting(
    0,
    s.asWholeNumber(0, 1e9),
    'Largest area of interest of a select, in square kilometres; 0 for none.',
  ),
  SWATH_SAVED_SEARCHES: setting(100, s.asWholeNumber(0, 1e5), 'Searches that one account may save.'),
  SWATH_SAVED_SEARCH_INTERVAL: setting(5, s.asWholeNumber(0, 10_080), 'Minutes from the first match of a saved search to the notice that tells of all since, where it has no interval of its own.'),
  SWATH_ORDER_MOST_TILES: setting(10_000, s.asWholeNumber(1, 1e6), 'Tiles that one order may have; more are refused.'),
  SWATH_HD_ABOVE_GSD: setting(
    0.31,
    s.asNumber(0, 100),
    'Metres of ground a pixel; imagery must be coarser than this to be ordered with HD.',
  ),
  SWATH_HD_UP_TO_GSD: setting(0.4, s.asNumber(0, 100), 'Metres of ground a pixel; imagery coarser than this cannot be ordered with HD.'),
  SWATH_DELIVERY_THREADS: setting(
    0,
    s.asWholeNumber(0, 64),
    'Threads that cut and deliver tiles of orders; 0 is one for each processor.',
  ),
  SWATH_DELIVERY: setting(true, s.asSwitch, 'The service delivers orders itself; 0 leaves them to `swath worker` processes.', {
    defaultText: '1',
  }),
  SWATH_DELIVERY_LEASE: setting(
    60,
    s.asWholeNumber(2, 3_600),
    'Seconds after which others take over what a worker that gives no sign of life was at.',
  ),
  SWATH_TILE_ATTEMPTS: setting(20, s.asWholeNumber(1, 100), 'Failures after which a tile of an order is given up.'),
  SWATH_MANAGED_BUCKET: optional(asBucketPlace, 'Where files of the managed bucket and uploads lie instead of the data folder, as `s3://bucket/prefix` in the S3 of `SWATH_S3_ENDPOINT`: nodes on several machines need it.', { defaultText: '`managed` in the data folder' }),
  SWATH_MANAGED_DAYS: setting(30, s.asWholeNumber(1, 3_650), 'Days for which files in the managed bucket are kept.'),
  ...operatingSettings,
  SWATH_LOG_LEVEL: setting(
    'info',
    s.asOneOf('error', 'warn', 'info', 'silent'),
    'Least important log line that is written.',
  ),
  SWATH_LOG_FORMAT: setting(
    'auto',
    s.asOneOf('auto', 'json', 'text'),
    'Log lines as JSON or text; auto is text on a terminal.',
  ),
  SWATH_DEMO: setting(true, s.asSwitch, 'Make the demo archive at first start: invented scenes of some 50 MB, in the background.', {
    defaultText: '1',
  }),
} as const;

export type Settings = s.SettingValues<typeof settingTable>;

/** The settings, with what follows from them. */
export type Config = Settings & {
  readonly dataFolder: string;
  readonly publicUrl: string;
  /** What stands before every path there: `/imagery`, or nothing. */
  readonly basePath: string;
  readonly baseUrl: string;
  readonly accountUrl: string;
  readonly apiUrl: string;
  /** Where files of the archive may lie. */
  readonly archiveRoots: readonly string[];
  /** The vendor word first, then its aliases. */
  readonly vendorWords: readonly string[];
};

export type SettingsCheck = s.CrossCheck<typeof settingTable>;

/** `more` is for what only one command asks of the settings, so that its problems stand in the same message. */
export function readConfig(env: s.Environment, more: SettingsCheck = () => []): Config {
  const check: SettingsCheck = (values) => [...settingProblems(values), ...more(values)];
  const values = s.readSettings(settingTable, env, (path) => readFileSync(path, 'utf8'), check);
  return withPublicUrl({ ...values, publicUrl: '' } as Config, values.PORT);
}

/** Links need the real port, which is known only after listening when PORT is 0. */
export function withPublicUrl(config: Config, port: number): Config {
  const publicUrl = config.SWATH_PUBLIC_URL ?? `${config.SWATH_TLS_CERT === null ? 'http' : 'https'}://localhost:${port}`;
  const dataFolder = resolve(config.SWATH_DATA);
  return {
    ...config,
    dataFolder,
    archiveRoots: [join(dataFolder, 'demo'), ...config.SWATH_ARCHIVE_ROOTS.map((folder) => resolve(folder))],
    publicUrl,
    basePath: new URL(publicUrl).pathname.replace(/\/+$/, ''),
    baseUrl: config.SWATH_BASE_URL ?? publicUrl,
    accountUrl: config.SWATH_ACCOUNT_URL ?? publicUrl,
    apiUrl: config.SWATH_API_URL ?? publicUrl,
    vendorWords: [...new Set([config.SWATH_VENDOR, ...config.SWATH_VENDOR_ALIASES])],
  };
}

/** Where jobs may read files of this machine. */
export const ingestRoots = ({ archiveRoots, SWATH_INGEST_ROOTS: more, dataFolder }: Config): readonly string[] => [
  ...archiveRoots,
  ...more.map((folder) => resolve(folder)),
  join(dataFolder, 'ingest', 'jobs'),
];
