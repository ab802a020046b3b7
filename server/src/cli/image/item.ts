import { extname } from 'node:path';
import type { PictureFormat } from '../../imagery/ports.ts';
import { type Command, UsageError, exitCodes } from '../command.ts';
import { printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';

const flags = {
  datetime: { type: 'string' },
  id: { type: 'string' },
  collection: { type: 'string' },
  thumbnail: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const formats: Readonly<Record<string, PictureFormat>> = {
  '.webp': 'webp',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
};

export const imageItem: Command = {
  summary: 'Print the STAC item of a GeoTIFF',
  help: `swath image item FILE --datetime WHEN [flags]

Reads a GeoTIFF (a path or an http address) and prints its STAC item: where it holds data, pixel size, bands,
statistics, projection. A path becomes a file: address, which the service shows to nobody.

  --datetime WHEN       when it was taken, RFC 3339: a file does not say so reliably
  --id ID               the name of the file without its ending, unless given
  --collection ID       the collection that it shall belong to
  --thumbnail FILE      also draws a picture of it: .webp, .jpg or .png
  --json                accepted for symmetry: it is JSON either way

Examples:
  swath image item scene.tif --datetime 2026-06-01T10:00:00Z
  swath image item scene.tif --datetime 2026-06-01T10:00:00Z --thumbnail scene.webp |
    curl -s $BASE/collections/mine/items -H "Authorization: Bearer $TOKEN" -H 'content-type: application/geo+json' -d @-`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, required: ['datetime'], positionals: ['FILE'] });
    const { id, collection, thumbnail: path } = values;
    const datetime = asInstant(values.datetime!);
    const thumbnail = path === undefined ? null : { path, format: formatOf(path) };
    // What reads images is loaded by those who have one.
    const { makeItem } = await import('./make-item.ts');
    const item = await makeItem(positionals[0]!, { datetime, id, thumbnail });
    printJson(terminal, collection === undefined ? item : { ...item, collection });
    return exitCodes.done;
  },
};

function asInstant(text: string): string {
  const isComplete = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isComplete || Number.isNaN(Date.parse(text)))
    throw new UsageError(`--datetime must be like 2026-06-01T10:00:00Z, not '${text}'`);
  return text;
}

function formatOf(path: string): PictureFormat {
  const format = formats[extname(path).toLowerCase()];
  if (format === undefined) throw new UsageError(`--thumbnail must end in ${Object.keys(formats).join(', ')}`);
  return format;
}
