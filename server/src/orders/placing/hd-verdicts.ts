import { isObject } from '../../catalog/refuse.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { SelectedTile } from '../../select/selection.ts';
import type { Service } from '../../service.ts';
import { gsdOf, hdProblem } from './check-hd.ts';
import { itemsByIds } from './items-by-ids.ts';
import { rastersOfItem } from './rasters-of-item.ts';

/** Whether an order of HD would be taken, and why. */
export type HdVerdict = { readonly isPossible: boolean; readonly reason: string };

type Known = { readonly gsdMetres: number | null; readonly hasVisual: boolean };
type Items = ReadonlyMap<string, ReadonlyMap<string, Known>>;

/** For the tiles of each acquisition, by its items as they are now: the same rule that an order of HD is checked by. */
export async function hdVerdicts(
  service: Pick<Service, 'catalog' | 'config'>,
  visibility: Visibility,
  acquisitions: readonly (readonly SelectedTile[])[],
  signal?: AbortSignal,
): Promise<readonly HdVerdict[]> {
  const items = await itemsOf(service, visibility, acquisitions.flat(), signal);
  return acquisitions.map((tiles) => {
    const problem = tiles.map((tile) => tileProblem(tile, items, service.config)).find((each) => each !== null);
    if (problem !== undefined) return { isPossible: false, reason: problem };
    return { isPossible: true, reason: 'its resolution is within what HD is made from' };
  });
}

async function itemsOf(
  service: Pick<Service, 'catalog'>,
  visibility: Visibility,
  tiles: readonly SelectedTile[],
  signal?: AbortSignal,
): Promise<Items> {
  const items = new Map<string, Map<string, Known>>();
  for (const collection of new Set(tiles.map((tile) => tile.collection))) {
    const known = new Map<string, Known>();
    items.set(collection, known);
    const ids = [...new Set(tiles.flatMap((tile) => (tile.collection === collection ? tile.items : [])))];
    for await (const { id, bytes } of itemsByIds(service, visibility, collection, ids, signal))
      known.set(id, knownOf(documentOf(bytes)));
  }
  return items;
}

function knownOf(document: ReturnType<typeof documentOf>): Known {
  const { known, unsorted } = rastersOfItem(document);
  const properties = isObject(document['properties']) ? document['properties'] : {};
  // What the unsorted are, only their files tell: an order gives them the benefit of the doubt too.
  return { gsdMetres: gsdOf(properties), hasVisual: known.visual !== undefined || unsorted !== null };
}

function tileProblem(tile: SelectedTile, items: Items, config: Parameters<typeof hdProblem>[1]): string | null {
  const sources = tile.items.map((id) => items.get(tile.collection)?.get(id));
  if (sources.some((each) => each === undefined)) return 'it is not in the catalogue any more';
  const problem = sources.map((each) => hdProblem(each!.gsdMetres, config)).find((each) => each !== null);
  return problem ?? (sources.some((each) => each!.hasVisual) ? null : 'it has no visual imagery');
}
