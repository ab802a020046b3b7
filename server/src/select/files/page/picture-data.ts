import type { Box } from '../../../geometry/box.ts';
import type { SelectedTile } from '../../selection.ts';
import { knownCell } from '../cell-corners.ts';
import { pictureWindows, windowCorners } from '../picture-window.ts';
import type { FileSource, SelectFileNeeds } from '../source.ts';
import { jsonInPage } from './escaped.ts';
import { rounded } from './rounded.ts';

/** More would make a page that takes long to come and to open. */
const mostPictures = 60;

/** Two collections may hold the same acquisition. */
export const pictureKey = ({ collection, id }: SelectedTile): string => `${collection}/${id}`;

/** Drawn at the same time. */
const width = 4;

/** `{"collection/tile": {image, corners}}` of the tiles that have a picture, each sent when it is drawn. */
export async function* pictureData(
  source: FileSource,
  { preview, signal }: Pick<SelectFileNeeds, 'preview' | 'signal'>,
): AsyncIterable<string> {
  yield '{';
  let separator = '';
  const tiles = await tilesToShow(source);
  const windowOf = pictureWindows(source.selection.request.aoi);
  const views = tiles.map((tile) => ({ tile, window: windowOf(tile) }));
  for await (const [view, picture] of drawn(views, preview)) {
    signal?.throwIfAborted();
    if (picture === null) continue;
    yield `${separator}${jsonInPage(pictureKey(view.tile))}:${jsonInPage(placedPicture(view, picture))}`;
    separator = ',\n';
  }
  yield '}';
}

/** What a picture shows: a window of the tile's cell, null for all of it. */
type View = { readonly tile: SelectedTile; readonly window: Box | null };

const placedPicture = ({ tile, window }: View, picture: Uint8Array) => ({
  image: dataAddress(picture),
  corners: windowCorners(knownCell(tile.cell_id), window).map(rounded),
});

const dataAddress = (picture: Uint8Array): string =>
  `data:image/webp;base64,${Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength).toString('base64')}`;

/** The best of every cell, then the second of every cell ... */
async function tilesToShow({ cells }: FileSource): Promise<readonly SelectedTile[]> {
  const byRank: SelectedTile[][] = [];
  for await (const { best_matches } of cells()) {
    for (const [rank, tile] of best_matches.slice(0, mostPictures).entries()) {
      const equals = (byRank[rank] ??= []);
      if (equals.length < mostPictures) equals.push(tile);
    }
    if (byRank[0]?.length === mostPictures) break;
  }
  return byRank.flat().slice(0, mostPictures);
}

/** In the order of the tiles; a few are on their way while one is waited for. */
async function* drawn(
  views: readonly View[],
  preview: SelectFileNeeds['preview'],
): AsyncIterable<readonly [View, Uint8Array | null]> {
  const begin = async (view: View | undefined) =>
    view === undefined ? null : preview(view.tile, view.window).catch(() => null);
  const pending = views.slice(0, width).map(begin);
  for (const [index, view] of views.entries()) {
    const picture = await pending.shift()!;
    pending.push(begin(views[index + width]));
    yield [view, picture];
  }
}
