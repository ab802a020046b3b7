import type { Prepare } from '../file/statements.ts';

type KnownCollection = { readonly number: number; readonly items: number };

/** The collections of one moment. */
export type KnownCollections = {
  get(id: string): KnownCollection | undefined;
  /** Those that do not exist have none. */
  itemsIn(ids: readonly string[]): number;
  /** The ids, from one on where it is given, that one among them. */
  inOrder(start: string | null, isDescending: boolean): Iterable<string>;
};

/** More are summed up by one statement. */
const fewIds = 16;
const idsAtOnce = 256;
/** Beyond every id: none is so long. */
const lastOfAll = '\u{10FFFF}'.repeat(513);

export function createKnownCollections(prepare: Prepare): KnownCollections {
  const known = new Map<string, KnownCollection | undefined>();
  const sums = new Map<string, number>();

  function get(id: string): KnownCollection | undefined {
    if (known.has(id)) return known.get(id);
    const row = prepare('SELECT number, items FROM collections WHERE id = ?').get(id) as [number, number] | undefined;
    const collection = row && { number: row[0], items: row[1] };
    known.set(id, collection);
    return collection;
  }

  function sumOf(ids: readonly string[]): number {
    const text = JSON.stringify(ids);
    const sum = sums.get(text) ?? readSum(prepare, text);
    sums.set(text, sum);
    return sum;
  }

  return {
    get,
    itemsIn: (ids) => (ids.length > fewIds ? sumOf(ids) : ids.reduce((sum, id) => sum + (get(id)?.items ?? 0), 0)),
    *inOrder(start, isDescending) {
      const [comparison, order] = isDescending ? ['<=', 'DESC'] : ['>=', 'ASC'];
      const [beyond, first] = isDescending ? ['<', lastOfAll] : ['>', ''];
      const page = (sign: string, from: string) =>
        prepare(`SELECT id FROM collections WHERE id ${sign} ? ORDER BY id ${order} LIMIT ${idsAtOnce}`).all(
          from,
        ) as unknown as [string][];
      for (let rows = page(comparison, start ?? first); rows.length > 0; rows = page(beyond, rows.at(-1)![0]))
        for (const [id] of rows) yield id;
    },
  };
}

function readSum(prepare: Prepare, ids: string): number {
  const sum = `SELECT coalesce(sum(c.items), 0) FROM json_each(?) j
    CROSS JOIN collections c INDEXED BY collections_by_id ON c.id = j.value`;
  return (prepare(sum).get(ids) as [number])[0];
}
