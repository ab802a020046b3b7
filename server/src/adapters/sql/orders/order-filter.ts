import type { OrderListing } from '../../../orders/ports.ts';
import { type OrderState, statusOf } from '../../../orders/order.ts';

/** What a filter may look at, and no more, so that scanning a long list stays cheap. */
export type FilteredRow = {
  readonly id: string;
  readonly created_at_ms: number;
  readonly state: OrderState;
  readonly select_id: string | null;
  readonly metadata: string;
  readonly output: string;
};

export const filteredColumns = 'o.id, o.created_at_ms, o.state, o.select_id, d.metadata, d.output';

type Filter = NonNullable<OrderListing['filter']>;

const roots: Readonly<Record<string, (row: FilteredRow) => unknown>> = {
  id: (row) => row.id,
  order_id: (row) => row.id,
  select_id: (row) => row.select_id,
  status: (row) => statusOf(row.state),
  state: (row) => row.state,
  metadata: (row) => JSON.parse(row.metadata) as unknown,
  output_config: (row) => (JSON.parse(row.output) as { readonly shown: unknown }).shown,
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether the text stands in what the path leads to; what is no text is compared as its JSON. */
export function isMatch(row: FilteredRow, { path: [root = '', ...members], contains }: Filter): boolean {
  if (!Object.hasOwn(roots, root)) return false;
  const found = members.reduce(memberOf, roots[root]!(row));
  return found !== undefined && found !== null && textOf(found).includes(contains);
}
