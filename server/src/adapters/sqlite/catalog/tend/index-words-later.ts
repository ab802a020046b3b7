import { textBreak } from '../../../../catalog/text/searchable-text.ts';
import type { RankedItems } from './rank-items.ts';
import { createRankedKeys, placeSql, rankSql, runInPieces } from './ranked-keys.ts';
import type { Prepare } from '../file/statements.ts';

const readTexts = 'SELECT pk - ?1, text FROM texts WHERE pk >= ?1 AND pk < ?2';
const createVocabulary = 'CREATE TEMP TABLE vocabulary (number INTEGER PRIMARY KEY, word TEXT NOT NULL)';
const fillVocabulary = 'INSERT INTO vocabulary (number, word) SELECT key, value FROM json_each(?)';
const addWords = `INSERT OR IGNORE INTO word_rows (word, dt, pk)
  SELECT w.word, m.dt, m.pk FROM json_each(?) AS v
    CROSS JOIN vocabulary AS w ON w.number = ${placeSql('v.value')}
    CROSS JOIN moments AS m ON m.rank = ${rankSql('v.value')}`;

/** Words that are sorted at once: 64 MiB of keys, however long texts are. */
const usualWordsAtOnce = 2 ** 23;

/** The words of the items that are ranked. */
export function indexWordsLater(
  prepare: Prepare,
  { first, end, ranks }: RankedItems,
  wordsAtOnce = usualWordsAtOnce,
): void {
  const keys = createRankedKeys();
  const numbers = new Map<string, number>();
  prepare(createVocabulary).run();

  function write(): void {
    const places = learnVocabulary(prepare, [...numbers.keys()]);
    runInPieces(prepare(addWords), keys.take(places));
    numbers.clear();
  }

  for (const row of prepare(readTexts).iterate(first, end)) {
    const [number, text] = row as [number, string];
    for (const word of text.slice(1, -1).split(' ')) {
      if (word === textBreak) continue;
      let known = numbers.get(word);
      if (known === undefined) numbers.set(word, (known = numbers.size));
      keys.add(known, ranks[number]!);
    }
    if (keys.count() >= wordsAtOnce) write();
  }
  write();
  prepare('DROP TABLE vocabulary').run();
}

/** The place of each word in the order of all; about the order of the table will do. */
function learnVocabulary(prepare: Prepare, words: readonly string[]): Uint32Array {
  const order = Array.from(words.keys()).sort((a, b) => (words[a]! < words[b]! ? -1 : 1));
  const places = new Uint32Array(words.length);
  for (const [place, number] of order.entries()) places[number] = place;
  prepare('DELETE FROM vocabulary').run();
  prepare(fillVocabulary).run(JSON.stringify(order.map((number) => words[number])));
  return places;
}
