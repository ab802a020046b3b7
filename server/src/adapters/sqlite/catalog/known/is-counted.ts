import type { RollupKind } from '../rollups/rolled-keys.ts';
import type { Prepare } from '../file/statements.ts';

const filled = 'SELECT 1 FROM rollup_kinds WHERE kind = ? AND filled IS NULL';

/** Whether the writer has counted every item by it: one that was just declared is counted in the background first. */
export const isCounted = (prepare: Prepare, kind: RollupKind): boolean => prepare(filled).get(kind) !== undefined;
