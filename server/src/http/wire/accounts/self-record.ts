import { Type } from 'typebox';
import type { Principal } from '../../../accounts/principal.ts';
import type { Config } from '../../../config.ts';
import { toInstant } from '../../../shared/dates.ts';

const limitsSchema = Type.Object({
  annual_subscription_fee_limit: Type.Number(),
  fresh_imagery_fee_limit: Type.Number(),
  standard_imagery_fee_limit: Type.Number(),
  training_imagery_fee_limit: Type.Number(),
});

export const selfSchema = Type.Object({
  account_id: Type.String({ description: 'The organization.' }),
  user_id: Type.String({ description: 'The login.' }),
  name: Type.String(),
  email: Type.String(),
  active: Type.Boolean(),
  admin: Type.Boolean(),
  created: Type.String(),
  modified: Type.String(),
  limits: limitsSchema,
  organization: Type.String(),
  permissions: Type.Array(Type.String(), { description: 'Of this credential.' }),
  credential: Type.Object({
    kind: Type.Enum(['bearer', 'key']),
    expires: Type.String(),
    id: Type.Optional(Type.String()),
  }),
});

/** Principals are remembered while nothing changes, so their records may be too. */
const users = new WeakMap<Principal, ReturnType<typeof userRecord>>();

type Naming = Pick<Config, 'publicUrl' | 'SWATH_VENDOR'>;

export function selfRecord(principal: Principal, { publicUrl, SWATH_VENDOR: vendor }: Naming, nowMs: number) {
  const user = users.get(principal) ?? userRecord(principal);
  users.set(principal, user);
  return { user, links: { self: `${publicUrl}/auth/self` }, response_timestamp: toInstant(nowMs), vendor };
}

/** The shape that the public clients read: the organization is their account, the account their user. */
function userRecord({ account, organization, credential, permissions }: Principal) {
  return {
    account_id: organization.id,
    user_id: account.id,
    name: account.name,
    email: account.email,
    active: account.isActive,
    admin: account.role === 'admin',
    created: toInstant(account.createdAtMs),
    modified: toInstant(account.modifiedAtMs),
    limits: organization.limits,
    organization: organization.name,
    permissions,
    credential: {
      kind: credential.kind,
      expires: toInstant(credential.expiresAtMs),
      ...(credential.kind === 'key' ? { id: credential.keyId } : {}),
    },
  };
}
