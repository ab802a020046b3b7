import { type Static, Type } from 'typebox';
import type { JobWishes } from '../../../ingest/jobs/job.ts';
import { secondMs } from '../../../shared/clock.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { text } from '../parts/schema-parts.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const name = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 1_024, description }));

const about = {
  as: 'What it is, where its name and beginning do not tell: `ndjson`, `geojson`, `catalogue`, `api`, `geotiffs`, ...',
  collection: 'All items belong to it; one that names another is rejected. GeoTIFFs need it.',
  fallback: 'For items that name no collection.',
  create: 'Makes collections that are missing.',
  ifNew: 'What is there stays as it is.',
  validate: "What is asked of items at least; a collection's own rule may ask for more.",
  dryRun: 'Reads and checks everything, stores nothing.',
} as const;

const validate = Type.Optional(Type.Enum(['basic', 'full'], { description: about.validate }));

export const ingestBody = Type.Object(
  {
    source: Type.String({
      minLength: 1,
      maxLength: 4_096,
      description:
        'An address (a static catalogue, an API, a file of items), a path below a folder of SWATH_ARCHIVE_ROOTS or ' +
        'SWATH_INGEST_ROOTS, or `s3://bucket/prefix` with GeoTIFFs.',
    }),
    as: text(about.as),
    collection: name(about.collection),
    fallback: name(about.fallback),
    create: flag(about.create),
    if_new: flag(about.ifNew),
    validate,
    dry_run: flag(about.dryRun),
    restart: flag('Begins at the beginning, whatever an earlier run left.'),
    from: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description: 'Of an API: these collections.' })),
    id: Type.Optional(Type.Enum(['name', 'path'], { description: 'What ids of GeoTIFFs are made of.' })),
    datetime_pattern: name('When GeoTIFFs were taken, by their names.'),
    file_time: flag('As a last resort, when a GeoTIFF was written.'),
    thumbnails: name('A folder below SWATH_ARCHIVE_ROOTS for pictures of GeoTIFFs.'),
    watch: flag('Goes on looking at a folder or a prefix of a bucket, until it is cancelled.'),
    interval: Type.Optional(
      Type.Number({ minimum: 1, maximum: 86_400, description: 'Seconds within which what is new comes in.' }),
    ),
  },
  { additionalProperties: false },
);

export type IngestBody = Static<typeof ingestBody>;

const usualIntervalSeconds = 60;

export function readIngest(body: IngestBody): JobWishes {
  if (body.collection !== undefined && body.fallback !== undefined)
    throw new PlatformError('invalid_parameters', "'collection' and 'fallback' do not go together");
  if (body.interval !== undefined && body.watch !== true)
    throw new PlatformError('invalid_parameters', "'interval' is for a source with 'watch'");
  return {
    place: body.source,
    kind: body.as ?? null,
    collection: body.collection ?? null,
    fallback: body.fallback ?? null,
    mayCreate: body.create === true,
    isOnlyNew: body.if_new === true,
    validate: body.validate ?? 'basic',
    isDryRun: body.dry_run === true,
    isRestarted: body.restart === true,
    from: body.from ?? [],
    idFrom: body.id ?? 'name',
    datetimePattern: body.datetime_pattern ?? null,
    mayUseFileTime: body.file_time === true,
    thumbnails: body.thumbnails ?? null,
    watchEveryMs: body.watch === true ? (body.interval ?? usualIntervalSeconds) * secondMs : null,
  };
}

const said = (description: string) => Type.Optional(Type.Enum(['true', 'false'], { description }));

export const uploadQuery = Type.Object(
  {
    collection: name(about.collection),
    fallback: name(about.fallback),
    create: said(about.create),
    if_new: said(about.ifNew),
    validate,
    dry_run: said(about.dryRun),
  },
  { additionalProperties: false },
);

export const readUpload = ({ create, if_new, dry_run, ...query }: Static<typeof uploadQuery>): JobWishes =>
  readIngest({
    source: 'upload',
    ...query,
    create: create === 'true',
    if_new: if_new === 'true',
    dry_run: dry_run === 'true',
  });

const endings: Readonly<Record<string, string>> = {
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/geo+json-seq': 'geojsonseq',
  'application/geo+json': 'geojson',
  'application/vnd.apache.parquet': 'parquet',
  'text/csv': 'csv',
  'application/geopackage+sqlite3': 'gpkg',
};

export const uploadTypes = Object.keys(endings);

/** What a file of that type is called. */
export function endingOf(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  const ending = Object.hasOwn(endings, type) ? endings[type] : undefined;
  if (ending === undefined) throw new PlatformError('unsupported_media_type', `use ${uploadTypes.join(', ')}`);
  return ending;
}
