import { inChunks } from '../../select/files/in-chunks.ts';
import type { Order } from '../order.ts';
import type { OrderTile } from '../tile.ts';
import { acquisitionCollectionKey, rootCollectionKey } from './layout.ts';
import { type RequestOfOrder, requestFile } from './request-document.ts';

export type ManifestOrder = RequestOfOrder &
  Pick<Order, 'state'> & { readonly output: Pick<Order['output'], 'prefix' | 'label'> };

/** A line of the list, with what it is sorted by. */
type Line = { readonly key: string; readonly text: string };

/** The text of `{orderId}-manifest.json`, in pieces: the same bytes for the same order and tiles, whoever asks. */
export async function* manifestTexts(order: ManifestOrder, tiles: AsyncIterable<OrderTile>): AsyncIterable<string> {
  yield* inChunks(linesOf(order, await listed(order, tiles)));
}

type Listed = {
  readonly tiles: { readonly total: number; readonly delivered: number; readonly failed: number };
  readonly bytes: number;
  readonly files: readonly Line[];
  readonly indexes: readonly Line[];
  readonly failed: readonly Line[];
  /** Delivered without files: their imagery shows nothing there. */
  readonly empty: readonly Line[];
};

async function listed(order: ManifestOrder, tiles: AsyncIterable<OrderTile>): Promise<Listed> {
  const [files, failed, empty] = [[requestLine(order)], [] as Line[], [] as Line[]];
  const acquisitions = new Set<string>();
  let [total, delivered, bytes] = [0, 0, 0];
  for await (const tile of tiles) {
    total += 1;
    if (tile.state === 'failed') failed.push(failedLine(tile));
    if (tile.state !== 'delivered') continue;
    delivered += 1;
    if (tile.files.length === 0) empty.push(placeLine(tile));
    else acquisitions.add(tile.acquisitionId);
    for (const { key, byteLength, sha256, contentType } of tile.files) {
      bytes += byteLength;
      files.push(fileLine(key, byteLength, sha256, contentType));
    }
  }
  const indexes = [
    rootCollectionKey(order.output.prefix, order.id),
    ...[...acquisitions].map((id) => acquisitionCollectionKey(order.output.prefix, id)),
  ].map((key) => ({ key, text: JSON.stringify(key) }));
  const counts = { total, delivered, failed: total - delivered };
  const lists = { files: byKey(files), indexes: byKey(indexes), failed: byKey(failed), empty: byKey(empty) };
  return { tiles: counts, bytes, ...lists };
}

const byKey = (lines: Line[]): readonly Line[] => lines.sort((a, b) => (a.key < b.key ? -1 : 1));

const fileLine = (key: string, size: number, sha256: string, contentType: string): Line => ({
  key,
  text: JSON.stringify({ key, size, sha256, content_type: contentType }),
});

function requestLine(order: ManifestOrder): Line {
  const { key, bytes, sha256, contentType } = requestFile(order);
  return fileLine(key, bytes.length, sha256, contentType);
}

const failedLine = (tile: OrderTile): Line => placeLine(tile, { attempts: tile.attempts, reason: tile.error });

const placeLine = ({ acquisitionId, cellId }: OrderTile, more: object = {}): Line => ({
  key: `${cellId} ${acquisitionId}`,
  text: JSON.stringify({ acquisition_id: acquisitionId, cell_id: cellId, ...more }),
});

async function* linesOf(order: ManifestOrder, list: Listed): AsyncIterable<string> {
  const { id, createdAtMs, output } = order;
  const state = stateOf(order, list);
  const ordered = new Date(createdAtMs).toISOString();
  const facts = { order_id: id, state, ordered, bucket: output.label, prefix: output.prefix };
  for (const [name, value] of Object.entries({ ...facts, tiles: list.tiles, bytes: list.bytes }))
    yield `${name === 'order_id' ? '{' : ','}\n  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  yield* arrayOf('failed', list.failed);
  yield* arrayOf('empty', list.empty);
  yield* arrayOf('indexes', list.indexes);
  yield* arrayOf('files', list.files);
  yield '\n}\n';
}

/** When it is written the order still runs. One whose retry failed or was cancelled has another end than its tiles tell. */
function stateOf({ state }: ManifestOrder, { tiles }: Listed): string {
  if (state === 'FAILED' || state === 'CANCELLED') return state;
  return tiles.failed === 0 ? 'SUCCEEDED' : 'PARTIAL';
}

function* arrayOf(name: string, lines: readonly Line[]): Iterable<string> {
  yield `,\n  ${JSON.stringify(name)}: [`;
  for (const [index, { text }] of lines.entries()) yield `${index === 0 ? '' : ','}\n    ${text}`;
  yield lines.length === 0 ? ']' : '\n  ]';
}
