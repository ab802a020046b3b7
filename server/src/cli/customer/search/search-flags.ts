import type { SearchRequest } from '@swath/client';
import { type Terminal, UsageError } from '../../command.ts';
import { type GivenArea, areaFlags, readArea, readRequest } from '../area-flags.ts';
import { asList, given } from '../flag-values.ts';

export const searchFlags = {
  collections: { type: 'string' },
  ids: { type: 'string' },
  ...areaFlags,
  datetime: { type: 'string' },
  filter: { type: 'string' },
  q: { type: 'string' },
  sortby: { type: 'string' },
  fields: { type: 'string' },
  request: { type: 'string' },
} as const;

type SearchValues = { readonly [K in keyof typeof searchFlags]?: string };

/** Flags go before the members of `--request`. */
export async function readSearch(values: SearchValues, terminal: Pick<Terminal, 'readInput'>): Promise<SearchRequest> {
  if (values.area === '-' && values.request === '-')
    throw new UsageError('standard input can be only one of --area and --request');
  const request = await readRequest(values.request, terminal);
  const { bbox, ...area } = await readArea(values, terminal);
  const { geometry, condition } = readShape(area.intersects);
  if (condition !== undefined && values.filter === undefined && 'filter' in request)
    throw new UsageError('--area as well-known text takes the place of the filter of --request: give it as GeoJSON');
  const filter = [values.filter, condition].filter((each) => each !== undefined);
  const asked = given({
    collections: asList(values.collections),
    ids: asList(values.ids),
    bbox,
    intersects: geometry,
    datetime: values.datetime,
    filter: allOf(filter),
    'filter-lang': filter.length === 0 ? undefined : ('cql2-text' as const),
    q: values.q,
    sortby: asList(values.sortby)?.map(readOrder),
    fields: readFields(asList(values.fields)),
  });
  return { ...request, ...asked };
}

/** One alone stays as it was typed, so that what is said of its places holds. */
const allOf = (conditions: readonly string[]): string | undefined =>
  conditions.length > 1 ? conditions.map((each) => `(${each})`).join(' AND ') : conditions[0];

type Shape = { readonly geometry?: { readonly type: string }; readonly condition?: string };

/** A search takes a geometry; well-known text is a condition of its filter. */
function readShape(shape: GivenArea['intersects']): Shape {
  if (shape === undefined) return {};
  if (typeof shape === 'string') return { condition: `S_INTERSECTS(geometry, ${shape})` };
  if (shape.type === 'FeatureCollection') {
    const geometries = (shape['features'] as readonly { readonly geometry: { readonly type: string } }[]).map(
      ({ geometry }) => geometry,
    );
    return { geometry: geometries.length === 1 ? geometries[0]! : collected(geometries) };
  }
  return { geometry: shape.type === 'Feature' ? (shape['geometry'] as { readonly type: string }) : shape };
}

const collected = (geometries: readonly unknown[]) => ({ type: 'GeometryCollection', geometries });

function readOrder(text: string): { readonly field: string; readonly direction: 'asc' | 'desc' } {
  const field = text.replace(/^[+-]/, '');
  if (field === '') throw new UsageError(`--sortby must name fields, such as -datetime,id, not '${text}'`);
  return { field, direction: text.startsWith('-') ? 'desc' : 'asc' };
}

function readFields(names: readonly string[] | undefined): SearchRequest['fields'] | undefined {
  if (names === undefined) return undefined;
  const exclude = names.filter((name) => name.startsWith('-')).map((name) => name.slice(1));
  const include = names.filter((name) => !name.startsWith('-')).map((name) => name.replace(/^\+/, ''));
  return { ...(include.length > 0 ? { include } : {}), ...(exclude.length > 0 ? { exclude } : {}) };
}
