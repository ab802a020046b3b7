import { nameSome } from '../../shared/name-some.ts';
import type { SelectSummary } from '../selection.ts';
import { unknownMemberWarnings } from '../unknown-members.ts';
import type { AoiFrame } from './aoi-frame.ts';
import { areaMember, explainNothing } from './explain-nothing.ts';
import type { Gathering } from './gather-candidates.ts';

/** More would not be read. */
const mostWarnings = 50;

/** What a caller should know of a select; where nothing was found, which members made it so. */
export async function warningsOf(
  gathering: Gathering,
  frame: AoiFrame | null,
  { tiles }: Pick<SelectSummary, 'tiles'>,
): Promise<readonly string[]> {
  const { query, bounds, tally, job } = gathering;
  const warnings = [
    ...unknownMemberWarnings(job.request),
    ...query.flaws,
    ...(query.isHopeless ? [] : missingIds(gathering)),
    ...(frame?.cells === null
      ? [
          `${areaMember(job.request)}: it has more than ${bounds.mostCells} cells, so those without tiles are not listed`,
        ]
      : []),
    ...(tally.withoutTime > 0 ? [`datetime: ${itemsText(tally.withoutTime)} without a time left out`] : []),
    ...(tiles === 0 && !query.isHopeless ? await explainNothing(gathering) : []),
  ];
  return warnings.slice(0, mostWarnings);
}

const itemsText = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

function missingIds({ job, tally }: Gathering): readonly string[] {
  const { ids, aoi } = job.request;
  const missing = (ids ?? []).filter((id) => !tally.foundIds.has(id));
  if (missing.length === 0) return [];
  const { datetime, collections, query } = job.request;
  const isNarrowed = aoi !== null || datetime !== null || collections !== null || Object.keys(Object(query)).length > 0;
  return [`ids: ${nameSome(missing)} not found${isNarrowed ? ' with the other members' : ''}`];
}
