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
  /** The next verb gets a new index. */
  dropIndex(): void;
};

type Needs = { readonly prepare: Prepare; readonly memory: WriterMemory; readonly createIndex: () => ItemIndex };

export function createCommitDesk({ prepare, memory, createIndex }: Needs): CommitDesk {
  const mark = randomBytes(4).toString('hex');
  let pending: Tally = emptyTally();
  let seenVersion = -1;
  /** Kept from commit to commit, and empty between them: V8 compiles functions that are made anew once more. */
  let index: ItemIndex | null = null;
  /** Verbs are written as one: what they leave to the index comes at the end of all of them. */
  let isOneBulk = false;

  return {
    async perform(verb) {
      const tally = emptyTally();
      const at = (index ??= createIndex());
      try {
        const output = await verb({ prepare, memory, index: at, tally });
        if (!isOneBulk) at.flush();
        // From here nothing fails but all of it together: what is remembered is what was written.
        memory.statistics.learn(tally);
        memory.facts.learn(tally);
        mergeTally(pending, tally);
        tally.dropped.forEach(memory.forgetCollection);
        return output;
      } catch (error) {
        // It may be undone by itself: what it left to be indexed with it, and rows that it moved are where they were.
        index = null;
        memory.fresh.forget();
        throw error;
      }
    },
    dropIndex: () => void (index = null),
    begun(asOneBulk) {
      isOneBulk = asOneBulk;
      const [version] = prepare('PRAGMA data_version').get() as [number];
      if (version !== seenVersion) memory.forget();
      seenVersion = version;
    },
    beforeCommit() {
      index?.flush();
      memory.statistics.flush();
      memory.arrivals.keep();
      memory.rollups.flush(pending.rollups);
      flushTally(pending, prepare, mark);
      memory.facts.flush(pending);
      pending = emptyTally();
    },
    undone() {
      index = null;
      memory.forget();
      pending = emptyTally();
    },
  };
}
