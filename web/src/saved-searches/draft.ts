import type { SavedSearch } from '@swath/client';
import { namesText } from '../catalog/collection-names.ts';
import { isRecord } from '../ui/is-record.ts';
import { localDay } from '../ui/local-day.ts';

/** A saved search as its form shows it: texts, as they are typed. */
export type Draft = {
  readonly name: string;
  readonly q: string;
  readonly collections: string;
  readonly datetime: string;
  readonly filter: string;
  readonly aoi: string;
  readonly told: 'nobody' | 'me' | 'others';
  readonly emails: string;
  readonly webhooks: string;
  readonly action: 'none' | 'select' | 'order' | 'kept';
  readonly stackDepth: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly isHd: boolean;
  readonly budgetArea: string;
  readonly budgetCost: string;
  readonly budgetPeriod: string;
  readonly orderArea: string;
  readonly orderCost: string;
  readonly interval: string;
  readonly expires: string;
};

/** Of the parts of the form. */
export type FieldsProps = { readonly draft: Draft; readonly onChange: (change: Partial<Draft>) => void };

export const emptyDraft: Draft = {
  name: '',
  q: '',
  collections: '',
  datetime: '',
  filter: '',
  aoi: '',
  told: 'me',
  emails: '',
  webhooks: '',
  action: 'none',
  stackDepth: '',
  bucket: 'managed',
  prefix: '',
  isHd: false,
  budgetArea: '',
  budgetCost: '',
  budgetPeriod: 'month',
  orderArea: '',
  orderCost: '',
  interval: '',
  expires: '',
};

const ofSearch = ['q', 'collections', 'datetime', 'filter', 'aoi'] as const;

/** Whether the address brings a search along, as Explore hands it over. */
export const bringsSearch = (address: URLSearchParams): boolean =>
  address.has('new') || ofSearch.some((name) => address.get(name));

export const draftOfAddress = (address: URLSearchParams): Draft => ({
  ...emptyDraft,
  ...Object.fromEntries(ofSearch.map((name) => [name, address.get(name) ?? ''])),
  name: address.get('name') ?? '',
});

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const jsonOf = (value: unknown): string => (value === undefined || value === null ? '' : JSON.stringify(value));
const listOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : textOf(value));

/** Of one that is changed. */
export function draftOf(saved: SavedSearch): Draft {
  const { search, notify } = saved;
  return {
    ...emptyDraft,
    name: saved.name,
    q: listOf(search['q']),
    collections: Array.isArray(search['collections']) ? namesText(search['collections'].map(String), ', ') : '',
    datetime: textOf(search['datetime']),
    filter: typeof search['filter'] === 'string' ? search['filter'] : jsonOf(search['filter']),
    aoi: listOf(search['bbox']) || jsonOf(search['intersects']),
    told: Array.isArray(notify.email) ? 'others' : notify.email === true ? 'me' : 'nobody',
    emails: listOf(Array.isArray(notify.email) ? notify.email : ''),
    webhooks: notify.webhook.join('\n'),
    ...actionDraft(saved.action),
    interval: String(saved.interval_minutes),
    expires: saved.expires === null ? '' : localDay(new Date(saved.expires)),
  };
}

const simpleMembers: ReadonlySet<string> = new Set(['bucket', 'prefix', 'hd']);

/** An order with more than the form has is kept as it is, or made anew. */
function actionDraft(action: SavedSearch['action']): Partial<Draft> {
  if (!isRecord(action)) return { action: 'none' };
  const { select, order, budget } = action;
  if (isRecord(select)) {
    const isSimple = Object.keys(select).every((name) => name === 'stack_depth');
    return isSimple ? { action: 'select', stackDepth: textOf(select['stack_depth']) } : { action: 'kept' };
  }
  if (!isRecord(order) || !isRecord(budget)) return { action: 'kept' };
  if (!Object.keys(order).every((name) => simpleMembers.has(name))) return { action: 'kept' };
  const perOrder = isRecord(budget['per_order']) ? budget['per_order'] : {};
  return {
    action: 'order',
    bucket: textOf(order['bucket']),
    prefix: textOf(order['prefix']),
    isHd: order['hd'] === true,
    budgetArea: textOf(budget['area_sqkm']),
    budgetCost: textOf(budget['cost']),
    budgetPeriod: textOf(budget['period']) || 'total',
    orderArea: textOf(perOrder['area_sqkm']),
    orderCost: textOf(perOrder['cost']),
  };
}
