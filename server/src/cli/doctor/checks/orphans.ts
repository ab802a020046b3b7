import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createManagedFolders } from '../../../adapters/buckets/managed/managed-folders.ts';
import { deadFolders } from '../../../adapters/node/own-folder.ts';
import { type Check, type Finding, ok, warning } from '../finding.ts';
import { readStore } from '../read-store.ts';

const temporary = ['deliveries', 'exports', 'wfs'] as const;

/** Files that belong to nothing any more. */
export const orphansCheck: Check = async ({ config }) => {
  const found = [...managed(await ordersWithout(config)), ...leftovers(config.dataFolder)];
  return found.length === 0 ? [ok('orphans', 'no files that belong to nothing')] : found;
};

async function ordersWithout(config: Parameters<Check>[0]['config']): Promise<readonly string[]> {
  const names = await createManagedFolders(config.dataFolder).names();
  if (names.length === 0) return [];
  return readStore(config, async (sql) => {
    const unknown: string[] = [];
    for (const name of names)
      if ((await sql.get('SELECT 1 AS one FROM orders WHERE id = $1 AND is_forgotten = 0', [name])) === undefined)
        unknown.push(name);
    return unknown;
  });
}

const managed = (names: readonly string[]): readonly Finding[] =>
  names.length === 0
    ? []
    : [
        warning(
          'orphans',
          `${names.length} folders of the managed bucket belong to no order (${names[0]!})`,
          `they go after SWATH_MANAGED_DAYS by themselves or by 'swath sweep'; was this folder restored with another database?`,
        ),
      ];

function leftovers(dataFolder: string): readonly Finding[] {
  const dead = temporary.flatMap((name) =>
    existsSync(join(dataFolder, name)) ? deadFolders(join(dataFolder, name)) : [],
  );
  return dead.length === 0
    ? []
    : [
        warning(
          'orphans',
          `${dead.length} folders of temporary files are left of processes that are gone`,
          `'swath sweep', or the next start, removes them`,
        ),
      ];
}
