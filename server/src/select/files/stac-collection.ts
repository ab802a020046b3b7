import type { SelectedCell } from '../selection.ts';
import { type PlacedTile, cellHref } from './stac-item.ts';
import { unwrappedBox, wrappedBox } from './tile-box.ts';

/** A cell as a STAC collection of its tiles. */
export function stacCollection(cell: SelectedCell, tiles: readonly PlacedTile[], baseUrl: string): object {
  const { cell_id } = cell;
  const text = `ARD tiles in grid cell ${cell_id}`;
  return {
    type: 'Collection',
    stac_version: '1.0.0',
    stac_extensions: [],
    id: cell_id,
    title: text,
    description: text,
    license: 'proprietary',
    providers: [{ name: new URL(baseUrl).host, url: baseUrl, roles: ['host'] }],
    extent: extentOf(tiles),
    links: [
      {
        rel: 'alternate',
        href: cellHref(baseUrl, cell_id),
        type: 'application/geo+json',
        title: `Grid cell ${cell_id}`,
      },
    ],
    assets: {},
  };
}

function extentOf(tiles: readonly PlacedTile[]): object {
  const geometries = tiles.map(({ geometry }) => geometry);
  const times = tiles.map(({ tile }) => tile.datetime).sort();
  const box = wrappedBox(unwrappedBox(tiles[0]!.tile['tile:zone'], geometries));
  return { spatial: { bbox: [box] }, temporal: { interval: [[times[0], times.at(-1)]] } };
}
