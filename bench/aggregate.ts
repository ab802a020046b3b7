/** What aggregations and texts cost: `npm run bench:aggregate`. */
import { type Options, help, readOptions } from './aggregate/options.ts';
import type { Part } from './aggregate/part.ts';
import { aggregates } from './aggregate/parts/aggregates.ts';
import { freeText } from './aggregate/parts/free-text.ts';
import { ensureCatalogue } from './search/load.ts';
import { openCatalogue } from './search/store.ts';
import { printLines } from './support/report.ts';
import { origin, originText, writeResults } from './support/results.ts';

const parts: Readonly<Record<string, Part>> = { aggregates, freeText };

async function run(options: Options): Promise<void> {
  const from = origin();
  console.log(`bench/aggregate: ${originText(from)}`);
  const { file, items } = await ensureCatalogue({ ...options, loadWay: 'offline' }, options.items);
  const { catalog, close } = await openCatalogue(file);
  const lines = [];
  const figures: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) {
    const result = await part({ catalog, options });
    lines.push(...result.lines);
    figures[name] = result.figures;
  }
  await close();
  console.log(`\n${items} items\n`);
  printLines(lines);
  writeResults(options.json, { origin: from, items, ...figures, lines });
  console.log(`\nFigures: ${options.json}`);
}

if (process.argv.includes('--help')) console.log(help);
else await run(readOptions(process.argv.slice(2)));
