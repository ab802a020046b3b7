import { type Clock, secondMs } from '../shared/clock.ts';
import { type Rules, type Verdict, judgeEntry } from './judge-entry.ts';
import type { Entry } from './source.ts';

const mostEntries = 1_000;
const mostBytes = 8 * 1_024 * 1_024;
/** A slow source is stored little by little, so that little is lost. */
const longestMs = 2 * secondMs;

/** Entries that are stored together: enough for one transaction, few enough to hold. */
export type Batch = { readonly verdicts: readonly Verdict[]; readonly last: Entry };

export type Gathering = {
  readonly rules: Rules;
  readonly clock: Clock;
  readonly isStopping: () => boolean;
  readonly most?: number | undefined;
};

export async function* batchesOf(
  entries: AsyncIterable<Entry>,
  { rules, clock, isStopping, most = mostEntries }: Gathering,
): AsyncGenerator<Batch> {
  let verdicts: Verdict[] = [];
  let last: Entry | null = null;
  let bytes = 0;
  let begunMs = clock.nowMs();
  for await (const entry of entries) {
    const verdict = judgeEntry(entry, rules);
    verdicts.push(verdict);
    last = entry;
    bytes += sizeOf(verdict, entry);
    const isFull = verdicts.length >= most || bytes >= mostBytes;
    if (!isFull && clock.nowMs() - begunMs < longestMs && !isStopping()) continue;
    yield { verdicts, last };
    [verdicts, last, bytes, begunMs] = [[], null, 0, clock.nowMs()];
  }
  if (last !== null) yield { verdicts, last };
}

const sizeOf = (verdict: Verdict, { content }: Entry): number =>
  verdict.kind === 'item' ? verdict.item.bytes.length : content.kind === 'text' ? content.bytes.length : 0;
