import { checkContent } from './check-fully.ts';
import type { Catalog, StoredCollection } from './ports.ts';
import { type JsonObject, refuse } from './refuse.ts';
import { documentOf } from './stored-document.ts';

/** What is asked of an item: what the catalogue needs to find it again, or what STAC's core asks too. */
export type Validation = 'basic' | 'full';

/** The member by which a collection says what it asks of its items. */
const validationMember = 'swath:validate';

const mark = Buffer.from(`"${validationMember}"`);

export function checkValidation(collection: JsonObject): void {
  const given = collection[validationMember];
  if (given !== undefined && given !== 'basic' && given !== 'full')
    refuse(validationMember, "must be 'basic' or 'full'");
}

/** Most collections say nothing: then their documents are not read for it. */
export const validationOf = ({ bytes }: Pick<StoredCollection, 'bytes'>): Validation =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(mark) &&
  documentOf(bytes)[validationMember] === 'full'
    ? 'full'
    : 'basic';

/** Checks items of a collection as it asks; one that is not there asks for nothing. */
export async function checkerOf(
  catalog: Pick<Catalog, 'getCollection'>,
  collection: string,
): Promise<(item: JsonObject) => void> {
  const stored = await catalog.getCollection(collection, 'all');
  return stored !== null && validationOf(stored) === 'full' ? checkContent : () => undefined;
}
