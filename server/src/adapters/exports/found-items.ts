import { createLineEncoder } from '../../exports/lines.ts';
import type { ExportJob } from '../../exports/ports.ts';
import { shownBy } from '../../exports/shown-items.ts';
import type { Stop, ThreadCatalog } from '../thread-catalog/thread-catalog.ts';

/** Some items as they are shown, good until the next ones are asked for; `collections` are those that they are of. */
export type FoundItems = { readonly items: readonly Uint8Array[]; readonly collections: Iterable<string> };

/** The same as one piece of memory, an item a line. */
export type FoundLines = { readonly bytes: Uint8Array; readonly collections: readonly string[] };

type Search = Pick<ThreadCatalog, 'chunks'>;

export async function* findItems({ chunks }: Search, job: ExportJob, stop: Stop): AsyncGenerator<FoundItems> {
  const reader = chunks(job.request, job.visibility, stop);
  const show = shownBy(job);
  for (let found = await reader.next(); found.length > 0; found = await reader.next())
    yield { items: show(found), collections: new Set(found.map(({ collection }) => collection)) };
}

export async function* findLines(search: Search, job: ExportJob, stop: Stop): AsyncGenerator<FoundLines> {
  const lines = createLineEncoder();
  for await (const { items, collections } of findItems(search, job, stop))
    yield { bytes: lines.encode(items), collections: [...collections] };
}

const lineFeed = 0x0a;

/** Each without its line end. */
export function itemsOf({ buffer, byteOffset, length }: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, length);
  const items: Buffer[] = [];
  for (let start = 0; start < length;) {
    const end = bytes.indexOf(lineFeed, start);
    items.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return items;
}
