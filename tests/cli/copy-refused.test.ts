import { expect, test } from 'vitest';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { copyCatalog } from '../../server/src/cli/copy/copy-items.ts';

const watch = { progressed: () => {}, isStopping: () => false };
const target = {} as Catalog;
const bytesOf = (document: unknown) => Buffer.from(JSON.stringify(document));

test('an item that is refused today is named, with why and what to do', async () => {
  const bytes = bytesOf({ type: 'Feature', id: 'old', collection: 'scenes', properties: { datetime: 'yesterday' } });
  const found = [{ id: 'old', collection: 'scenes', etag: 'x', bytes, arrival: 1 }];
  const catalog = { arrivals: async () => ({ found, last: 1 }) } as unknown as Catalog;
  const copying = copyCatalog({ catalog, ownCollections: [] }, target, watch);
  await expect(copying).rejects.toThrow(/^the item old of scenes is refused: '.+: mend or delete it/);
});

test('a collection that is refused today is named too', async () => {
  const ownCollections = [bytesOf({ type: 'Collection', id: 'scenes', title: 5 })];
  const copying = copyCatalog({ catalog: target, ownCollections }, target, watch);
  await expect(copying).rejects.toThrow(/^the collection scenes is refused: '.+: mend or delete it/);
});
