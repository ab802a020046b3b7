import type { StreamedOutput } from '../../wfs/outputs/output.ts';
import { type LinesToWrite, type WrittenLines, createLinesWriter } from '../../wfs/outputs/write-lines.ts';
import type { FeatureChunk, FeatureJob } from '../../wfs/ports.ts';
import type { ChunkReader } from '../sqlite/catalog/documents/chunk-reader.ts';
import type { DocumentLines } from '../sqlite/catalog/documents/document-lines.ts';
import { createGathering } from './gathering.ts';
import type { SharedIds } from './shared-ids.ts';
import type { AnswerStock } from './stock.ts';
import { endOf, totalsAfter, totalsBefore, totalsShortly } from './totals.ts';

export type StreamNeeds = {
  readonly post: (chunk: FeatureChunk) => Promise<void>;
  readonly sharedIds: SharedIds;
  /** Writes lines in another thread; null where there is none. */
  readonly writeElsewhere: ((lines: LinesToWrite) => Promise<WrittenLines>) | null;
  /** What was written before; null where such answers are not kept. */
  readonly stock: AnswerStock | null;
};

/** Bytes that are worth sending while more are made. */
const shortest = 65_536;
/** Chunks that are written here: an answer that has more is a long one. */
const chunksHere = 3;
/** Chunks that are being written elsewhere while the next one is read. */
const mostElsewhere = 2;

const none: ReadonlySet<string> = new Set();

/** Writes an answer from its beginning to its end: sends all parts but the last one, which it returns. */
export async function streamFeatures(
  output: StreamedOutput,
  job: FeatureJob,
  reader: ChunkReader,
  { post, sharedIds, writeElsewhere, stock }: StreamNeeds,
): Promise<FeatureChunk> {
  const writer = output.write(job.context);
  const gathering = createGathering(Buffer.from(writer.opening));
  // A short answer is found and taken in one moment of the store.
  const begun = reader.together(() => {
    const totals = totalsShortly(reader, job);
    return { totals, first: totals === null ? null : reader.nextOf(stock) };
  });
  let before = begun.totals;
  if (output.isCounted) {
    // What must be looked for first may take its time: the caller sees meanwhile that it is being answered.
    if (before === null) await post({ bytes: gathering.taken(), end: null });
    before ??= totalsBefore(reader, job);
  }
  gathering.add(Buffer.from(writer.head(before)));

  let writeHere: ReturnType<typeof createLinesWriter> | null = null;
  let chunks = 0;
  const write = (lines: DocumentLines): WrittenLines | Promise<WrittenLines> => {
    const shared = output.hasBareIds ? none : sharedIds(lines.ids.map((id) => ({ id })));
    // Ids that collections share may be written otherwise tomorrow.
    const keep = stock?.keeper((lines.keys ?? []).map((key, i) => (shared.has(lines.ids[i]!) ? -1 : key)));
    const kept = (written: WrittenLines): WrittenLines => {
      if (lines.keys !== null) keep?.(written);
      return written;
    };
    if (writeElsewhere !== null && ++chunks > chunksHere)
      return writeElsewhere({ bytes: lines.bytes, shared }).then(kept);
    writeHere ??= createLinesWriter(writer, job.context);
    return kept(writeHere({ bytes: lines.bytes, shared }));
  };

  let [isFirst, returned] = [true, 0];
  const between = Buffer.byteLength(writer.between ?? '');
  const pending: Promise<{ readonly bytes: Uint8Array }>[] = [];
  const send = async (bytes: Uint8Array) => {
    gathering.add(isFirst ? bytes.subarray(between) : bytes);
    isFirst = false;
    // A short answer leaves in one part: each costs a message and a write.
    if (gathering.bytes() >= shortest) await post({ bytes: gathering.taken(), end: null });
  };
  for (let found = begun.first ?? reader.nextOf(stock); found !== null; found = reader.nextOf(stock)) {
    returned += 'items' in found ? found.items : found.ids.length;
    const written = 'items' in found ? found : write(found);
    if (pending.length === 0 && 'bytes' in written) {
      await send(written.bytes);
      continue;
    }
    const made = Promise.resolve(written);
    // Whoever waits for it is told.
    made.catch(() => undefined);
    pending.push(made);
    if (pending.length > mostElsewhere) await send((await pending.shift()!).bytes);
  }
  for (const made of pending) await send((await made).bytes);
  // What a head has told stands; else items may have come and gone since.
  const isTold = output.isCounted || before?.returned === returned;
  gathering.add(Buffer.from(writer.foot(isTold ? before! : totalsAfter(reader, job, returned))));
  // Nobody asks for what comes after the last one.
  const end = before?.isMore === false ? { returned, position: null } : endOf(reader, returned);
  return { bytes: gathering.taken(), end };
}
