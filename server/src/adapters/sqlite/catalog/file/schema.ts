import { slotCount } from '../../../../catalog/plan/slots.ts';

const slots = Array.from({ length: slotCount }, (_, slot) => `v${slot}`).join(', ');

/** What a row of `entries` and of `items` both have: every condition of a search is written over these. */
export const searchableColumns = `pk, collection, id, dt, timed, start, finish, w, s, e, n, ${slots}`;

/**
 * `dt`, `start`, `finish` are packed times; `dt` is '' where an item has no time, so that it sorts last; `start` and
 * `finish` are null where they are `dt`. `timed` says that the document's `datetime` is not null. `w > e` crosses the
 * antimeridian; the box is null where there is no geometry. `footprint` is GeoJSON within one turn. `streams` are the
 * entries that were written.
 * A page of answers is read from `documents` alone: every row of another table would be another page of the file.
 */
export const statements: readonly string[] = [
  `CREATE TABLE collections (
     number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, etag TEXT NOT NULL, document BLOB NOT NULL,
     items INTEGER NOT NULL DEFAULT 0)`,
  `CREATE TABLE items (
     pk INTEGER PRIMARY KEY, collection TEXT NOT NULL, id TEXT NOT NULL, dt TEXT NOT NULL, timed INTEGER NOT NULL,
     start TEXT, finish TEXT, w REAL, s REAL, e REAL, n REAL, ${slots},
     streams TEXT NOT NULL, index_version INTEGER NOT NULL,
     UNIQUE (id, collection))`,
  `CREATE TABLE documents (
     pk INTEGER PRIMARY KEY, collection TEXT NOT NULL, id TEXT NOT NULL, etag TEXT NOT NULL, footprint TEXT,
     document BLOB NOT NULL)`,
  `CREATE TABLE entries (
     stream INTEGER NOT NULL, dt TEXT NOT NULL, id TEXT NOT NULL, collection TEXT NOT NULL, pk INTEGER NOT NULL,
     timed INTEGER NOT NULL, start TEXT, finish TEXT, w REAL, s REAL, e REAL, n REAL, ${slots},
     PRIMARY KEY (stream, dt DESC, id, collection)) WITHOUT ROWID`,
  `CREATE TABLE stream_stats (
     stream INTEGER PRIMARY KEY, items INTEGER NOT NULL, oldest TEXT NOT NULL, newest TEXT NOT NULL)`,
  `CREATE TABLE declared (slot INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, is_ready INTEGER NOT NULL)`,
  `CREATE TABLE props (
     slot INTEGER NOT NULL, value NOT NULL, dt TEXT NOT NULL, id TEXT NOT NULL, collection TEXT NOT NULL,
     pk INTEGER NOT NULL, PRIMARY KEY (slot, value, dt DESC, id, collection)) WITHOUT ROWID`,
  `CREATE TABLE property_stats (
     collection TEXT NOT NULL, name TEXT NOT NULL, statistics TEXT NOT NULL, PRIMARY KEY (collection, name)) WITHOUT ROWID`,
  `CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
];
