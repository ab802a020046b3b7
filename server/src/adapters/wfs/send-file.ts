import type { FileOutput } from '../../wfs/outputs/output.ts';
import { createFeatureReader } from '../../wfs/outputs/read-feature.ts';
import type { FeatureChunk, FeatureJob } from '../../wfs/ports.ts';
import type { Chunks, ThreadCatalog } from '../thread-catalog/thread-catalog.ts';
import { type MakerNeeds, fileMakers } from './file-makers.ts';
import { endOf } from './totals.ts';

/** Makes the file of an answer and sends it; all parts but the last one, which is returned. */
export async function sendFile(
  { maker }: FileOutput,
  job: FeatureJob,
  reader: Pick<Chunks, 'next' | 'position'>,
  post: (chunk: FeatureChunk) => Promise<void>,
  { sharedIds, ...needs }: MakerNeeds & Pick<ThreadCatalog, 'sharedIds'>,
): Promise<FeatureChunk> {
  const read = createFeatureReader(job.context);
  const file = fileMakers[maker]!(job.context, needs);
  let returned = 0;
  try {
    for (let found = await reader.next(); found.length > 0; found = await reader.next()) {
      const shared = await sharedIds(found);
      file.add(found.map((item) => read(item, shared.has(item.id))));
      returned += found.length;
      // Others that this thread works for have their turn.
      await new Promise(setImmediate);
    }
    for (const bytes of file.end()) await post({ bytes, end: null });
    return { bytes: new Uint8Array(), end: endOf(reader, returned) };
  } finally {
    file.close();
  }
}
