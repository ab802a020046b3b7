import type { FileOutput } from '../../wfs/outputs/output.ts';
import { createFeatureReader } from '../../wfs/outputs/read-feature.ts';
import type { FeatureChunk, FeatureJob } from '../../wfs/ports.ts';
import type { ChunkReader } from '../sqlite/catalog/chunk-reader.ts';
import { type MakerNeeds, fileMakers } from './file-makers.ts';
import type { SharedIds } from './shared-ids.ts';
import { endOf } from './totals.ts';

/** Makes the file of an answer and sends it; all parts but the last one, which is returned. */
export async function sendFile(
  { maker }: FileOutput,
  job: FeatureJob,
  reader: ChunkReader,
  post: (chunk: FeatureChunk) => Promise<void>,
  { sharedIds, ...needs }: MakerNeeds & { readonly sharedIds: SharedIds },
): Promise<FeatureChunk> {
  const read = createFeatureReader(job.context);
  const file = fileMakers[maker]!(job.context, needs);
  let returned = 0;
  try {
    for (let found = reader.next(); found.length > 0; found = reader.next()) {
      const shared = sharedIds(found);
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
