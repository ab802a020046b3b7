import { type RejectFile, openRejectFile } from '../adapters/ingest/reject-file.ts';
import type { BringInNeeds } from './bring-in.ts';

/** As large as this, the reject file of a job tells the reasons alone, and that of a watched place is begun anew. */
export const mostRejectBytes = 64 * 1_024 * 1_024;

/** Where rejects are told; null where nobody wants to know. */
export async function openRejects({
  rejects,
  shown = (text) => text,
  mostWholeRejectBytes,
}: Pick<BringInNeeds, 'rejects' | 'shown' | 'mostWholeRejectBytes'>): Promise<RejectFile | null> {
  if (rejects === null) return null;
  const file = await openRejectFile(rejects, mostWholeRejectBytes);
  const write: RejectFile['write'] = (told) =>
    file.write(told.map((each) => ({ ...each, position: shown(each.position), reason: shown(each.reason) })));
  return { ...file, write };
}
