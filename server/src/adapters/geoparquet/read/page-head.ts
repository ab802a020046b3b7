import { EndOfBytes, type ThriftCursor, eachField, readInteger, thriftTypes } from './thrift.ts';
import { refuseDamaged } from './refuse.ts';
import type { Window } from './window.ts';

export const pageTypes = { data: 0, index: 1, dictionary: 2, dataV2: 3 };

export type PageHead = {
  readonly type: number;
  readonly rawBytes: number;
  readonly storedBytes: number;
  readonly entries: number;
  readonly encoding: number;
  /** Null where the levels themselves say how long they are. */
  readonly definitionBytes: number | null;
  readonly repetitionBytes: number | null;
  readonly isCompressed: boolean;
};

const firstGuess = 1_024;
const longest = 16 * 1_024 * 1_024;

/** Takes the head of the next page; how long it is only its content says. */
export function readPageHead(window: Window): PageHead {
  for (let guess = firstGuess; ; guess *= 8) {
    const bytes = window.peek(guess);
    try {
      const cursor = { bytes, at: 0 };
      const head = parse(cursor);
      window.take(cursor.at);
      return head;
    } catch (error) {
      if (!(error instanceof EndOfBytes)) throw error;
      if (bytes.length < guess || guess > longest) throw refuseDamaged('a page without a whole head');
    }
  }
}

function parse(cursor: ThriftCursor): PageHead {
  const numbers = new Map<number, number>();
  const inner = new Map<number, number>();
  let isCompressed = true;
  const readInto = (into: Map<number, number>) => (field: number, type: number) => {
    if (type === thriftTypes.no && field === 7) isCompressed = false;
    if (type !== thriftTypes.i32) return false;
    into.set(field, readInteger(cursor));
    return true;
  };
  eachField(cursor, (field, type) => {
    if (type !== thriftTypes.struct || ![5, 7, 8].includes(field)) return readInto(numbers)(field, type);
    eachField(cursor, readInto(inner));
    return true;
  });
  const type = numbers.get(1) ?? -1;
  const isSecond = type === pageTypes.dataV2;
  return {
    type,
    rawBytes: number(numbers, 2),
    storedBytes: number(numbers, 3),
    entries: number(inner, 1),
    encoding: number(inner, isSecond ? 4 : 2),
    definitionBytes: isSecond ? number(inner, 5) : null,
    repetitionBytes: isSecond ? number(inner, 6) : null,
    isCompressed,
  };
}

function number(of: ReadonlyMap<number, number>, id: number): number {
  const value = of.get(id) ?? 0;
  if (value < 0) throw refuseDamaged('a page with less than nothing in it');
  return value;
}
