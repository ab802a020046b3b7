import type { StreamedOutput, Totals } from '../../wfs/outputs/output.ts';
import { createFeatureReader } from '../../wfs/outputs/read-feature.ts';
import type { FeatureChunk, FeatureJob } from '../../wfs/ports.ts';
import type { ChunkReader } from '../sqlite/catalog/chunk-reader.ts';
import type { SharedIds } from './shared-ids.ts';
import { endOf, totalsAfter, totalsBefore } from './totals.ts';

type Post = (chunk: FeatureChunk) => Promise<void>;

/** Features that are written before their bytes are sent. */
const featuresAtOnce = 64;
/** Characters that are worth sending while more are made. */
const shortest = 16_384;

/** Writes an answer from its beginning to its end; how many features went into it. */
export async function streamFeatures(
  output: StreamedOutput,
  job: FeatureJob,
  reader: ChunkReader,
  post: Post,
  sharedIds: SharedIds,
): Promise<number> {
  const writer = output.write(job.context);
  const read = createFeatureReader(job.context);
  let text = writer.opening;
  let returned = 0;
  const send = async (isLast: boolean) => {
    const bytes = Buffer.from(text);
    text = '';
    await post({ bytes, end: isLast ? endOf(reader, returned) : null });
  };

  let before: Totals | null = null;
  if (output.isCounted) {
    const matched = reader.matched();
    // What must be looked for first may take its time: the caller sees meanwhile that it is being answered.
    if (matched === null && text !== '') await send(false);
    before = totalsBefore(reader, job, matched);
  }
  let found = reader.next();
  text += writer.head(before);
  while (found.length > 0) {
    const shared = sharedIds(found);
    for (let from = 0; from < found.length; from += featuresAtOnce) {
      for (const item of found.slice(from, from + featuresAtOnce))
        text += writer.feature(read(item, shared.has(item.id)));
      returned += Math.min(featuresAtOnce, found.length - from);
      if (from + featuresAtOnce < found.length) await send(false);
    }
    // A short answer leaves in one part: each costs a message and a write.
    if (text.length >= shortest) await send(false);
    found = reader.next();
  }
  text += writer.foot(before ?? totalsAfter(reader, job, returned));
  await send(true);
  return returned;
}
