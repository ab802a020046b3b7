import { randomBytes } from 'node:crypto';
import type { Workshop } from '../../commit-group.ts';
import type { Desk } from './desk.ts';
import { flushTally } from './flush-tally.ts';
import type { ItemIndex } from './index-items.ts';
import type { Prepare } from '../file/statements.ts';
import { type Tally, emptyTally, mergeTally } from './tally.ts';
import type { WriterMemory } from './writer-memory.ts';

/** Gives verbs their desk, and writes what they count once for all that share a commit. */
export type CommitDesk = Required<Pick<Workshop, 'begun' | 'beforeCommit' | 'undone'>> & {
  perform<T>(verb: (desk: Desk) => T | Promise<T>): Promise<T>;
};

type Needs = { readonly prepare: Prepare; readonly memory: WriterMemory; readonly createIndex: () => ItemIndex };

export function createCommitDesk({ prepare, memory, createIndex }: Needs): CommitDesk {
  const mark = randomBytes(4).toString('hex');
  let pending: Tally = emptyTally();
  let seenVersion = -1;
  /** Of bulks that are written as one. */
  let common: ItemIndex | null = null;

  return {
    async perform(verb) {
      const tally = emptyTally();
      const index = common ?? createIndex();
      const output = await verb({ prepare, memory, index, tally });
      if (common === null) index.flush();
      // From here nothing fails but all of it together: what is remembered is what was written.
      memory.statistics.learn(tally);
      memory.facts.learn(tally);
      mergeTally(pending, tally);
      tally.dropped.forEach(memory.forgetCollection);
      return output;
    },
    begun(isOneBulk) {
      common = isOneBulk ? createIndex() : null;
      const [version] = prepare('PRAGMA data_version').get() as [number];
      if (version !== seenVersion) memory.forget();
      seenVersion = version;
    },
    beforeCommit() {
      common?.flush();
      common = null;
      memory.statistics.flush();
      memory.arrivals.keep();
      memory.rollups.flush(pending.rollups);
      flushTally(pending, prepare, mark);
      memory.facts.flush(pending);
      pending = emptyTally();
    },
    undone() {
      common = null;
      memory.forget();
      pending = emptyTally();
    },
  };
}
