import { Type } from 'typebox';
import { mostNameLength } from '../../accounts/account.ts';
import { changeAccount, createAccount, holdingsOf, requireAccount } from '../../accounts/manage-accounts.ts';
import { resetPassword } from '../../accounts/change-password.ts';
import { sendReset } from '../../accounts/one-time-links.ts';
import { operation } from '../route.ts';
import {
  accountRecord,
  accountSchema,
  holdingsRecord,
  holdingsSchema,
  limitsSchema,
  memberRecord,
  memberSchema,
  permissionsSchema,
  pricesSchema,
  roleSchema,
} from '../wire/accounts/account-record.ts';
import { pageQuery, pageRecord, pageSchema, toPageRequest } from '../wire/parts/page-request.ts';
import { text } from '../wire/parts/schema-parts.ts';

const tag = 'Administration';
const byId = Type.Object({ id: Type.String() });
const strict = { additionalProperties: false };
const givenOrAbsent = <T extends object>(change: T) => (Object.keys(change).length > 0 ? change : undefined);

export const list = operation({
  summary: 'List accounts, newest first',
  tag,
  query: Type.Intersect([
    pageQuery,
    Type.Object({
      organization_id: text('Those of this organization alone.'),
      q: text('Those alone whose e-mail address or name holds this text, whatever the case.'),
    }),
  ]),
  answers: { 200: pageSchema(accountSchema) },
  handle: async (service, { query }) => {
    const { organization_id: organizationId } = query;
    const contains = query.q?.trim();
    const filter = { ...(organizationId ? { organizationId } : {}), ...(contains ? { contains } : {}) };
    const page = { ...toPageRequest(query), ...filter };
    return pageRecord(await service.accounts.list(page), accountRecord);
  },
});

export const read = operation({
  summary: 'One account with its organization',
  tag,
  params: byId,
  answers: { 200: memberSchema },
  handle: async (service, { params }) => memberRecord(await requireAccount(service, params.id)),
});

export const holdings = operation({
  summary: 'What a deactivation of the account would end, and what it would leave',
  tag,
  params: byId,
  errors: [404],
  answers: { 200: holdingsSchema },
  handle: async (service, { params }) => holdingsRecord(await holdingsOf(service, params.id)),
});

export const create = operation({
  summary: 'Create an account; without a password a one-time password or an invitation link comes back',
  tag,
  body: Type.Object(
    {
      email: Type.String({ maxLength: 320 }),
      name: Type.Optional(Type.String({ maxLength: mostNameLength })),
      role: Type.Optional(roleSchema),
      permissions: Type.Optional(permissionsSchema),
      password: Type.Optional(Type.String()),
      invite: Type.Optional(Type.Boolean({ description: 'Send an invitation by mail.' })),
      organization_id: Type.Optional(Type.String({ description: 'Join this organization; else one is made.' })),
      organization: Type.Optional(
        Type.String({ maxLength: mostNameLength, description: 'Name of the organization that is made.' }),
      ),
    },
    strict,
  ),
  errors: [409],
  sends: ['location'],
  answers: {
    201: Type.Intersect([
      memberSchema,
      Type.Object({ one_time_password: Type.Optional(Type.String()), invitation_url: Type.Optional(Type.String()) }),
    ]),
  },
  handle: async (service, { body, actor, reply }) => {
    const { organization_id: organizationId, organization: organizationName, ...rest } = body;
    const created = await createAccount(service, actor, { ...rest, organizationId, organizationName });
    void reply.code(201).header('location', `${service.config.publicUrl}/admin/accounts/${created.account.id}`);
    return {
      ...memberRecord(created),
      ...(created.oneTimePassword ? { one_time_password: created.oneTimePassword } : {}),
      ...(created.invitationUrl ? { invitation_url: created.invitationUrl } : {}),
    };
  },
});

export const change = operation({
  summary: 'Change an account; `active: false` ends its tokens and keys at once and for good',
  tag,
  params: byId,
  errors: [404, 409],
  body: Type.Object(
    {
      name: Type.Optional(Type.String({ maxLength: mostNameLength })),
      role: Type.Optional(roleSchema),
      permissions: Type.Optional(permissionsSchema),
      active: Type.Optional(Type.Boolean()),
      limits: Type.Optional(limitsSchema),
      prices: Type.Optional(pricesSchema),
      collections: Type.Optional(
        Type.Unsafe<readonly string[] | null>({
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'What the organization may see; null is everything.',
        }),
      ),
    },
    { ...strict, minProperties: 1 },
  ),
  answers: {
    200: Type.Intersect([
      memberSchema,
      Type.Object({ ended: Type.Optional(Type.Object({ keys: Type.Integer(), sessions: Type.Integer() })) }),
    ]),
  },
  handle: async (service, { body, params, actor }) => {
    const { active: isActive, limits, prices, collections, ...account } = body;
    const organization = {
      ...(limits === undefined ? {} : { limits }),
      ...(prices === undefined ? {} : { prices }),
      ...(collections === undefined ? {} : { collections }),
    };
    const patch = { account: givenOrAbsent(account), organization: givenOrAbsent(organization), isActive };
    const { ended, ...member } = await changeAccount(service, actor, params.id, patch);
    return { ...memberRecord(member), ...(ended ? { ended } : {}) };
  },
});

export const resetPasswordOperation = operation({
  summary: 'Reset a password: a one-time password comes back, or with `by_mail` a link is sent',
  tag,
  params: byId,
  errors: [404, 409],
  body: Type.Object({ by_mail: Type.Optional(Type.Boolean()), password: Type.Optional(Type.String()) }, strict),
  isBodyOptional: true,
  answers: {
    200: Type.Object({ one_time_password: Type.Optional(Type.String()), mailed: Type.Optional(Type.Boolean()) }),
  },
  handle: async (service, { body, params, actor, reply }) => {
    void reply.header('cache-control', 'no-store');
    if (body.by_mail === true) {
      await sendReset(service, actor, await requireAccount(service, params.id));
      return { mailed: true };
    }
    const password = await resetPassword(service, actor, params.id, body.password);
    return body.password === undefined ? { one_time_password: password } : {};
  },
});
