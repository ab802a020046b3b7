import type { Principal } from '../accounts/principal.ts';
import { compareCodePoints } from '../catalog/evaluate/scalars.ts';
import { visibilityOfGrants } from '../catalog/visibility.ts';
import { findSelect } from '../select/running/find-select.ts';
import { requireFiles } from '../select/running/open-file.ts';
import type { SelectedTile } from '../select/selection.ts';
import type { Service } from '../service.ts';
import { type HdVerdict, hdVerdicts } from './placing/hd-verdicts.ts';
import { unpackTiles } from './placing/unpack-tiles.ts';

type Needs = Pick<Service, 'selections' | 'catalog' | 'clock' | 'config'>;

/** An acquisition of a select, as somebody looks at it before ordering. */
export type ChosenAcquisition = {
  readonly id: string;
  readonly collection: string;
  /** Of its newest tile. */
  readonly newest: SelectedTile;
  readonly tiles: readonly SelectedTile[];
  readonly hd: HdVerdict;
};

/** Newest first; `from` counts from 0. */
export async function acquisitionsOfSelect(
  service: Needs,
  principal: Principal,
  id: string,
  { from, limit }: { readonly from: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<{ readonly shown: readonly ChosenAcquisition[]; readonly hasMore: boolean }> {
  requireFiles(await findSelect(service, principal, id));
  const groups = grouped(await unpackTiles(service.selections.packedCells(id)));
  const asked = groups.slice(from, from + limit);
  const verdicts = await hdVerdicts(service, visibilityOfGrants(principal.collections), asked, signal);
  const shown = asked.map((tiles, at) => ({
    id: tiles[0]!.acquisition_id,
    collection: tiles[0]!.collection,
    newest: tiles[0]!,
    tiles,
    hd: verdicts[at]!,
  }));
  return { shown, hasMore: groups.length > from + limit };
}

/** The tiles of each acquisition, its newest first. */
function grouped(tiles: readonly SelectedTile[]): readonly (readonly SelectedTile[])[] {
  const groups = new Map<string, SelectedTile[]>();
  for (const tile of tiles.toSorted(byNewest)) {
    // Two collections may know an acquisition by the same id; neither holds a line feed.
    const key = `${tile.collection}\n${tile.acquisition_id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [tile]);
    else group.push(tile);
  }
  return [...groups.values()];
}

const byNewest = (a: SelectedTile, b: SelectedTile): number =>
  compareCodePoints(b.datetime, a.datetime) ||
  compareCodePoints(a.acquisition_id, b.acquisition_id) ||
  compareCodePoints(a.collection, b.collection) ||
  compareCodePoints(a.cell_id, b.cell_id);
