import { isRecord } from '../ui/is-record.ts';

/** The least that is a STAC collection; its extent grows with its items. */
export const newCollection = (field: (name: string) => string): Readonly<Record<string, unknown>> => ({
  type: 'Collection',
  stac_version: '1.0.0',
  id: field('id').trim(),
  ...(field('title').trim() && { title: field('title').trim() }),
  description: field('description').trim() || field('title').trim() || field('id').trim(),
  license: field('license').trim() || 'other',
  extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
  links: [],
});

/** Null where the text is no JSON object. */
export function readDocument(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const document: unknown = JSON.parse(text);
    return isRecord(document) ? document : null;
  } catch {
    return null;
  }
}
