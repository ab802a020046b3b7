import { type Area, AreaProblem } from '../aoi/area.ts';
import { parseArea } from '../aoi/parse-area.ts';
import { readNames } from '../catalog/collection-names.ts';
import { isRecord } from '../ui/is-record.ts';
import { areaOfRequest } from './area-of-request.ts';
import { type Criterion, criteriaOf, usualCriteria } from './criteria.ts';
import { criteriaOfFilter } from './criteria-of-filter.ts';
import { datesOf } from './dates-of.ts';

export const ages = ['fresh', 'standard', 'training'] as const;
export type Age = (typeof ages)[number];

/** A select while it is being written, as the fields hold it. */
export type Draft = {
  readonly area: Area | null;
  readonly ids: string;
  readonly from: string;
  readonly until: string;
  readonly collections: readonly string[];
  readonly ages: readonly Age[];
  readonly criteria: readonly Criterion[];
  /** JSON, where the criteria are written so; null where rows say them. */
  readonly queryText: string | null;
  readonly stackDepth: string;
  readonly bestCover: string;
  readonly name: string;
  /** The request of the select that is changed; empty for a new one. */
  readonly earlier: Readonly<Record<string, unknown>>;
};

/** Asks for the coverage, so that its gaps are known. */
export const emptyDraft: Draft = {
  area: null,
  ids: '',
  from: '',
  until: '',
  collections: [],
  ages: [],
  criteria: usualCriteria,
  queryText: null,
  stackDepth: '5',
  bestCover: '100',
  name: '',
  earlier: {},
};

/** From an address of this page; what cannot be read there is left out. */
export function draftOfAddress(address: URLSearchParams): Draft {
  return {
    ...emptyDraft,
    area: areaIn(address.get('aoi') ?? ''),
    ids: address.get('ids') ?? '',
    ...datesOf(address.get('datetime')),
    collections: readNames(address.get('collections') ?? ''),
    criteria: criteriaOfFilter(address.get('filter')),
    name: address.get('name') ?? '',
  };
}

function areaIn(text: string): Area | null {
  try {
    return text === '' ? null : parseArea(text);
  } catch (error) {
    if (error instanceof AreaProblem) return null;
    throw error;
  }
}

/** From the request of a select that was made, to change it and run it again. */
export function draftOfRequest(request: Readonly<Record<string, unknown>>): Draft {
  const { ids, datetime, collections, image_age_category: sentAges, query, stack_depth: depth, name } = request;
  const sentQuery = isRecord(query) ? query : {};
  const rows = criteriaOf(sentQuery);
  return {
    ...emptyDraft,
    area: areaOfRequest(request),
    ids: textsOf(ids).join(', '),
    ...datesOf(typeof datetime === 'string' ? datetime : null),
    collections: textsOf(collections),
    ages: ages.filter((age) => textsOf(sentAges).includes(age)),
    criteria: rows === null || rows.length === 0 ? usualCriteria : rows,
    queryText: rows === null ? JSON.stringify(sentQuery, null, 2) : null,
    stackDepth: typeof depth === 'number' ? String(depth) : emptyDraft.stackDepth,
    bestCover: typeof request['best_cover'] === 'number' ? String(request['best_cover']) : '',
    name: typeof name === 'string' ? name : '',
    earlier: request,
  };
}

/** Parted by commas or space. */
export const partsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((part) => part !== '');

/** The service takes one text for a list of one. */
const textsOf = (value: unknown): readonly string[] => [value].flat().filter((each) => typeof each === 'string');
