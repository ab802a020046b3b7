/** What searches and loads cost: `npm run bench:search`; bench/search/README.md tells the options. */
import { compareWithPeer } from './search/peer/compare-pgstac.ts';
import { kindsAndGrowth } from './search/kinds-and-growth.ts';
import { ensureCatalogue, linesOfLoading } from './search/load.ts';
import { type Options, type Part, help, readOptions } from './search/options.ts';
import type { PartNeeds, PartResult } from './search/part.ts';
import { searchPostgres } from './search/postgres/search-postgres.ts';
import { searchOverHttp } from './search/http/search-route.ts';
import { serving } from './search/serving.ts';
import { writing } from './search/writing.ts';
import { printLines } from './support/report.ts';
import { origin, originText, writeResults } from './support/results.ts';

const parts: Readonly<Record<Part, (needs: PartNeeds) => Promise<PartResult>>> = {
  kinds: kindsAndGrowth,
  http: searchOverHttp,
  writes: writing,
  serving,
  pgstac: compareWithPeer,
};

async function run(options: Options): Promise<void> {
  const from = origin();
  console.log(`bench/search: ${originText(from)}`);
  if (options.store === 'postgres') {
    const { lines, figures } = await searchPostgres(options);
    console.log();
    printLines(lines);
    writeResults(options.json, { origin: from, sizes: options.sizes, postgres: figures, lines });
    return;
  }
  const folders = [];
  for (const size of options.sizes) folders.push(await ensureCatalogue(options, size));
  const served = folders.find(({ items }) => items === options.servedSize)!;
  const lines = [...linesOfLoading(folders)];
  const figures: Record<string, unknown> = {};
  for (const part of options.parts) {
    const result = await parts[part]({ folders, served, options });
    lines.push(...result.lines);
    figures[part] = result.figures;
  }
  console.log();
  printLines(lines);
  writeResults(options.json, { origin: from, sizes: options.sizes, ...figures, lines });
  console.log(`\nFigures: ${options.json}`);
}

if (process.argv.includes('--help')) console.log(help);
else await run(readOptions(process.argv.slice(2)));
