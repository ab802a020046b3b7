import { slotCount } from '../../../catalog/plan/slots.ts';
import { indexVersion } from '../../../catalog/plan/streams.ts';
import { textVersion } from '../../../catalog/text/words-of.ts';
import type { Desk } from './write/desk.ts';
import type { Query } from './database/query.ts';
import { readDeclared } from './known/snapshot.ts';

/** Brings the store to what this process was told; the indexing of items and what collections show follow in chunks. */
export async function settle(desk: Desk, declared: readonly string[], summarised: readonly string[]): Promise<void> {
  await declareProperties(desk, [...new Set(declared)]);
  await summarise(desk, summarised);
}

const versions = 'SELECT index_version, text_version, summarised FROM catalog_state';

/** Whether the store is as this process was told. */
export async function isSettled(
  query: Query,
  declared: readonly string[],
  summarised: readonly string[],
): Promise<boolean> {
  const known = new Set((await readDeclared(query)).map(({ name }) => name));
  const wanted = new Set(declared);
  const [state] = await query<[number, number, string]>(versions);
  const [indexedBy, textsBy, summary] = state!;
  const isDeclared = known.size === wanted.size && [...wanted].every((name) => known.has(name));
  const isNew = indexedBy === indexVersion && textsBy === textVersion;
  return isDeclared && isNew && summary === textOf(summarised);
}

const textOf = (summarised: readonly string[]): string => JSON.stringify([...new Set(summarised)]);

async function declareProperties(desk: Desk, names: readonly string[]): Promise<void> {
  const { query } = desk;
  const known = await readDeclared(query);
  const dropped = known.filter(({ name }) => !names.includes(name)).map(({ slot }) => slot);
  if (dropped.length > 0) await query('DELETE FROM catalog_declared WHERE slot = ANY(?::smallint[])', [dropped]);
  const kept = known.filter(({ slot }) => !dropped.includes(slot));
  const free = Array.from({ length: slotCount }, (_, i) => i).filter((i) => kept.every(({ slot }) => slot !== i));
  const added = names.filter((name) => kept.every((each) => each.name !== name));
  const [state] = await query<[number, number, boolean]>(
    'SELECT index_version, text_version, EXISTS (SELECT 1 FROM catalog_items) FROM catalog_state',
  );
  const [indexedBy, textsBy, hasItems] = state!;
  const isOld = indexedBy !== indexVersion || textsBy !== textVersion;
  for (const name of added)
    await query('INSERT INTO catalog_declared (slot, name, is_ready) VALUES (?, ?, ?)', [
      free.shift()!,
      name,
      !hasItems,
    ]);
  // A running pass starts over: it has not looked at the new properties of the first items.
  if (hasItems && (added.length > 0 || isOld)) await query('UPDATE catalog_state SET reindex = 0');
  if (!hasItems && isOld)
    await query('UPDATE catalog_state SET index_version = ?, text_version = ?', [indexVersion, textVersion]);
  if (added.length > 0 || dropped.length > 0 || isOld) desk.hasChanged = true;
}

async function summarise({ query }: Desk, names: readonly string[]): Promise<void> {
  const [state] = await query<[string, boolean]>(
    'SELECT summarised, EXISTS (SELECT 1 FROM catalog_collections) FROM catalog_state',
  );
  const text = textOf(names);
  if (state![0] === text) return;
  await query('UPDATE catalog_state SET summarised = ?', [text]);
  if (state![1]) await query('UPDATE catalog_state SET showing = 0');
}
