import type { ClientBase, Pool } from 'pg';
import { within } from '../../connections.ts';
import { partedTable } from '../partitions/partitions.ts';

export type Param = string | number | boolean | null | Uint8Array | readonly (string | number | null)[];

/** Rows as arrays of their columns; `?` stands for each of the parameters. */
export type Query = <R extends readonly unknown[]>(text: string, params?: readonly Param[]) => Promise<readonly R[]>;

const mostNames = 1_000;
const longestNamed = 8_000;
/** A plan over all partitions takes half a megabyte. */
const mostWide = 100;
let wide = 0;
/**
 * What cursors give depends on what they are open for; settings and changes of tables give nothing. A plan that goes
 * through many rows in no order is right for the size that tables have at the moment: kept from the day they were empty,
 * it would read them whole.
 */
const neverNamed = /^(?:DECLARE|FETCH|CLOSE|SET|CREATE|ALTER|DROP) |JOIN catalog_entries\w* r ON/;
const names = new Map<string, { readonly text: string; readonly name: string | undefined }>();

/** Statements that come again are prepared once for each connection; there are as many as users write filters. */
function prepared(text: string): { readonly text: string; readonly name: string | undefined } {
  const known = names.get(text);
  if (known !== undefined) return known;
  let count = 0;
  const numbered = text.replaceAll('?', () => `$${++count}`);
  if (names.size >= mostNames || text.length > longestNamed || neverNamed.test(text))
    return { text: numbered, name: undefined };
  if (text.includes(partedTable) && ++wide > mostWide) return { text: numbered, name: undefined };
  const statement = { text: numbered, name: `swath_catalogue_${names.size + 1}` };
  names.set(text, statement);
  return statement;
}

/** `mostMs`: for how long an answer is waited for, where nothing else bounds it. */
export const queryOn =
  (on: ClientBase | Pool, mostMs?: number): Query =>
  async <R extends readonly unknown[]>(text: string, params: readonly Param[] = []) => {
    const { text: numbered, name } = prepared(text);
    const plain = { text: numbered, values: params.map(bindable) as unknown[], rowMode: 'array' as const };
    const query = mostMs === undefined ? plain : within(mostMs, plain);
    return (await on.query(name === undefined ? query : { ...query, name })).rows as unknown as readonly R[];
  };

/** Plans of the catalogue know no bitmaps, but for what needs them; within a transaction. */
export async function withBitmaps<T>(query: Query, isWanted: boolean, work: () => Promise<T>): Promise<T> {
  if (!isWanted) return work();
  await query('SET LOCAL enable_bitmapscan = on');
  const result = await work();
  await query('SET LOCAL enable_bitmapscan = off');
  return result;
}

/** No text of the catalogue holds NUL: with this in its place a look-up misses. */
function bindable(param: Param): Param {
  if (typeof param === 'string') return param.includes('\0') ? param.replaceAll('\0', '\uFFFD') : param;
  return Array.isArray(param) ? (param.map(bindable) as string[]) : param;
}
