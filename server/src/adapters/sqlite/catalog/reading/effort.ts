import { tooBroad } from '../../../sql/search/search-limits.ts';

/** What a search has cost so far; throws where it must not go on. */
export type Effort = {
  /** About how many rows statements have looked at. */
  scanned(): number;
  /** Called before what may take long: a footprint may have a hundred thousand corners. */
  check(): void;
  /** Called before a document is read only to be tested. */
  readDocument(): void;
  /** The user function that statements call for one row in 1,024. */
  alive(): number;
  begin(isCancelled: () => boolean): void;
};

/** Nobody waits for the answer any more, or it took too long: the caller knows which. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

const never = () => false;

export function createEffort(mostDocuments: number): Effort {
  let calls = 0;
  let documents = 0;
  let isCancelled = never;
  const check = () => {
    if (isCancelled()) throw new Cancelled('cancelled');
  };
  return {
    scanned: () => calls * 1_024,
    check,
    readDocument() {
      check();
      if (++documents > mostDocuments) throw tooBroad(mostDocuments);
    },
    alive() {
      calls++;
      check();
      return 1;
    },
    begin(isOver) {
      calls = 0;
      documents = 0;
      isCancelled = isOver;
      check();
    },
  };
}
