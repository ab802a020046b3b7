import type { Order, OrderTile } from '@swath/client';
import { textOfArea } from './area-members.ts';
import { type OrderDraft, type Place, type Source, managedPlace, products } from './draft.ts';

type Members = Readonly<Record<string, unknown>>;

/** An order once more, as far as its record tells: credentials are not kept. */
export function draftOfOrder({ order }: Order): OrderDraft {
  const { settings, notifications, metadata, request } = order;
  return {
    source: sourceOf(order.select_id, request),
    options: {
      isHd: settings.hd,
      isClipped: settings.clip_to_aoi,
      grid: settings.grid,
      unwanted: new Set(products.filter((product) => !settings[product])),
    },
    place: placeOf(order.output_config),
    told: {
      emails: notifications.flatMap((each) => (each.type === 'email' ? [each.address] : [])).join('\n'),
      webhooks: notifications.flatMap((each) => (each.type === 'webhook' ? [each.url] : [])).join('\n'),
      metadata: metadata === null ? '' : JSON.stringify(metadata, null, 2),
    },
  };
}

/** The tiles of an order by name, for when its select has expired: nothing beyond what was ordered. */
export function namedTiles(tiles: readonly OrderTile[]): Source {
  const cells = new Map<string, string[]>();
  for (const { acquisition_id: id, cell_id: cell } of tiles) {
    const others = cells.get(id);
    if (others === undefined) cells.set(id, [cell]);
    else others.push(cell);
  }
  return { kind: 'acquisitions', ids: [...cells.keys()].join('\n'), area: '', cells };
}

function sourceOf(selectId: string | null, request: Members): Source {
  if (selectId !== null) return { kind: 'select', id: selectId, leftOut: new Set() };
  const named = Array.isArray(request['acquisitions']) ? request['acquisitions'].map(acquisitionOf) : [];
  return {
    kind: 'acquisitions',
    ids: named.map(({ id }) => id).join('\n'),
    area: textOfArea(request),
    cells: new Map(named.flatMap(({ id, cells }) => (cells.length === 0 ? [] : [[id, cells] as const]))),
  };
}

function acquisitionOf(value: unknown): { readonly id: string; readonly cells: readonly string[] } {
  if (!isMembers(value)) return { id: String(value), cells: [] };
  const cells = value['cells'] ?? value['cell_ids'];
  return { id: textOf(value['id']), cells: Array.isArray(cells) ? cells.map(String) : [] };
}

function placeOf(config: Members): Place {
  const members = isMembers(config['amazon_s3']) ? config['amazon_s3'] : config;
  const text = (name: string) => textOf(members[name]);
  const [bucket, prefix] = [text('bucket'), text('prefix')];
  if (bucket === 'managed') return { ...managedPlace, prefix };
  if (bucket.startsWith('file:')) return { ...managedPlace, kind: 'folder', folder: bucket, prefix };
  const endpoint = text('endpoint');
  const access = endpoint === '' ? 'none' : 'keys';
  const isPathStyle = members['path_style'] !== false;
  return { ...managedPlace, kind: 's3', bucket, prefix, region: text('region'), endpoint, isPathStyle, access };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
