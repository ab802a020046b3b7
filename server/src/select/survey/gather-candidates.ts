import type { Filter } from '../../catalog/filter.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import { type Cell, formatCell } from '../../grid/cell.ts';
import { acquisitionOf } from '../../tiles/acquisition.ts';
import type { Ground } from '../../tiles/ground.ts';
import type { SurveyJob } from '../ports.ts';
import type { CompiledQuery } from '../query/compile-query.ts';
import type { Reach } from './aoi-frame.ts';
import type { Candidate } from './candidate.ts';
import { type FindClouds, createFindClouds } from './clouds.ts';
import { type ItemFacts, itemFacts } from './item-facts.ts';
import { type SearchMembers, planSearches } from './plan-searches.ts';
import type { SurveyBounds, SurveyNeeds } from './ports.ts';
import { showingsOf } from './showings.ts';
import { tooMany } from './too-many.ts';
import { readItems } from './read-items.ts';
import { itemTest } from './item-test.ts';
import type { Tally } from './tally.ts';
import { recordProperties } from './tile-record.ts';
import { pushedFilter } from '../query/pushed-filter.ts';

/** By the id of their cell, then by collection and acquisition. */
export type Candidates = Map<string, Home>;
type Home = { readonly cell: Cell; readonly tiles: Map<string, Candidate> };

export type Gathering = {
  readonly needs: SurveyNeeds;
  readonly job: SurveyJob;
  readonly bounds: SurveyBounds;
  readonly query: CompiledQuery;
  readonly aoi: Ground | null;
  /** Where, when and what items are looked for. */
  readonly asked: SearchMembers;
  readonly reach: Reach | null;
  readonly tally: Tally;
};

export type Gathered = { readonly candidates: Candidates };

/** Items of a continent fill a page with tiles. */
const tilesBetweenPauses = 2_000;

/** Every tile that the archive has of the area of interest, as far as items can tell. */
export async function gatherCandidates(gathering: Gathering): Promise<Gathered> {
  const { needs, job, bounds, query, tally } = gathering;
  const searches = planSearches(gathering.asked, filterOf(gathering));
  const accept = itemTest(job, query, tally);
  const clouds = createFindClouds(needs.readText);
  const wanted = [...new Set([...recordProperties, ...query.conditions.map(({ field }) => field)])];
  const candidates: Candidates = new Map();
  const isNamed = nameTest(gathering);
  let [read, count, sincePause] = [0, 0, 0];
  for await (const page of readItems(needs, searches, job.visibility, bounds))
    for (const item of page) {
      if (++read > bounds.mostItems) throw tooMany(`${bounds.mostItems} items to look at`);
      const document = documentOf(item.bytes);
      if (!isNamed(document)) continue;
      tally.items++;
      const facts = itemFacts(document, wanted);
      if (!accept(facts)) continue;
      const added = await addItem(candidates, gathering, document, facts, clouds);
      if ((count += added) > bounds.mostTiles) throw tooMany(`${bounds.mostTiles} candidate tiles`);
      if ((sincePause += added) < tilesBetweenPauses) continue;
      sincePause = 0;
      await needs.pause(count);
    }
  return { candidates };
}

/** What an index can tell of the query. Names are narrow enough: of those that are not found, it is to be known. */
export const filterOf = ({ job, needs }: Pick<Gathering, 'job' | 'needs'>): Filter | null =>
  job.request.ids === null ? pushedFilter(job.request.query, new Set(needs.declared())) : null;

/** Whether an item is of an acquisition that was asked for. */
function nameTest({ job, tally }: Gathering): (document: JsonObject) => boolean {
  const wanted = job.request.ids && new Set(job.request.ids);
  if (wanted === null) return () => true;
  return (document) => {
    const acquisition = acquisitionOf(document);
    if (!wanted.has(acquisition)) return false;
    tally.foundIds.add(acquisition);
    return true;
  };
}

/** How many tiles came with it. */
async function addItem(
  candidates: Candidates,
  gathering: Gathering,
  document: JsonObject,
  facts: ItemFacts,
  findClouds: FindClouds,
): Promise<number> {
  const showings = showingsOf(document, gathering);
  // Only what shares a cell with the area is worth the reading of a file.
  const clouds = showings.length === 0 ? null : await findClouds(document);
  const key = JSON.stringify([facts.collection, facts.acquisition]);
  let added = 0;
  for (const { cell, data } of showings) {
    const source = { facts, data, clouds: clouds && clouds.within(cell) };
    const { tiles, cell: home } = homeOf(candidates, cell);
    const known = tiles.get(key);
    if (known !== undefined) known.sources.push(source);
    else {
      const { collection, acquisition } = facts;
      tiles.set(key, { cell: home, collection, acquisition, sources: [source] });
      added++;
    }
  }
  return added;
}

function homeOf(candidates: Candidates, cell: Cell): Home {
  const id = formatCell(cell);
  const known = candidates.get(id);
  if (known !== undefined) return known;
  const home: Home = { cell, tiles: new Map() };
  candidates.set(id, home);
  return home;
}
