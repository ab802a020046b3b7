import { geoKey, ownKey, restColumn, stacKey } from '../names.ts';
import type { JsonMembers } from '../json.ts';
import type { ItemColumns } from './item-columns.ts';

const covering = {
  bbox: { xmin: ['bbox', 'xmin'], ymin: ['bbox', 'ymin'], xmax: ['bbox', 'xmax'], ymax: ['bbox', 'ymax'] },
};

/** What the file says of itself: as GeoParquet, as stac-geoparquet, and for those who want items as they were. */
export function fileMetadata(
  columns: ItemColumns,
  collections: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] {
  const stac = { version: '1.0.0', ...(Object.keys(collections).length > 0 && { collections }) };
  return [
    [geoKey, JSON.stringify(geoOf(columns))],
    [stacKey, JSON.stringify(stac)],
    [ownKey, JSON.stringify({ version: 1, rest: restColumn, digits: digitsOf(columns) })],
  ];
}

function geoOf({ summary }: ItemColumns) {
  const { west, south, east, north } = summary.box;
  const geometry = {
    encoding: 'WKB',
    geometry_types: [...summary.types].toSorted(),
    ...(west <= east && { bbox: [west, south, east, north] }),
    covering,
  };
  return { version: '1.1.0', primary_column: 'geometry', columns: { geometry } };
}

/** Of each column of times, how many digits its seconds were written with. */
function digitsOf({ root }: ItemColumns): JsonMembers {
  const digits: JsonMembers = {};
  for (const child of root.children.values())
    if (child.kind === 'leaf' && child.type === 'time' && child.digits !== -1) digits[child.name] = child.digits;
  return digits;
}
