import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export type Options = {
  readonly items: number;
  /** Of each kind. */
  readonly queries: number;
  /** Kinds whose name has this in it; all if it is empty. */
  readonly only: string;
  readonly folder: string;
  readonly isRebuilt: boolean;
  readonly json: string;
};

export const help = `npm run bench:aggregate -- [options]

  --items 1000000          of the catalogue
  --queries 60             of each kind
  --only country           kinds whose name has this in it
  --folder PATH            where catalogues are kept and reused (default: swath-bench in the system's temporary folder)
  --rebuild                make it anew
  --json FILE              where the figures go (default: in the folder)
`;

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      items: { type: 'string', default: '1000000' },
      queries: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
      folder: { type: 'string', default: join(tmpdir(), 'swath-bench') },
      rebuild: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const at = new Date().toISOString().replaceAll(':', '');
  return {
    items: asCount(values.items, '--items'),
    queries: asCount(values.queries, '--queries'),
    only: values.only,
    folder: values.folder,
    isRebuilt: values.rebuild,
    json: values.json ?? join(values.folder, 'results', `aggregate-${at}.json`),
  };
}

function asCount(text: string, name: string): number {
  const count = Number(text.replaceAll('_', ''));
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name} must be a whole number of at least 1`);
  return count;
}
