import { extname } from 'node:path';
import { type ExportFormat, exportFormatNames, exportFormats, formatNamed } from '../../exports/formats.ts';
import { type Command, UsageError } from '../command.ts';
import { asChoice, readArguments } from '../read-arguments.ts';
import type { ExportWishes } from './run.ts';

const flags = {
  format: { type: 'string' },
  collections: { type: 'string' },
  bbox: { type: 'string' },
  intersects: { type: 'string' },
  datetime: { type: 'string' },
  filter: { type: 'string' },
  ids: { type: 'string' },
  q: { type: 'string' },
  sortby: { type: 'string' },
  fields: { type: 'string' },
  limit: { type: 'string' },
  'file-urls': { type: 'boolean' },
  progress: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const searchFlags = [
  'collections',
  'bbox',
  'intersects',
  'datetime',
  'filter',
  'ids',
  'q',
  'sortby',
  'fields',
  'limit',
] as const;

export const exportCommand: Command = {
  summary: 'Write items of the catalogue to a file',
  help: `swath export FILE [flags]

Writes all items, or those that a search finds, straight from the data folder, also beside a running service. The file
has its name when it is whole; until then it is FILE.unfinished.

  FILE                  where to; - is the standard output
  --format NAME         ${exportFormatNames.join(', ')}, where the ending of FILE does not tell (- is ndjson)

What (as GET /search takes it; all items without these):
  --collections ID,ID   --ids ID,ID   --bbox W,S,E,N   --intersects GEOJSON   --datetime INTERVAL
  --filter CQL2         --q WORDS     --sortby FIELDS  --fields FIELDS        --limit COUNT

  --file-urls           local files by their own URLs, and not by addresses of the service: to bring the items in again
                        on this machine, and not for others
  --progress            tell the progress also where standard error is no terminal
  --json                one JSON document: file, format, items, bytes

CSV and GeoPackage have a column stac_item with the whole item, from which 'swath ingest' takes it back.

Ends with 0 when the file is whole, 1 when it failed or was stopped, 2 for wrong use, 3 when a collection is not there.

Examples:
  swath export archive.parquet
  swath export 2026.gpkg --collections aerial --datetime 2026-01-01T00:00:00Z/..
  swath export - --filter "eo:cloud_cover < 10" | gzip > clear.ndjson.gz`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['FILE'] });
    const file = positionals[0]!;
    if (file === '') throw new UsageError('FILE must not be empty');
    if (file === '-' && values.json === true)
      throw new UsageError('--json needs a FILE: the items go to the standard output');
    const given = searchFlags.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
    const wishes: ExportWishes = {
      file: file === '-' ? null : file,
      format: values.format === undefined ? formatOf(file) : asFormat(values.format),
      search: Object.fromEntries(given),
      areFilesNamed: values['file-urls'] === true,
      isProgressTold: values.progress === true || process.stderr.isTTY,
      isJson: values.json === true,
    };
    // What opens stores is loaded by those who take something.
    const { runExport } = await import('./run.ts');
    return runExport(wishes, terminal);
  },
};

const asFormat = (text: string): ExportFormat => formatNamed(text) ?? asChoice('--format', text, exportFormatNames);

function formatOf(file: string): ExportFormat {
  if (file === '-') return 'ndjson';
  const ending = extname(file).slice(1).toLowerCase();
  const format = exportFormatNames.find((name) => exportFormats[name].ending === ending) ?? formatNamed(ending);
  if (format === null)
    throw new UsageError(`--format is missing: '.${ending}' is the ending of none of ${exportFormatNames.join(', ')}`);
  return format;
}
