import { packedTimeSql } from '../../../../catalog/plan/packed-time.ts';
import { slotCount } from '../../../../catalog/plan/slots.ts';

const slots = Array.from({ length: slotCount }, (_, slot) => `v${slot}`).join(', ');
const dt = packedTimeSql('dt');

/** Tables that are written anew, with what they are made of, in the order that they have: rows are only appended. */
const rewritten = [
  {
    name: 'entries',
    made: `(
     stream INTEGER NOT NULL, dt TEXT NOT NULL, id TEXT NOT NULL, collection TEXT NOT NULL, pk INTEGER NOT NULL,
     timed INTEGER NOT NULL, start TEXT, finish TEXT, w REAL, s REAL, e REAL, n REAL, ${slots},
     PRIMARY KEY (stream, dt DESC, id, collection)) WITHOUT ROWID`,
    rows: `stream, ${dt}, id, collection, pk, timed, ${packedTimeSql('start')}, ${packedTimeSql('finish')}, w, s, e, n, ${slots}`,
    order: 'stream, dt DESC, id, collection',
  },
  {
    name: 'props',
    made: `(
     slot INTEGER NOT NULL, value NOT NULL, dt TEXT NOT NULL, id TEXT NOT NULL, collection TEXT NOT NULL,
     pk INTEGER NOT NULL, PRIMARY KEY (slot, value, dt DESC, id, collection)) WITHOUT ROWID`,
    rows: `slot, value, ${dt}, id, collection, pk`,
    order: 'slot, value, dt DESC, id, collection',
  },
  {
    name: 'words',
    made: `(
     word TEXT NOT NULL, dt TEXT NOT NULL, pk INTEGER NOT NULL, PRIMARY KEY (word, dt DESC, pk)) WITHOUT ROWID`,
    rows: `word, ${dt}, pk`,
    order: 'word, dt DESC, pk',
  },
];

/** Before it, times were held as their keys: two to three times as long, in every row. */
export const packedTimesStatements: readonly string[] = [
  ...rewritten.flatMap(({ name, made, rows, order }) => [
    `CREATE TABLE packed_${name} ${made}`,
    `INSERT INTO packed_${name} SELECT ${rows} FROM ${name} ORDER BY ${order}`,
    `DROP TABLE ${name}`,
    `ALTER TABLE packed_${name} RENAME TO ${name}`,
  ]),
  `UPDATE items SET dt = ${dt}, start = ${packedTimeSql('start')}, finish = ${packedTimeSql('finish')}`,
  `UPDATE stream_stats SET oldest = ${packedTimeSql('oldest')}, newest = ${packedTimeSql('newest')}`,
  // A process of an earlier release that has the file open fails here, instead of reading and writing rows of its own form.
  'ALTER TABLE stream_stats RENAME TO stream_facts',
];
