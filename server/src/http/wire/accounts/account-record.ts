import { Type } from 'typebox';
import {
  type Account,
  type Member,
  type Organization,
  type Permission,
  heldPermissions,
  permissions,
  roles,
} from '../../../accounts/account.ts';
import type { Holdings, OrganizationEntry } from '../../../accounts/ports.ts';
import { toInstant } from '../../../shared/dates.ts';

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

const organizationSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  limits: Type.Record(Type.String(), Type.Number()),
  prices: pricesSchema,
  collections: Type.Union([Type.Array(Type.String()), Type.Null()]),
});

export const organizationEntrySchema = Type.Intersect([
  organizationSchema,
  Type.Object({ accounts: Type.Integer(), active_accounts: Type.Integer(), created: Type.String() }),
]);

export const holdingsSchema = Type.Object({
  keys: Type.Integer({ description: 'Those that work: they would end.' }),
  sessions: Type.Integer({ description: 'Sign-ins: they would end.' }),
  running_orders: Type.Integer({ description: 'They would go on.' }),
  saved_searches: Type.Integer({ description: 'Those that are watched for: they would tell nothing.' }),
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

export const holdingsRecord = ({ keys, sessions, runningOrders, savedSearches }: Holdings) => ({
  keys,
  sessions,
  running_orders: runningOrders,
  saved_searches: savedSearches,
});

export const organizationEntryRecord = ({ organization, accounts, activeAccounts }: OrganizationEntry) => ({
  ...organizationRecord(organization),
  accounts,
  active_accounts: activeAccounts,
  created: toInstant(organization.createdAtMs),
});

const organizationRecord = ({ id, name, limits, prices, collections }: Organization) => ({
  id,
  name,
  limits,
  prices,
  collections,
});

export function memberRecord({ account, organization }: Member) {
  return { ...accountRecord(account), organization: organizationRecord(organization) };
}
