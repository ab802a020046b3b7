import { Type } from 'typebox';
import { nullIsAbsent } from '../parts/null-is-absent.ts';
import { orNull, text } from '../parts/schema-parts.ts';

// For the document alone: what comes is read with messages that name member and rule.

const amount = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }));
const texts = Type.Union([Type.String(), Type.Array(Type.String())]);
const anything = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const notify = Type.Object({
  email: Type.Optional(
    Type.Union([Type.Boolean(), texts], { description: "True is the account's own address; else one, or several." }),
  ),
  webhook: Type.Optional(
    Type.Unsafe({ ...texts, description: 'Servers that get `search.matched`, signed as all webhooks are.' }),
  ),
});

const caps = {
  cost: amount('In the units of the prices.'),
  area_sqkm: amount('Square kilometres: where imagery has no price.'),
};

const budget = Type.Object({
  ...caps,
  period: Type.Optional(
    Type.Enum(['total', 'day', 'week', 'month', 'year'], { description: '`total` when absent; in UTC.' }),
  ),
  per_order: Type.Optional(Type.Object(caps)),
});

const action = Type.Union([
  Type.Object({ select: anything('As `POST /select` takes it, without `ids`.') }),
  Type.Object({
    order: anything(
      'As `POST /order` takes it, without what is ordered: the acquisitions that matched, within the area of the search.',
    ),
    budget,
  }),
]);

const terms = {
  notify: Type.Optional(notify),
  action: Type.Optional(action),
  interval_minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_080,
      description: 'From the first match to the notice that tells of all since.',
    }),
  ),
  paused: Type.Optional(Type.Boolean()),
  expires: text('No item that comes later matches.'),
};
const search = anything('As `POST /search` takes it, without pages, order and fields.');

export const savedSearchBody = nullIsAbsent(
  Type.Object(
    { name: Type.String({ maxLength: 200 }), search, ...terms },
    {
      examples: [
        {
          name: 'Clear scenes of Lisbon',
          search: { bbox: [-9.3, 38.6, -9.0, 38.9], filter: 'eo:cloud_cover < 10', 'filter-lang': 'cql2-text' },
          notify: { email: true, webhook: 'https://you.example/hook' },
          action: { order: { bucket: 'managed' }, budget: { area_sqkm: 500, period: 'month' } },
        },
      ],
    },
  ),
);
export const savedSearchChangeBody = nullIsAbsent(
  Type.Object({
    name: Type.Optional(Type.String({ maxLength: 200 })),
    search: Type.Optional(search),
    ...terms,
  }),
);

export const trialBody = nullIsAbsent(
  Type.Object({
    last: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description:
          'Of the last arrivals that the caller may see, among the last 10,000 of the catalogue; 1,000 when absent.',
      }),
    ),
  }),
);

const open = Type.Record(Type.String(), Type.Unknown());
const cap = Type.Object({ cost: orNull(Type.Number()), area_sqkm: orNull(Type.Number()) });

export const savedSearchSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  search: open,
  notify: Type.Object({
    email: Type.Union([Type.Boolean(), Type.Array(Type.String())]),
    webhook: Type.Array(Type.String({ description: 'Without its query, which may hold a secret.' })),
  }),
  action: orNull(open),
  interval_minutes: Type.Integer(),
  paused: Type.Boolean(),
  expires: orNull(Type.String()),
  created: Type.String(),
  changed: Type.String(),
  links: Type.Object({ self: Type.String(), matches: Type.String() }),
});

const item = Type.Object({ collection: Type.String(), id: Type.String(), href: Type.String() });

export const matchSchema = Type.Object({
  id: Type.String(),
  state: Type.Enum(['gathering', 'closed', 'settled'], {
    description: 'It still grows, is being acted upon, or was told.',
  }),
  matched: Type.Integer({ description: 'Also those that are not listed.' }),
  items: Type.Array(item, { description: 'The first 500.' }),
  opened: Type.String(),
  due: orNull(Type.String()),
  settled: orNull(Type.String()),
  told: Type.Object({ email: Type.Integer(), webhook: Type.Integer() }),
  select_id: orNull(Type.String()),
  order_id: orNull(Type.String()),
  acquisitions: Type.Integer({ description: 'That were selected or ordered.' }),
  cost: orNull(Type.Number()),
  area_sqkm: orNull(Type.Number()),
  reason: orNull(Type.String({ description: 'Why nobody was told, or nothing was placed.' })),
});

export const trialSchema = Type.Object({
  looked_at: Type.Integer(),
  matched: Type.Integer(),
  items: Type.Array(
    Type.Object({ ...item.properties, datetime: orNull(Type.String()), acquisition_id: Type.String() }),
  ),
  acquisitions: Type.Integer(),
  order: orNull(
    Type.Object({
      would_be_placed: Type.Boolean(),
      reason: orNull(Type.String()),
      cost: orNull(Type.Number()),
      area_sqkm: orNull(Type.Number()),
      tiles: orNull(Type.Integer()),
      budget_left: cap,
      warnings: Type.Array(Type.String()),
    }),
  ),
});
