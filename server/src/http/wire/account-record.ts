import { Type } from 'typebox';
import {
  type Account,
  type Member,
  type Permission,
  heldPermissions,
  permissions,
  roles,
} from '../../accounts/account.ts';
import { toInstant } from '../../shared/dates.ts';

export const roleSchema = Type.Enum([...roles]);
export const permissionsSchema = Type.Unsafe<readonly Permission[]>({
  type: 'array',
  items: { type: 'string', enum: [...permissions] },
});
export const limitsSchema = Type.Object(
  {
    annual_subscription_fee_limit: Type.Optional(Type.Number({ minimum: -1 })),
    fresh_imagery_fee_limit: Type.Optional(Type.Number({ minimum: -1 })),
    standard_imagery_fee_limit: Type.Optional(Type.Number({ minimum: -1 })),
    training_imagery_fee_limit: Type.Optional(Type.Number({ minimum: -1 })),
  },
  { additionalProperties: false },
);

const price = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    description: 'Of a square kilometre; null where none is set.',
  }),
);
export const pricesSchema = Type.Object(
  { fresh_imagery_price: price, standard_imagery_price: price, training_imagery_price: price },
  { additionalProperties: false },
);

export const accountSchema = Type.Object({
  id: Type.String(),
  organization_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.String(),
  permissions: Type.Array(Type.String()),
  active: Type.Boolean(),
  created: Type.String(),
  modified: Type.String(),
});

export const organizationSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  limits: Type.Record(Type.String(), Type.Number()),
  prices: pricesSchema,
  collections: Type.Union([Type.Array(Type.String()), Type.Null()]),
});

export const memberSchema = Type.Intersect([accountSchema, Type.Object({ organization: organizationSchema })]);

export function accountRecord(account: Account) {
  return {
    id: account.id,
    organization_id: account.organizationId,
    email: account.email,
    name: account.name,
    role: account.role,
    permissions: heldPermissions(account),
    active: account.isActive,
    created: toInstant(account.createdAtMs),
    modified: toInstant(account.modifiedAtMs),
  };
}

export function memberRecord({ account, organization }: Member) {
  const { id, name, limits, prices, collections } = organization;
  return { ...accountRecord(account), organization: { id, name, limits, prices, collections } };
}
