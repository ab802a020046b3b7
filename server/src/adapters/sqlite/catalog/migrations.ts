import type { Migration } from '../../sql/migrate.ts';
import { arrivalStatements } from './write/arrival-numbers.ts';
import { replacementStatements } from './file/changes.ts';
import { factsStatements } from './collections/collection-facts.ts';
import { rollupStatements } from './rollups/rollup-schema.ts';
import { freshRowsStatements } from './file/fresh-rows.ts';
import { packedTimesStatements } from './file/packed-times.ts';
import { statements } from './file/schema.ts';
import { textStatements } from './file/text-schema.ts';

export const catalogMigrations: readonly Migration[] = [
  { version: 1, name: 'catalogue', statements: () => statements },
  { version: 2, name: 'texts', statements: () => textStatements },
  { version: 3, name: 'rollups', statements: () => rollupStatements },
  { version: 4, name: 'collection facts', statements: () => factsStatements },
  { version: 5, name: 'arrivals', statements: () => arrivalStatements },
  { version: 6, name: 'replacements', statements: () => replacementStatements },
  {
    version: 7,
    name: 'packed times',
    writesAnew: true,
    endsEarlierReleases: true,
    statements: () => packedTimesStatements,
  },
  { version: 8, name: 'fresh rows', endsEarlierReleases: true, statements: () => freshRowsStatements },
];

export const latestCatalogVersion = catalogMigrations.length;
