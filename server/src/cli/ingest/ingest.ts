import { sourceKinds } from '../../ingest/source-kinds.ts';
import { type Command, UsageError } from '../command.ts';
import { asChoice, readArguments, refuseTogether } from '../read-arguments.ts';
import type { Wishes } from './run.ts';

const flags = {
  as: { type: 'string' },
  collection: { type: 'string' },
  fallback: { type: 'string' },
  create: { type: 'boolean' },
  from: { type: 'string' },
  'if-new': { type: 'boolean' },
  validate: { type: 'string' },
  'dry-run': { type: 'boolean' },
  rejects: { type: 'string' },
  restart: { type: 'boolean' },
  id: { type: 'string' },
  'datetime-pattern': { type: 'string' },
  'file-time': { type: 'boolean' },
  thumbnails: { type: 'string' },
  watch: { type: 'boolean' },
  interval: { type: 'string' },
  progress: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const ingest: Command = {
  summary: 'Bring items and imagery into the catalogue',
  help: `swath ingest SOURCE [flags]

Takes items into the catalogue, also beside a running service. Killed or stopped, the same command goes on where it was.

  SOURCE                items, one a line (.ndjson, .jsonl, .geojsonl); a FeatureCollection (.geojson, .json);
                        stac-geoparquet (.parquet); a table or GeoPackage of 'swath export' (.csv, .gpkg);
                        a pgstac, as pg_dump --format=plain --schema=pgstac writes it (.sql), with its collections;
                        a static STAC catalogue (the file or address of its catalog.json or collection.json);
                        the address of a STAC API; a folder of GeoTIFFs, or s3://bucket/prefix, of which items are made
  --as KIND             ndjson, geojson, csv, gpkg, geoparquet, catalogue, api, geotiffs or pgstac, where SOURCE does not
                        tell

Where to:
  --collection ID       all items belong to it; one that names another is rejected (GeoTIFFs need it)
  --fallback ID         items that name no collection go there
  --create              make collections that are missing (those that the source describes are made anyway)
  --if-new              what is there stays as it is; else it is replaced

What is taken:
  --from ID,ID          of an API: these collections alone
  --validate HOW        basic (what must be found again; the default) or full (STAC's core and common ranges too)
  --dry-run             read and check everything, store nothing
  --rejects FILE        a line of JSON for each entry that is not taken: position, id, reason, line
  --restart             begin at the beginning, whatever an earlier run left

GeoTIFFs (the folder must lie in SWATH_ARCHIVE_ROOTS; files that are known and did not change are passed over):
  --datetime-pattern P  when they were taken, by their names: {YYYY} {MM} {DD} or {DDD}, {hh} {mm} {ss}, * for anything
  --file-time           where neither name nor metadata tell: when the file was written
  --id name|path        ids are the names of the files (the default) or their paths
  --thumbnails FOLDER   draw a picture of each into it (in SWATH_ARCHIVE_ROOTS)

Watching (a folder of GeoTIFFs or of files of items, or a prefix of a bucket):
  --watch               go on looking for what is new or changed, until it is stopped
  --interval SECONDS    within which it comes in (60); what is still copied is waited for

  --progress            tell the progress also where standard error is no terminal
  --json                one JSON document: what became of the entries

Ends with 0 when all is in, 4 when entries were rejected or files of items are gone, 1 when it failed or was stopped
(the same command goes on), 3 when there is no such source.

Examples:
  swath ingest items.ndjson --collection scenes --create --rejects rejected.ndjson
  swath ingest https://example.com/stac/catalog.json
  swath ingest https://example.com/api --from sentinel-2-l2a
  swath ingest /archive/2026 --collection aerial --create --datetime-pattern 'flight_{YYYY}{MM}{DD}'`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['SOURCE'] });
    refuseTogether(values, 'collection', 'fallback');
    refuseTogether(values, 'watch', 'dry-run');
    const { as, validate = 'basic', id = 'name', from } = values;
    const wishes: Wishes = {
      place: positionals[0]!,
      kind: as === undefined ? null : asChoice('--as', as, sourceKinds),
      collection: asName('--collection', values.collection),
      fallback: asName('--fallback', values.fallback),
      mayCreate: values.create === true,
      isOnlyNew: values['if-new'] === true,
      validate: asChoice('--validate', validate, ['basic', 'full']),
      isDryRun: values['dry-run'] === true,
      isRestarted: values.restart === true,
      from: from === undefined ? [] : from.split(',').map((each) => each.trim()),
      rejects: values.rejects ?? null,
      idFrom: asChoice('--id', id, ['name', 'path']),
      datetimePattern: values['datetime-pattern'] ?? null,
      mayUseFileTime: values['file-time'] === true,
      thumbnails: values.thumbnails ?? null,
      watchEveryMs: watchInterval(values),
      isProgressTold: values.progress === true || process.stderr.isTTY,
      isJson: values.json === true,
    };
    // What opens stores and images is loaded by those who bring something.
    const { runWishes } = await import('./run.ts');
    return runWishes(wishes, terminal);
  },
};

const usualInterval = 60;
const longestInterval = 86_400;

function watchInterval({ watch, interval }: { readonly watch?: boolean; readonly interval?: string }): number | null {
  if (watch !== true) {
    if (interval !== undefined) throw new UsageError('--interval is for --watch');
    return null;
  }
  const seconds = interval === undefined ? usualInterval : Number(interval);
  if (!(seconds >= 1 && seconds <= longestInterval))
    throw new UsageError(`--interval must be a number of seconds from 1 to ${longestInterval}, not '${interval}'`);
  return seconds * 1_000;
}

function asName(flag: string, text: string | undefined): string | null {
  if (text === '') throw new UsageError(`${flag} must not be empty`);
  return text ?? null;
}
