import { type RejectFile, openRejectFile } from '../adapters/ingest/reject-file.ts';
import type { BringInNeeds } from './bring-in.ts';

/** Where rejects are told; null where nobody wants to know. */
export async function openRejects({
  rejects,
  shown = (text) => text,
}: Pick<BringInNeeds, 'rejects' | 'shown'>): Promise<RejectFile | null> {
  if (rejects === null) return null;
  const file = await openRejectFile(rejects);
  const write: RejectFile['write'] = (told) =>
    file.write(told.map((each) => ({ ...each, position: shown(each.position), reason: shown(each.reason) })));
  return { ...file, write };
}
