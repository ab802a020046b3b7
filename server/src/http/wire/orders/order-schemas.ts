import { Type } from 'typebox';
import { orderStates, orderStatuses } from '../../../orders/order.ts';
import { tileStates } from '../../../orders/tile.ts';
import { orNull, text } from '../parts/schema-parts.ts';
import { periodQuery, spentMembers } from '../operating/usage-schemas.ts';

const count = Type.Integer({ minimum: 0 });
const address = Type.String();
const anything = Type.Record(Type.String(), Type.Unknown());

export const byOrderId = Type.Object({ id: Type.String({ description: '19 digits.' }) });

const progress = Type.Object({
  tiles: Type.Object({ total: count, delivered: count, failed: count, remaining: count }),
  bytes: Type.Object({ delivered: count, total_estimate: orNull(count) }),
  paused: Type.Boolean({ description: 'The operator lets nothing more be delivered for now.' }),
  percent: Type.Number({ minimum: 0, maximum: 100, description: 'Of the tiles.' }),
  eta_seconds: orNull(count),
  started: Type.String(),
  finished: orNull(Type.String()),
});

const stateMembers = {
  id: Type.String({ description: '19 digits.' }),
  order_id: Type.String({ description: 'The same as `id`.' }),
  status: Type.Enum([...orderStatuses]),
  state: Type.Enum([...orderStates], { description: 'Finer than `status`, which shows the last two as FAILED.' }),
  status_message: Type.String(),
  progress,
  created: Type.String(),
  modified: Type.String(),
};

/** What an event's data holds. */
export const orderStateSchema = Type.Object(stateMembers);

const notification = Type.Union([
  Type.Object({ type: Type.Literal('email'), address: Type.String() }),
  Type.Object({ type: Type.Literal('webhook'), url: Type.String({ description: 'Without its query.' }) }),
]);

const settings = Type.Object({
  hd: Type.Boolean(),
  clip_to_aoi: Type.Boolean(),
  grid: Type.Enum(['source', 'cell']),
  visual: Type.Boolean(),
  ms_analytic: Type.Boolean(),
  pan_analytic: Type.Boolean(),
  data_mask: Type.Boolean(),
  cloud_mask: Type.Boolean(),
});

const acquisitions = Type.Array(
  Type.Object({
    id: Type.String(),
    collection: Type.String(),
    tiles: count,
    area_sqkm: Type.Number(),
    cost: orNull(Type.Number()),
  }),
  { description: 'What was asked for, at the prices of the day it was placed; `usage` is what came of it.' },
);

const usage = Type.Object(spentMembers, {
  description: 'While the order runs what it holds, afterwards what was delivered.',
});

const orderMembers = {
  usage,
  select_id: orNull(Type.String()),
  output_config: Type.Record(Type.String(), Type.Unknown(), { description: 'As it was sent, without credentials.' }),
  settings,
  notifications: Type.Array(notification),
  metadata: Type.Unknown(),
  request: Type.Record(Type.String(), Type.Unknown(), { description: 'As it was sent, without credentials.' }),
};

const recordMembers = {
  ...stateMembers,
  metadata: Type.Unknown({ description: 'As it was sent, else null.' }),
  warnings: Type.Array(Type.String()),
  links: Type.Object({
    self: address,
    status: address,
    events: address,
    tiles: address,
    manifest: address,
    files: address,
    cancel: address,
    retry: address,
  }),
  response_timestamp: Type.String(),
};

const listedOrderSchema = Type.Object({ ...recordMembers, order: Type.Object(orderMembers) });
export const orderSchema = Type.Object({ ...recordMembers, order: Type.Object({ ...orderMembers, acquisitions }) });

export const dryRunSchema = Type.Object({
  status: Type.Literal('SUCCEEDED'),
  status_message: Type.String(),
  usage,
  tiles: count,
  acquisitions,
  output_config: anything,
  settings,
  warnings: Type.Array(Type.String()),
  response_timestamp: Type.String(),
});

export const orderPageSchema = Type.Object({ data: Type.Array(listedOrderSchema), has_more: Type.Boolean() });

/** Empty ones count as unset. */
export const orderQuery = Type.Object({
  id: text('The order to look up, also as `order_id` or `orderId`; without it the orders are listed.'),
  order_id: text('The same as `id`.'),
  limit: text('Of the list, 100 when absent, at most 1000.'),
  starting_after: text('The id of an order: lists older ones.'),
  ending_before: text('The id of an order: lists newer ones.'),
  ...periodQuery.properties,
  filter: text('`metadata.customer:text`: a path into the record, and what stands there in part.'),
});

const file = { key: Type.String(), size: count, sha256: Type.String(), content_type: Type.String() };

export const orderTileSchema = Type.Object({
  number: count,
  acquisition_id: Type.String(),
  cell_id: Type.String(),
  geometry: Type.Object(
    { type: Type.Enum(['Polygon', 'MultiPolygon']), coordinates: Type.Array(Type.Unknown()) },
    { description: 'Of the cell: its corners in degrees.' },
  ),
  state: Type.Enum([...tileStates]),
  attempts: count,
  error: orNull(Type.String({ description: 'Why the last attempt failed.' })),
  files: Type.Array(Type.Object(file)),
});

export const orderFileSchema = Type.Object({
  key: Type.String({ description: 'In the bucket.' }),
  size: orNull(count),
  sha256: orNull(Type.String()),
  content_type: Type.String(),
  link: orNull(
    Type.String({
      description:
        'Needs no credential until it expires; null where the bucket is yours, and where files are not kept any more.',
    }),
  ),
});

export const retryBody = Type.Object({
  output_config: Type.Optional(anything),
  bucket: text('Instead of `output_config`, where the order had it so; another than that of the order is refused.'),
  prefix: text('Beside `bucket`.'),
});
