import { type Command, type Terminal, UsageError, exitCodes } from '../../command.ts';
import { counted } from '../../print.ts';
import { readArguments } from '../../read-arguments.ts';
import { areaHelp } from '../area-flags.ts';
import { asCount } from '../flag-values.ts';
import { serverFlags, serverHelp, withServer } from '../with-server.ts';
import { readSearch, searchFlags } from './search-flags.ts';
import { type ItemForm, itemWriters } from './write-items.ts';

const flags = {
  ...searchFlags,
  limit: { type: 'string' },
  all: { type: 'boolean' },
  table: { type: 'boolean' },
  ndjson: { type: 'boolean' },
  geojson: { type: 'boolean' },
  ...serverFlags,
} as const;

const usualLimit = 100;
const atOnce = 500;

export const search: Command = {
  summary: 'Search the catalogue',
  help: `swath search [flags]

Finds items, newest first. A table on a terminal, an item a line (NDJSON) into a pipe or a file.

  --collections ID,ID   in these alone
${areaHelp}
  --datetime INTERVAL   such as 2026-01-01T00:00:00Z/.. or 2026-05-01T00:00:00Z/2026-06-01T00:00:00Z
  --filter CQL2         a condition as text, such as "eo:cloud_cover < 10 AND gsd <= 0.5"
  --ids ID,ID           these items
  --q WORDS             words of titles, descriptions and keywords
  --sortby FIELDS       such as -datetime,eo:cloud_cover: a dash is descending
  --fields FIELDS       such as id,properties.datetime,-assets: a dash leaves out
  --request FILE|-      a whole body of POST /search; flags go before its members
  --limit COUNT         at most so many items in all (${usualLimit} when not given)
  --all                 every item, however many

  --table               a table, also into a pipe
  --ndjson              an item a line, also on a terminal
  --geojson             one FeatureCollection, also by --json
${serverHelp}

Examples:
  swath search --collections demo-visual
  swath search --bbox 9.7,50.9,9.8,51 --filter "eo:cloud_cover < 10" --sortby eo:cloud_cover
  swath search --area field.geojson --all --geojson > found.geojson
  swath search --collections demo-visual --limit 1 | swath select - | swath order create -`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags });
    const form = formOf(values, terminal);
    if (values.all && values.limit !== undefined) throw new UsageError('--all and --limit exclude each other');
    const request = await readSearch(values, terminal);
    const most = values.all ? Infinity : (asCount('--limit', values.limit) ?? request.limit ?? usualLimit);
    return withServer(terminal, values.server, async ({ catalog }, signal) => {
      const writer = itemWriters[form](terminal);
      let found = 0;
      let hasMore = false;
      for await (const page of catalog.searchPages({ ...request, limit: Math.min(most, atOnce) }, { signal })) {
        const items = page.features.slice(0, most - found);
        found += items.length;
        hasMore = items.length < page.features.length || page.links.some(({ rel }) => rel === 'next');
        if (!(await writer.take(items)) || found >= most) break;
      }
      await writer.end();
      if (terminal.isSeen.err)
        terminal.err(`${counted(found, 'item')}${hasMore ? '; there are more: --limit or --all' : ''}`);
      return exitCodes.done;
    });
  },
};

type FormValues = { readonly [K in 'table' | 'ndjson' | 'geojson' | 'json']?: boolean };

function formOf({ table, ndjson, geojson, json }: FormValues, { isSeen }: Terminal): ItemForm {
  const asked = [table ? 'table' : null, ndjson ? 'ndjson' : null, geojson || json ? 'geojson' : null] as const;
  const forms = asked.filter((form) => form !== null);
  if (forms.length > 1) throw new UsageError('--table, --ndjson and --geojson exclude each other');
  return forms[0] ?? (isSeen.out ? 'table' : 'ndjson');
}
