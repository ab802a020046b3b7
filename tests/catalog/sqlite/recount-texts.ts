import type { Connection } from '../../../server/src/adapters/sqlite/driver.ts';
import type { JsonObject } from '../../../server/src/catalog/refuse.ts';
import { distinctWords, textOfItem } from '../../../server/src/catalog/text/searchable-text.ts';

type Stored = { readonly pk: number; readonly dt: string; readonly document: Uint8Array };

const sampled = 16;

/** What is wrong with the texts, their words and the counts of words. */
export function textProblems(connection: Connection, items: readonly Stored[]): readonly string[] {
  const all = (sql: string) => (connection.prepare(sql).all() as object[]).map((row) => JSON.stringify(row));
  const texts = items.flatMap(({ pk, dt, document }) => {
    const text = textOfItem(JSON.parse(Buffer.from(document).toString()) as JsonObject);
    return text === '' ? [] : [{ pk, dt, text }];
  });
  const words = texts.flatMap(({ pk, dt, text }) => distinctWords(text).map((word) => ({ word, dt, pk })));
  const counts = new Map<string, number>();
  for (const { word, pk } of words) if (pk % sampled === 0) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [
    ...others(
      'texts',
      all('SELECT pk, text FROM texts'),
      texts.map(({ pk, text }) => ({ pk, text })),
    ),
    ...others('words', all('SELECT word, dt, pk FROM words'), words),
    ...others(
      'word_counts',
      all('SELECT word, items FROM word_counts'),
      [...counts].map(([word, n]) => ({ word, items: n })),
    ),
  ];
}

function others(table: string, found: readonly string[], expected: readonly object[]): readonly string[] {
  const wanted = new Set(expected.map((row) => JSON.stringify(row)));
  const there = new Set(found);
  return [
    ...found.filter((row) => !wanted.has(row)).map((row) => `${table}: too much: ${row}`),
    ...[...wanted].filter((row) => !there.has(row)).map((row) => `${table}: missing: ${row}`),
  ];
}
