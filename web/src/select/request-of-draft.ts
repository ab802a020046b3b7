import type { SelectRequest } from '@swath/client';
import { areaMembers } from '../aoi/area.ts';
import { isRecord } from '../ui/is-record.ts';
import { queryOf } from './criteria.ts';
import { datetimeOf } from './dates-of.ts';
import { type Draft, partsOf } from './draft.ts';
import { isGiven, keptArea, keptPeriod } from './kept-members.ts';

/** Why a draft cannot be sent yet. */
export class DraftProblem extends Error {
  override readonly name = 'DraftProblem';
}

type AreaMembers = Pick<SelectRequest, 'bbox' | 'intersects'>;

/** What is sent; throws a `DraftProblem` for what can be told without asking. */
export function requestOfDraft(draft: Draft): SelectRequest {
  const ids = partsOf(draft.ids);
  const area = keptArea(draft) ?? (draft.area === null ? {} : (areaMembers(draft.area) as AreaMembers));
  const hasArea = Object.keys(area).length > 0;
  if (!hasArea && ids.length === 0) throw new DraftProblem('Give an area of interest, or the ids of acquisitions.');
  const query = draft.queryText === null ? queryOf(draft.criteria) : parsedQuery(draft.queryText);
  const datetime = keptPeriod(draft) ?? datetimeOf(draft);
  const { metadata } = draft.earlier;
  return {
    ...area,
    ...(ids.length === 0 ? {} : { ids }),
    ...(datetime === null ? {} : { datetime }),
    ...(draft.collections.length === 0 ? {} : { collections: draft.collections }),
    ...(draft.ages.length === 0 ? {} : { image_age_category: draft.ages }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    stack_depth: numberIn('The stack depth', draft.stackDepth),
    // Without an area there is nothing to cover.
    ...(draft.bestCover.trim() === '' || !hasArea ? {} : { best_cover: numberIn('The coverage', draft.bestCover) }),
    ...(draft.name.trim() === '' ? {} : { name: draft.name.trim() }),
    ...(isGiven(metadata) ? { metadata } : {}),
  };
}

function numberIn(what: string, text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value)) throw new DraftProblem(`${what} must be a number.`);
  return value;
}

function parsedQuery(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  try {
    const query = JSON.parse(text) as unknown;
    if (isRecord(query)) return query;
  } catch (error) {
    throw new DraftProblem(`The criteria are no JSON: ${error instanceof Error ? error.message : ''}`);
  }
  throw new DraftProblem('The criteria must be a JSON object: {"field": {"operator": value}}.');
}
