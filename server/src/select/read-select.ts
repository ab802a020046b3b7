import { type JsonObject, isGiven, refuse } from '../catalog/refuse.ts';
import { mostItems } from '../catalog/search-request.ts';
import { PlatformError } from '../shared/errors.ts';
import { isMember } from './request/member-names.ts';
import { readArea } from './request/read-area.ts';
import { readPeriod } from './request/read-period.ts';
import { type AgeClass, ageClasses } from '../usage/usage.ts';
import type { SelectRequest, SentRequest } from './selection.ts';

export { membersOfSelectQuery } from './request/select-query.ts';

export const defaultStackDepth = 5;
export const mostStackDepth = 100;

/** Reads what a select is asked for; a member that is null was not given. */
export function readSelectRequest(members: JsonObject): SelectRequest {
  const { intersects, bbox, ids: givenIds, collections, datetime, query, name, metadata } = members;
  const ids = readTexts(givenIds, 'ids');
  const hasArea = isGiven(intersects) || isGiven(bbox);
  if (!hasArea && ids === null) throw new PlatformError('aoi_missing');
  const bestCover = readBestCover(members['best_cover']);
  if (bestCover !== null && !hasArea) refuse('best_cover', "needs an area: 'intersects' or 'bbox'");
  return {
    ids,
    collections: readTexts(collections, 'collections'),
    datetime: isGiven(datetime) ? readPeriod(datetime) : null,
    query: query ?? {},
    stackDepth: readStackDepth(members['stack_depth']),
    ages: readAges(members['image_age_category']),
    bestCover,
    name: isGiven(name) ? (typeof name === 'string' ? name : refuse('name', 'must be a text')) : null,
    metadata: metadata ?? null,
    aoi: hasArea ? readArea({ intersects, bbox }) : null,
    asSent: asSent(members),
    unknownMembers: Object.keys(members).filter((each) => !isMember(each)),
  };
}

/** An empty list was not given: it would find nothing, which nobody asks for. */
function readTexts(value: unknown, member: string): readonly string[] | null {
  if (!isGiven(value)) return null;
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((one) => typeof one === 'string' && one !== ''))
    return refuse(member, 'must be a text or an array of texts, none of them empty');
  if (texts.length > mostItems) refuse(member, `must have at most ${mostItems} elements`);
  return texts.length === 0 ? null : [...new Set(texts as readonly string[])];
}

function readStackDepth(value: unknown): number {
  if (!isGiven(value)) return defaultStackDepth;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > mostStackDepth)
    return refuse('stack_depth', `must be a whole number from 1 to ${mostStackDepth}`);
  return value;
}

function readAges(value: unknown): readonly AgeClass[] | null {
  const rule = `must be a list of ${ageClasses.join(', ')}`;
  if (isGiven(value) && typeof value !== 'string' && !Array.isArray(value)) refuse('image_age_category', rule);
  const given: readonly unknown[] = isGiven(value) ? [value].flat() : [];
  if (!given.every((one) => ageClasses.some((age) => age === one))) refuse('image_age_category', rule);
  return given.length === 0 ? null : ageClasses.filter((age) => given.includes(age));
}

function readBestCover(value: unknown): number | null {
  if (!isGiven(value)) return null;
  if (typeof value !== 'number' || !(value > 0 && value <= 100))
    return refuse('best_cover', 'must be a number above 0 and at most 100: percent of the area');
  return value;
}

/** Clients read the query again as an object. */
function asSent(members: JsonObject): SentRequest {
  const known = Object.entries(members).filter(([name, value]) => isMember(name) && value !== undefined);
  return { ...Object.fromEntries(known), query: members['query'] ?? {} };
}
