import { expect, test, vi } from 'vitest';
import { createStatements } from '../../../server/src/adapters/sqlite/catalog/file/statements.ts';
import { warmCollections } from '../../../server/src/adapters/sqlite/catalog/collections/warm-collections.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { makeCollection, putCollections } from '../contract/fixtures.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

test('where there are more than 2,000 collections they are read before anybody asks, where there are few they are not', async () => {
  const file = temporaryFile();
  const { catalog } = await open(file);
  await putCollections(catalog, 'a', 'b');
  const connection = connect(file, { readOnly: true });
  const search = vi.fn<Catalog['searchCollections']>((...asked) => catalog.searchCollections(...asked));
  await warmCollections(createStatements(connection), search);
  expect(search).not.toHaveBeenCalled();
  const many = Array.from({ length: 1_999 }, (_, i) => makeCollection(`c${i}`, { title: `Title ${i}` }));
  await Promise.all(many.map((one) => catalog.putCollection(one, 'insert', null)));
  await warmCollections(createStatements(connection), search);
  expect(search).toHaveBeenCalledOnce();
  connection.close();
});
