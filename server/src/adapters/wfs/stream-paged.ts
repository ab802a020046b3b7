import type { StreamedOutput } from '../../wfs/outputs/output.ts';
import { createLinesWriter } from '../../wfs/outputs/write-lines.ts';
import type { FeatureChunk, FeatureJob } from '../../wfs/ports.ts';
import { joinLines } from '../sqlite/catalog/documents/document-lines.ts';
import type { Chunks, ThreadCatalog } from '../thread-catalog/thread-catalog.ts';
import { createGathering } from './gathering.ts';
import { endOf, totalsAfter, totalsShortly } from './totals.ts';

type PagedNeeds = {
  readonly post: (chunk: FeatureChunk) => Promise<void>;
  readonly sharedIds: ThreadCatalog['sharedIds'];
};

const none: ReadonlySet<string> = new Set();

/** The same answer from a store that is asked over a network: chunk after chunk, each written here. */
export async function streamPaged(
  output: StreamedOutput,
  job: FeatureJob,
  chunks: Chunks,
  { post, sharedIds }: PagedNeeds,
): Promise<FeatureChunk> {
  const writer = output.write(job.context);
  const write = createLinesWriter(writer, job.context);
  const gathering = createGathering(Buffer.from(writer.opening));
  const before = output.isCounted ? totalsShortly(await countedBefore(chunks), job) : null;
  gathering.add(Buffer.from(writer.head(before)));
  const between = Buffer.byteLength(writer.between ?? '');
  let returned = 0;
  for (let found = await chunks.next(); found.length > 0; found = await chunks.next()) {
    const shared = output.hasBareIds ? none : await sharedIds(found);
    const { bytes } = write({ bytes: joinLines(found)!.bytes, shared });
    gathering.add(returned === 0 ? bytes.subarray(between) : bytes);
    returned += found.length;
    await post({ bytes: gathering.taken(), end: null });
  }
  const after = before ?? totalsAfter(await countedAfter(chunks, returned), job, returned);
  gathering.add(Buffer.from(writer.foot(after)));
  return { bytes: gathering.taken(), end: endOf(chunks, returned) };
}

async function countedBefore(chunks: Chunks) {
  const matched = await chunks.matched();
  const ahead = matched === null ? await chunks.lookAhead() : 0;
  return { matched: () => matched, lookAheadShortly: () => ahead };
}

async function countedAfter(chunks: Chunks, returned: number) {
  const [matched, isMore] = [await chunks.matched(), returned > 0 && (await chunks.isMore())];
  return { matched: () => matched, isMore: () => isMore };
}
