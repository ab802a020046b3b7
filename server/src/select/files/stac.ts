import type { SelectedCell } from '../selection.ts';
import { readWkt } from '../../geometry/read-wkt.ts';
import { inChunks } from './in-chunks.ts';
import type { FileSource, SelectFileNeeds } from './source.ts';
import { stacCollection } from './stac-collection.ts';
import { stacItem } from './stac-item.ts';

/** Collections and items side by side in one list, as clients of this family read it. */
export const stacBody = (source: FileSource, { baseUrl }: Pick<SelectFileNeeds, 'baseUrl'>): AsyncIterable<string> =>
  inChunks(listText(source, baseUrl));

async function* listText({ cells }: FileSource, baseUrl: string): AsyncIterable<string> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for await (const cell of cells()) {
    if (cell.best_matches.length === 0) continue;
    yield `${separator}${membersOf(cell, baseUrl)
      .map((member) => JSON.stringify(member))
      .join(',\n')}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

function membersOf(cell: SelectedCell, baseUrl: string): readonly object[] {
  const tiles = cell.best_matches.map((tile) => ({ tile, geometry: readWkt(tile.wkt) }));
  return [stacCollection(cell, tiles, baseUrl), ...tiles.map((each) => stacItem(each, baseUrl))];
}
