import type { Workshop } from '../commit-group.ts';
import type { Connection } from '../driver.ts';
import { type CatalogVerbs, bulkBytes, catalogVerbs, isLarge } from './catalog-verbs.ts';
import { createCommitDesk } from './write/commit-desk.ts';
import { type FreshLimits, usualLimits } from './write/fresh-rows.ts';
import { createItemIndex } from './write/index-items.ts';
import { createStatements } from './file/statements.ts';
import { createWriterMemory } from './write/writer-memory.ts';

type AnyVerb = (input: unknown) => unknown;

/** The verbs of `catalog.db`. */
export function createCatalogWorkshop(
  connection: Connection,
  declared: readonly string[],
  freshLimits: FreshLimits = usualLimits,
): Workshop {
  const prepare = createStatements(connection);
  const memory = createWriterMemory(prepare, freshLimits);
  const desk = createCommitDesk({ prepare, memory, createIndex: () => createItemIndex(prepare, memory.fresh) });
  return {
    ...desk,
    isLarge,
    bulkBytes,
    run: (verb, input) =>
      desk.perform((at) => (catalogVerbs(at, declared)[verb as keyof CatalogVerbs] as AnyVerb)(input)),
  };
}
