import type { Area, OrderRequest, OrderSettings } from '@swath/client';
import { areaMembers } from './area-members.ts';
import { type Options, type OrderDraft, type Source, type Told, listed, products } from './draft.ts';
import { outputConfig } from './output-config.ts';

/** What a select has chosen, for orders of a part of it: the cells of each acquisition, and its area. */
export type Chosen = Area & { readonly cells: ReadonlyMap<string, readonly string[]> };

/** The order that the form means; `chosen` is only needed for a part of a select. */
export function requestOf({ source, options, place, told }: OrderDraft, chosen: Chosen | null): OrderRequest {
  const settings = settingsOf(options);
  const notifications = notificationsOf(told);
  return {
    ...sourceMembers(source, chosen),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    output_config: outputConfig(place),
    ...(notifications.length === 0 ? {} : { notifications }),
    ...(told.metadata.trim() === '' ? {} : { metadata: metadataOf(told.metadata) }),
  };
}

function sourceMembers(source: Source, chosen: Chosen | null): OrderRequest {
  if (source.kind === 'acquisitions') {
    const acquisitions = listed(source.ids).map((id) => {
      const cells = source.cells.get(id);
      return cells === undefined ? id : { id, cells };
    });
    return { acquisitions, ...areaMembers(source.area) };
  }
  if (source.leftOut.size === 0 || chosen === null) return { select_id: source.id };
  const { cells, ...area } = chosen;
  const kept = [...cells].filter(([id]) => !source.leftOut.has(id));
  return { acquisitions: kept.map(([id, own]) => ({ id, cells: own })), ...area };
}

/** Only what is not so anyway. */
const settingsOf = ({ isHd, isClipped, grid, unwanted }: Options): Partial<OrderSettings> => ({
  ...(isHd ? { hd: true } : {}),
  ...(isClipped ? { clip_to_aoi: true } : {}),
  ...(grid === 'source' ? {} : { grid }),
  ...Object.fromEntries(products.filter((product) => unwanted.has(product)).map((product) => [product, false])),
});

const notificationsOf = ({ emails, webhooks }: Told): NonNullable<OrderRequest['notifications']> => [
  ...listed(emails).map((address) => ({ type: 'email' as const, address })),
  ...lines(webhooks).map((url) => ({ type: 'webhook' as const, url })),
];

/** An address may hold commas and semicolons. */
const lines = (text: string): readonly string[] => [...new Set(text.split(/\s+/).filter((part) => part !== ''))];

/** A number that would not be read back as it was typed (a long one, 1.10, 1e5) is a text, as an order's number is. */
function metadataOf(text: string): unknown {
  const typed = text.trim();
  try {
    const value = JSON.parse(typed) as unknown;
    return typeof value === 'number' && String(value) !== typed ? typed : value;
  } catch {
    return typed;
  }
}
