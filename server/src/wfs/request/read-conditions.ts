import { type Area, areaOfBbox } from '../../catalog/area.ts';
import { FilterError } from '../../catalog/filter-error.ts';
import type { Filter } from '../../catalog/filter.ts';
import { defaultBounds } from '../../catalog/filter-bounds.ts';
import type { FilterReading } from '../../catalog/languages/attributes.ts';
import { type Corners, boxOfCorners, orderOf } from '../../catalog/languages/box-of-corners.ts';
import { readCrs } from '../../catalog/languages/crs-names.ts';
import { parseEcqlList } from '../../catalog/languages/ecql/parse-ecql.ts';
import { readFes } from '../../catalog/languages/fes/read-fes.ts';
import { type XmlElement, readXml } from '../../catalog/languages/fes/read-xml.ts';
import type { SearchRequest } from '../../catalog/search-request.ts';
import { type ExceptionCode, about, invalidParameter, wfsException } from '../exception.ts';
import { filterOfIds, readFeatureId } from '../feature-ids.ts';
import { type Ask, valueOf } from './parameters.ts';

export type Conditions = Pick<SearchRequest, 'ids' | 'area' | 'filter'>;

/** All that a request says of which features it wants: what is given together must hold together. */
export function readConditions(ask: Ask, reading: FilterReading): Conditions {
  const bbox = valueOf(ask, 'bbox');
  const ids = valueOf(ask, 'resourceid', 'featureid');
  const named = ids === null ? null : readIds(ids);
  const filters = [...(named?.filters ?? []), ...fesFilters(ask, reading), ...ecqlFilters(ask, reading)];
  return {
    ids: named?.ids ?? null,
    area: bbox === null ? null : readBox(bbox, reading.isLatLon),
    filter: filters.length > 1 ? { kind: 'and', args: filters } : (filters[0] ?? null),
  };
}

/** The ids find the items; a filter says the rest where a collection is part of one. */
function readIds(text: string): { readonly ids: readonly string[]; readonly filters: readonly Filter[] } {
  const named = text.split(',').map((id) => readFeatureId(id.trim()));
  const ids = [...new Set(named.map(({ id }) => id))];
  if (ids.length > defaultBounds.maxListLength)
    throw invalidParameter('resourceId', `at most ${defaultBounds.maxListLength} ids are taken at a time`);
  return { ids, filters: named.every(({ collection }) => collection === null) ? [] : [filterOfIds(named)] };
}

/** Four numbers, or six whose heights are dropped, and a CRS where it is not the usual one. */
function readBox(text: string, isLatLon: boolean): Area {
  const parts = text.split(',').map((part) => part.trim());
  const given = parts.length === 5 || parts.length === 7 ? parts.pop()! : null;
  const numbers = parts.map((part) => (part === '' ? NaN : Number(part)));
  if ((numbers.length !== 4 && numbers.length !== 6) || !numbers.every(Number.isFinite))
    throw invalidParameter('bbox', `'${text}' is not four numbers, with or without a CRS after them`);
  const corners = (numbers.length === 6 ? [0, 1, 3, 4].map((i) => numbers[i]!) : numbers) as unknown as Corners;
  const crs = given === null ? orderOf(isLatLon, [corners[0], corners[2]], [corners[1], corners[3]]) : readCrs(given);
  if (crs === null) throw invalidParameter('bbox', `the CRS '${given}' is not known here`);
  return about('bbox', () => areaOfBbox(boxOfCorners(corners, crs)));
}

/** `query` is where OWSLib puts it. */
function fesFilters(ask: Ask, reading: FilterReading): readonly Filter[] {
  if (ask.filter !== null) return [readElement(ask.filter, reading)];
  const text = valueOf(ask, 'filter', 'query');
  if (text === null) return [];
  const inner = /^\(([\s\S]*)\)$/.exec(text)?.[1] ?? text;
  if (/>\s*\)\s*\(\s*</.test(inner)) throw invalidParameter('filter', 'one filter is taken, for there is one type');
  return [
    readElement(
      located('filter', 'OperationParsingFailed', () => readXml(inner)),
      reading,
    ),
  ];
}

const readElement = (element: XmlElement, reading: FilterReading): Filter =>
  located('filter', 'OperationParsingFailed', () => readFes(element, reading));

function ecqlFilters(ask: Ask, reading: FilterReading): readonly Filter[] {
  const text = valueOf(ask, 'cql_filter');
  if (text === null) return [];
  const filters = located('cql_filter', 'InvalidParameterValue', () => parseEcqlList(text, () => reading));
  if (filters.length > 1) throw invalidParameter('cql_filter', 'one filter is taken, for there is one type');
  return filters;
}

/** What is wrong with a filter, as the exception that it is. */
function located<T>(locator: string, malformed: ExceptionCode, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const { problem, message } = error;
    if (problem === 'malformed') throw wfsException(malformed, locator, message);
    if (problem === 'unknownName') throw invalidParameter(locator, message);
    throw wfsException('OperationProcessingFailed', locator, message);
  }
}
