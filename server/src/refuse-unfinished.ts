import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restoringName } from './adapters/node/data-folder.ts';
import { connect } from './adapters/sqlite/driver.ts';
import type { Config } from './config.ts';
import { catalogFile } from './open-catalog.ts';

/** A restore, or a move to PostgreSQL, that was not made to its end must not look like an empty archive. */
export async function refuseUnfinished(config: Config): Promise<void> {
  const { SWATH_DATABASE_URL: url, dataFolder } = config;
  if (existsSync(join(dataFolder, restoringName)))
    throw new Error(`'swath restore' into ${dataFolder} did not come to its end: empty the folder and run it again`);
  if (url === null) return;
  const { lookAtTarget } = await import('./adapters/postgres/moving/target-state.ts');
  const { mark, hasAccounts, hasCollections } = await lookAtTarget(url);
  if (mark !== null) throw new Error(`'swath copy' into this database is not finished: run it again`);
  if (hasCollections || !isFilled(catalogFile(config))) return;
  throw new Error(
    `the catalogue in PostgreSQL is empty, and there is a filled one in ${dataFolder}: with SWATH_DATABASE_URL the catalogue is in PostgreSQL too. Bring it there with
  swath copy --from sqlite --to postgres${hasAccounts ? ' --catalogue-alone' : ''}
or move catalog.db away to begin with an empty one`,
  );
}

function isFilled(file: string): boolean {
  if (!existsSync(file)) return false;
  const connection = connect(file, { readOnly: true });
  try {
    const isMade = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'collections'").get() !== undefined;
    return isMade && connection.prepare('SELECT 1 FROM collections LIMIT 1').get() !== undefined;
  } finally {
    connection.close();
  }
}
