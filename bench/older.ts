/** Whether searches got slower: an earlier commit beside this one, query by query in one process: `npm run bench:older -- --commit 966358f`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareKinds } from './older/compare-kinds.ts';
import { buildCommit } from './older/build-commit.ts';
import { openRelease } from './older/open-release.ts';
import { kindsWith } from './search/kinds.ts';
import { builtServer } from './support/built-server.ts';
import { report } from './support/report.ts';

const { values } = parseArgs({
  options: {
    commit: { type: 'string' },
    items: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const { commit, only } = values;
const [items, queries, rounds] = [values.items, values.queries, values.rounds].map(Number) as [number, number, number];
if (commit === undefined) throw new Error('--commit names the commit to compare with');

const folder = mkdtempSync(join(tmpdir(), 'swath-bench-older-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const older = await openRelease(buildCommit(commit, join(folder, 'older')), join(folder, 'older.db'), items);
const newer = await openRelease(builtServer(), join(folder, 'newer.db'), items);
const lines = await compareKinds({ older, newer }, kindsWith(only), { items, queries, rounds });
await Promise.all([older.close(), newer.close()]);
report(`bench/older, ${commit} beside this, ${items.toLocaleString('en')} items`, lines);
