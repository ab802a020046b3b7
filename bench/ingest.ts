/** What bringing in costs: `npm run bench:ingest`; `--items 1000000`, `--files 500`, `--rounds 5`, `--parts lines,geotiffs`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureGeotiffs } from './ingest/geotiffs.ts';
import { measureLines } from './ingest/lines.ts';
import { type Line, printLines } from './support/report.ts';
import { origin, originText } from './support/results.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    files: { type: 'string', default: '120' },
    rounds: { type: 'string', default: '2' },
    parts: { type: 'string', default: 'lines,geotiffs' },
  },
});
console.log(`bench/ingest: ${originText(origin())}`);
const folder = mkdtempSync(join(tmpdir(), 'swath-bench-ingest-'));
const rounds = Number(values.rounds);
const parts = values.parts.split(',');
try {
  const lines: Line[] = [];
  if (parts.includes('lines')) lines.push(...(await measureLines({ folder, items: Number(values.items), rounds })));
  if (parts.includes('geotiffs'))
    lines.push(...(await measureGeotiffs({ folder, files: Number(values.files), rounds })));
  console.log();
  printLines(lines);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
