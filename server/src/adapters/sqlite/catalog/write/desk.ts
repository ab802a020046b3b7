import type { ItemIndex } from './index-items.ts';
import type { Prepare } from '../file/statements.ts';
import type { Tally } from './tally.ts';
import type { WriterMemory } from './writer-memory.ts';

/** What one verb works with. */
export type Desk = {
  readonly prepare: Prepare;
  readonly memory: WriterMemory;
  readonly index: ItemIndex;
  readonly tally: Tally;
};
