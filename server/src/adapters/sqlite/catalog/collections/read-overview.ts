import {
  type CatalogOverview,
  type PropertyMap,
  mergeStatistics,
  mostValues,
} from '../../../../catalog/property-statistics.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import { readProperties } from './read-statistics.ts';
import { pool } from './remembered-statistics.ts';
import type { Prepare } from '../file/statements.ts';
import { readState } from '../file/state.ts';

/** Of thousands of granted collections: what is known of each is kept until it learns more. */
export function createOverview(prepare: Prepare): (visibility: Visibility) => CatalogOverview {
  const kept = new Map<string, PropertyMap>();
  const merged = new WeakMap<ReadonlySet<string>, { readonly revision: number; readonly properties: PropertyMap }>();
  let revision = -1;

  function catchUp(): void {
    const now = Number(readState(prepare, 'revision') ?? 0);
    if (now === revision) return;
    if (now < revision || Number(readState(prepare, 'gone') ?? 0) > revision) kept.clear();
    else for (const id of taughtSince(prepare, revision)) kept.delete(id);
    revision = now;
  }

  function read(collection: string): PropertyMap {
    const properties = kept.get(collection) ?? readProperties(prepare, collection);
    kept.set(collection, properties);
    return properties;
  }

  function propertiesOf(grants: ReadonlySet<string>): PropertyMap {
    catchUp();
    const known = merged.get(grants);
    if (known?.revision === revision) return known.properties;
    const properties = mergeStatistics([...grants].map(read));
    merged.set(grants, { revision, properties });
    return properties;
  }

  return (visibility) => ({
    collections: fewIds(prepare, visibility),
    properties: visibility === 'all' ? readProperties(prepare, pool) : propertiesOf(visibility),
  });
}

const taught = 'SELECT c.id FROM collection_facts f JOIN collections c ON c.number = f.number WHERE f.taught > ?';

const taughtSince = (prepare: Prepare, revision: number): readonly string[] =>
  (prepare(taught).all(revision) as [string][]).map(([id]) => id);

/** Null where there are too many to name. */
function fewIds(prepare: Prepare, visibility: Visibility): readonly string[] | null {
  if (visibility !== 'all' && visibility.size === 0) return [];
  const visible = visibility === 'all' ? '1' : 'id IN (SELECT value FROM json_each(?))';
  const grants = visibility === 'all' ? [] : [JSON.stringify([...visibility])];
  const rows = prepare(`SELECT id FROM collections WHERE ${visible} ORDER BY id LIMIT ${mostValues + 1}`).all(
    ...grants,
  ) as [string][];
  return rows.length > mostValues ? null : rows.map(([id]) => id);
}
