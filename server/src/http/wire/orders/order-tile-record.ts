import type { DeliveredFile, OrderTile } from '../../../orders/tile.ts';
import { cornerGeometry, knownCell } from '../../../select/files/cell-corners.ts';

export const orderTileRecord = (tile: OrderTile) => ({
  number: tile.number,
  acquisition_id: tile.acquisitionId,
  cell_id: tile.cellId,
  geometry: cornerGeometry(knownCell(tile.cellId)),
  state: tile.state,
  attempts: tile.attempts,
  error: tile.error,
  files: tile.files.map(fileRecord),
});

export const fileRecord = ({ key, byteLength, sha256, contentType }: DeliveredFile) => ({
  key,
  size: byteLength,
  sha256,
  content_type: contentType,
});
