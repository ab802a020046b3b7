import { Type } from 'typebox';
import { usageParts } from '../../../usage/usage-share.ts';
import { orNull, text } from '../parts/schema-parts.ts';

const number = Type.Number();

export const spentMembers = {
  area: Type.Object({
    fresh_imagery_sqkm: number,
    standard_imagery_sqkm: number,
    training_imagery_sqkm: number,
    total_imagery_sqkm: number,
    estimate: Type.Boolean(),
  }),
  cost: Type.Object(
    {
      fresh_imagery_cost: orNull(number),
      standard_imagery_cost: orNull(number),
      training_imagery_cost: orNull(number),
      total_imagery_cost: orNull(number),
      estimate: Type.Boolean(),
    },
    { description: 'Null where imagery is used that has no price.' },
  ),
};

export const limitMembers = {
  limits: Type.Object({
    annual_subscription_fee_limit: number,
    fresh_imagery_fee_limit: number,
    standard_imagery_fee_limit: number,
    training_imagery_fee_limit: number,
  }),
  available: Type.Object(
    {
      fresh_imagery_balance: number,
      standard_imagery_balance: number,
      training_imagery_balance: number,
      total_imagery_balance: number,
    },
    { description: 'What is left of this year; -1 is without limit.' },
  ),
};

const usage = Type.Object({ ...spentMembers, ...limitMembers });
const answer = { usage, start: orNull(Type.String()), end: orNull(Type.String()), response_timestamp: Type.String() };

export const accountUsageSchema = Type.Object({ account_id: Type.String(), ...answer });
export const userUsageSchema = Type.Object({ user_id: Type.String(), ...answer });

const period = {
  start_date: text('`2026-01-31` or `2026-01-31T12:00:00Z`.'),
  end_date: text('Likewise; all of that day counts.'),
};

export const periodQuery = Type.Object(period);
export const breakdownQuery = Type.Object({ ...period, by: text('`day` (when absent), `key` or `project`.') });

const share = Type.Object({
  day: Type.Optional(Type.String({ description: '`2026-01-31`' })),
  key_id: Type.Optional(orNull(Type.String())),
  project_id: Type.Optional(orNull(Type.String())),
  kind: Type.Enum(['day', 'key', 'project', 'sign_in', 'none', 'unknown'], {
    description: 'Also: by a sign-in, without a project, or not noted.',
  }),
  name: orNull(Type.String({ description: 'Of a key or a project that is still there.' })),
  requests: Type.Integer(),
  orders: Type.Integer(),
  area_sqkm: number,
  cost: orNull(Type.Number({ description: 'Null where some of it has no price.' })),
  delivered_bytes: Type.Integer(),
});

export const breakdownSchema = Type.Object({
  by: Type.Enum([...usageParts]),
  data: Type.Array(share),
  has_more: Type.Boolean(),
  start: orNull(Type.String()),
  end: orNull(Type.String()),
  response_timestamp: Type.String(),
});
