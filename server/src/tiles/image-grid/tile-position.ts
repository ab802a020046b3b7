import { readPageToken, writePageToken } from '../../catalog/page-token.ts';
import type { Sort } from '../../catalog/sort.ts';
import type { SortValue } from '../../catalog/sort-value.ts';

/** A place between two tiles: after the cell of the item, or before it when the page is asked for backwards. */
export type TilePosition = {
  readonly isBackward: boolean;
  readonly values: readonly SortValue[];
  readonly cellId: string;
};

const withCell = (sort: Sort): Sort => [...sort, { field: 'id', isDescending: false }];

export const writeTileToken = ({ isBackward, values, cellId }: TilePosition, sort: Sort): string =>
  writePageToken({ isBackward, values: [...values, cellId] }, withCell(sort));

export function readTileToken(token: string, sort: Sort): TilePosition {
  const { isBackward, values } = readPageToken(token, withCell(sort));
  return { isBackward, values: values.slice(0, -1), cellId: String(values.at(-1)) };
}
