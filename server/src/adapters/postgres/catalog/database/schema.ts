import { slotCount } from '../../../../catalog/plan/slots.ts';

const numbers = Array.from({ length: slotCount }, (_, slot) => slot);
export const slotColumns = numbers.map((slot) => `v${slot}`);
export const sortColumns = numbers.map((slot) => `s${slot}`);

export const placedColumns = ['pk', 'collection', 'id', 'dt', 'timed', 'start', 'finish', 'w', 's', 'e', 'n'];
/** What a row of entries and of items both have: every condition of a search is written over these. */
export const searchableColumns = [...placedColumns, ...slotColumns];

const searchable = `pk bigint NOT NULL, collection text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
  dt text COLLATE "C" NOT NULL, timed smallint NOT NULL, start text COLLATE "C", finish text COLLATE "C",
  w float8, s float8, e float8, n float8, ${slotColumns.map((column) => `${column} bytea`).join(', ')}`;

/**
 * Texts are compared by their bytes, as everywhere else. `dt`, `start`, `finish` are time keys; `dt` is '' where an item
 * has no time; `start` and `finish` are null where they are `dt`. `timed` says that the document's `datetime` is not
 * null. `w > e` crosses the antimeridian. `v0` and on hold declared properties, `s0` and on what is sorted by, cut to
 * what an index takes. `pk` is also the number of the arrival: whoever writes holds the row of `catalog_state`.
 */
export const statements: readonly string[] = [
  `CREATE TABLE catalog_state (
     one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL DEFAULT 0, mark text NOT NULL DEFAULT '',
     next_pk bigint NOT NULL DEFAULT 1, feed text NOT NULL, revision bigint NOT NULL DEFAULT 0,
     index_version integer NOT NULL, reindex bigint, clearing text NOT NULL DEFAULT '[]',
     summarised text NOT NULL DEFAULT '[]', showing bigint) WITH (fillfactor = 50)`,
  `CREATE TABLE catalog_collections (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, etag text NOT NULL,
     document text NOT NULL, own text, items bigint NOT NULL DEFAULT 0, w float8, s float8, e float8, n float8,
     start text COLLATE "C", finish text COLLATE "C", revision bigint NOT NULL)`,
  'CREATE INDEX catalog_collections_by_revision ON catalog_collections (revision)',
  `CREATE TABLE catalog_items (
     ${searchable}, ${sortColumns.map((column) => `${column} bytea`).join(', ')},
     streams bigint[] NOT NULL, etag text NOT NULL, footprint text, document text NOT NULL, PRIMARY KEY (pk))`,
  // Half a document compressed would cost more time than it saves room.
  'ALTER TABLE catalog_items ALTER document SET STORAGE EXTERNAL',
  'CREATE UNIQUE INDEX catalog_items_by_id ON catalog_items (id, collection)',
  ...numbers.map(
    (slot) => `CREATE INDEX catalog_items_by_s${slot} ON catalog_items (s${slot}, dt DESC) WHERE s${slot} IS NOT NULL`,
  ),
  `CREATE TABLE catalog_entries (stream bigint NOT NULL, ${searchable})`,
  `CREATE UNIQUE INDEX catalog_entries_in_order ON catalog_entries (stream, dt DESC, id, collection)
     INCLUDE (pk, timed, start, finish, w, s, e, n)`,
  `CREATE TABLE catalog_streams (
     stream bigint PRIMARY KEY, items bigint NOT NULL, oldest text COLLATE "C" NOT NULL, newest text COLLATE "C" NOT NULL)
     WITH (fillfactor = 50)`,
  `CREATE TABLE catalog_declared (
     slot smallint PRIMARY KEY, name text NOT NULL UNIQUE, is_ready boolean NOT NULL, has_long boolean NOT NULL DEFAULT false)`,
  `CREATE TABLE catalog_properties (
     collection text COLLATE "C" NOT NULL, name_key text NOT NULL, name text NOT NULL, statistics text NOT NULL,
     PRIMARY KEY (collection, name_key)) WITH (fillfactor = 70)`,
];

/** What an index row has room for: a value longer than this, or of an item with long names, is in the item's row alone. */
export const longestInEntry = 100;
export const longestNamesInEntry = 1_000;

const fitsNames = `octet_length(id) + octet_length(collection) <= ${longestNamesInEntry}`;
const fits = (column: string): string => `(octet_length(${column}) <= ${longestInEntry} AND ${fitsNames})`;
/** Slots as entries hold them, over a row of items. */
export const slotsOfEntry = slotColumns.map((column) => `CASE WHEN ${fits(column)} THEN ${column} END AS ${column}`);

