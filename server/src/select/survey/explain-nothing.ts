import type { JsonObject } from '../../catalog/refuse.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import { acquisitionOf } from '../../tiles/acquisition.ts';
import type { Condition } from '../query/compile-query.ts';
import { pushedFilter } from '../query/pushed-filter.ts';
import { type Gathering, filterOf } from './gather-candidates.ts';
import { itemFacts } from './item-facts.ts';
import { itemTest } from './item-test.ts';
import { type ItemSearch, type SearchMembers, asPage, planSearches } from './plan-searches.ts';
import { type Tally, newTally } from './tally.ts';

/** Which members of a select left nothing, after it was found that there is nothing. */
export async function explainNothing(gathering: Gathering): Promise<readonly string[]> {
  const { job, tally } = gathering;
  const whole = await talliedAll(gathering);
  if (whole.items === 0) return explainEmpty(gathering);
  const conditions = await failing(gathering, whole);
  const ages = job.request.ages ?? [];
  const isOfAge = whole.ofOtherAge < whole.items;
  if (ages.length > 0 && !isOfAge) conditions.unshift(`image_age_category: nothing there is ${ages.join(' or ')}`);
  if (conditions.length > 0) return conditions;
  if ([...tally.conditions.values()].every(({ asked }) => asked === 0) && tally.items > 0)
    return [`${areaMember(job.request)}: no imagery shares a square metre with it`];
  const paths = gathering.query.conditions.map(({ path }) => path);
  const members = [...paths, ...(ages.length > 0 ? ['image_age_category'] : [])];
  return [
    members.length > 1
      ? `query: no tile matches all of ${members.join(', ')} together`
      : `${members[0] ?? areaMember(job.request)}: no tile matches`,
  ];
}

/** The member that gave the area of interest. */
export const areaMember = ({ asSent }: Gathering['job']['request']): string =>
  (asSent['intersects'] ?? null) === null ? 'bbox' : 'intersects';

/** `isSample`: there are more items than were counted. */
type Counted = Tally & { isSample?: boolean };

/** Counts as if nothing had been asked of an index: then each condition's count is its own. */
async function talliedAll(gathering: Gathering): Promise<Counted> {
  const { needs, job, bounds, query, tally, asked } = gathering;
  if (filterOf(gathering) === null) return tally;
  const counted: Counted = newTally(query.conditions);
  const test = itemTest(job, query, counted);
  const fields = ['updated', ...query.conditions.map(({ field }) => field)];
  const { ids } = job.request;
  for (const search of planSearches(asked, null)) {
    if (counted.items >= bounds.pageSize) counted.isSample = true;
    if (counted.isSample) break;
    await needs.pause();
    const { found, next } = await needs.search(asPage(search, bounds.pageSize), job.visibility);
    if (next !== null) counted.isSample = true;
    for (const { bytes } of found) {
      const document = documentOf(bytes);
      if (ids !== null && !ids.includes(acquisitionOf(document))) continue;
      counted.items++;
      test(itemFacts(document, fields));
    }
  }
  // What of tiles is known from those that were measured.
  for (const [condition, count] of tally.conditions)
    if (condition.isOfTile) Object.assign(counted.conditions.get(condition)!, count);
  return counted;
}

async function failing(gathering: Gathering, tally: Counted): Promise<string[]> {
  const told: string[] = [];
  for (const condition of gathering.query.conditions) {
    const { asked, present, held } = tally.conditions.get(condition)!;
    if (asked === 0 || held > 0) continue;
    if (condition.isOfTile || tally.isSample !== true)
      told.push(`${condition.path}: ${reasonOf(condition, asked, present)}`);
    else if (await hasNone(gathering, condition)) told.push(`${condition.path}: nothing there matches`);
  }
  return told;
}

/** Whether the index knows of no item that the conditions of a field hold for. */
async function hasNone({ needs, job, asked }: Gathering, { field }: Condition): Promise<boolean> {
  const query = job.request.query as JsonObject;
  const filter = pushedFilter({ [field]: query[field] }, new Set(needs.declared()));
  if (filter === null) return false;
  for (const search of planSearches(asked, filter)) {
    const { found } = await needs.search(asPage(search, 1), job.visibility);
    if (found.length > 0) return false;
  }
  return true;
}

function reasonOf({ field, isOfTile }: Condition, asked: number, present: number): string {
  const things = isOfTile ? 'tiles' : 'items';
  return present === 0 ? `none of ${asked} ${things} has '${field}'` : `none of ${asked} ${things} matches`;
}

/** No item at all: looks what there would be without a member. */
async function explainEmpty({ needs, job, asked }: Gathering): Promise<readonly string[]> {
  const { request, visibility } = job;
  const isThere = async (change: Partial<SearchMembers>): Promise<boolean> => {
    for (const search of planSearches({ ...asked, ...change }, null)) if (await hasItems(search)) return true;
    return false;
  };
  const hasItems = async (search: ItemSearch): Promise<boolean> => {
    await needs.pause();
    const { found } = await needs.search(asPage(search, 1), visibility);
    return found.length > 0;
  };
  const { datetime, collections, ids, aoi } = request;
  if (ids !== null) return [];
  if (aoi !== null && !(await isThere({ datetime: null, collections: null })))
    return [`${areaMember(request)}: the archive has nothing there`];
  const told: string[] = [];
  if (datetime !== null && (await isThere({ datetime: null })))
    told.push('datetime: nothing there is of that time; without it there would be some');
  if (collections !== null && (await isThere({ collections: null })))
    told.push('collections: nothing there is of these; without them there would be some');
  if (told.length === 0) told.push('datetime, collections: nothing there is of both');
  return told;
}
