import { gunzipSync, gzipSync } from 'node:zlib';
import type { SelectedCell } from './selection.ts';

/** Text of a piece before it is packed: what a reader holds at a time. */
const pieceLength = 262_144;

/** Cells as pieces of text that every store can keep. */
export function packCells(cells: Iterable<SelectedCell>): readonly string[] {
  const pieces: string[] = [];
  let lines: string[] = [];
  let length = 0;
  const close = () => {
    if (lines.length > 0) pieces.push(gzipSync(lines.join('\n'), { level: 1 }).toString('base64'));
    [lines, length] = [[], 0];
  };
  for (const cell of cells) {
    const line = JSON.stringify(cell);
    lines.push(line);
    if ((length += line.length) >= pieceLength) close();
  }
  close();
  return pieces;
}

export const unpackCells = (piece: string): readonly SelectedCell[] =>
  gunzipSync(Buffer.from(piece, 'base64'))
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as SelectedCell);