const tooWide = slotColumns.map((column) => `NOT ${fits(column)}`).join(' OR ');

const inOrder = (table: string): string => `CREATE UNIQUE INDEX ${table}_in_order
  ON ${table} (stream, dt DESC, id, collection) INCLUDE (pk, timed, start, finish, w, s, e, n, ${slotColumns.join(', ')})`;

/**
 * Filters on declared properties then read the index alone, and documents of usual sizes lie in their row.
 * `in_items_only`: entries have not every value of it.
 */
export const coveringStatements: readonly string[] = [
  'ALTER TABLE catalog_items SET (toast_tuple_target = 8160)',
  'ALTER TABLE catalog_declared ADD COLUMN in_items_only boolean NOT NULL DEFAULT false',
  ...numbers.map(
    (slot) => `UPDATE catalog_declared SET in_items_only = true WHERE slot = ${slot}
      AND EXISTS (SELECT 1 FROM catalog_items WHERE v${slot} IS NOT NULL AND NOT ${fits(`v${slot}`)})`,
  ),
  'DROP INDEX catalog_entries_in_order',
  `UPDATE catalog_entries SET ${slotColumns.map((column) => `${column} = CASE WHEN ${fits(column)} THEN ${column} END`).join(', ')}
    WHERE ${tooWide}`,
  inOrder('catalog_entries'),
];

/**
 * `entries` is the table that searches read. `parting` is the last item whose entries stand in partitions too, while these
 * are being filled; `parted_at` is when searches began to read them, for as long as the one table is still there.
 */
export const partitionStatements: readonly string[] = [
  'CREATE TABLE catalog_entries_by_time (LIKE catalog_entries) PARTITION BY RANGE (dt)',
  inOrder('catalog_entries_by_time'),
  'CREATE TABLE catalog_partitions (name text PRIMARY KEY, empty_since timestamptz)',
  `ALTER TABLE catalog_state ADD COLUMN entries text NOT NULL DEFAULT 'catalog_entries',
     ADD COLUMN parting bigint, ADD COLUMN parted_at timestamptz`,
];

const keyed = (table: string): string => `CREATE INDEX ${table}_keyed
  ON ${table} (stream, dt DESC, id, collection, s, n, ${slotColumns.join(', ')})
  INCLUDE (pk, timed, start, finish, w, e) WITH (deduplicate_items = off)`;
const replaced = (table: string): readonly string[] => [
  `DROP INDEX IF EXISTS ${table}_in_order`,
  `ALTER INDEX IF EXISTS ${table}_keyed RENAME TO ${table}_in_order`,
];

/**
 * Latitudes and slots as keys of the index: an entry that fails a condition on them is passed over within its page,
 * before it is copied, taken apart and tested. What is unique are the items in their own table. Writes wait while the
 * index is made, searches go on; the one table may have gone for its partitions.
 */
export const keyedStatements: readonly string[] = [
  'SELECT 1 FROM catalog_state FOR UPDATE',
  `DO $$ BEGIN IF to_regclass('catalog_entries') IS NOT NULL THEN ${keyed('catalog_entries')}; END IF; END $$`,
  keyed('catalog_entries_by_time'),
  ...replaced('catalog_entries'),
  ...replaced('catalog_entries_by_time'),
];

/** Of what PostGIS and the evaluator relate alike: valid, not empty, no collection. Footprints are cut at the antimeridian. */
const shape = `CASE WHEN w IS NOT NULL AND footprint NOT LIKE '%[]%' AND footprint NOT LIKE '{"type":"GeometryCollection"%'
    AND ST_IsValid(ST_GeomFromGeoJSON(footprint)) THEN ST_Force2D(ST_GeomFromGeoJSON(footprint)) END`;

export const shapeStatements: readonly string[] = [
  `ALTER TABLE catalog_items ADD COLUMN shape geometry GENERATED ALWAYS AS (${shape}) STORED`,
  'CREATE INDEX catalog_items_without_shape ON catalog_items (pk) WHERE footprint IS NOT NULL AND shape IS NULL',
];

/** `text` has the words of an item in their order, each between blanks; null where an earlier release stored it. */
export const textStatements: readonly string[] = [
  'ALTER TABLE catalog_items ADD COLUMN text text',
  "CREATE INDEX catalog_items_by_word ON catalog_items USING gin (string_to_array(text, ' '))",
  'ALTER TABLE catalog_state ADD COLUMN text_version integer NOT NULL DEFAULT 0',
];
