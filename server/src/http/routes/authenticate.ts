import { Type } from 'typebox';
import { refresh, revoke, signIn } from '../../accounts/sign-in.ts';
import { PlatformError } from '../../shared/errors.ts';
import { operation } from '../route.ts';
import { type GrantRequest, grantRequest } from '../wire/accounts/grant-request.ts';

const grant = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  refresh_token: Type.String(),
});

export const authenticateOperation = operation({
  summary: 'Get a bearer token',
  description: 'By password or refresh token, as JSON or form; unknown members are ignored.',
  tag: 'Authentication',
  body: Type.Object({
    grant_type: Type.Enum(['password', 'refresh_token']),
    username: Type.Optional(Type.String({ description: 'E-mail address; with the password grant.' })),
    password: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String({ description: 'With the refresh_token grant.' })),
  }),
  bodyKind: 'json-or-form',
  checksOwnBody: true,
  errors: [401],
  answers: { 200: grant },
  handle: async (service, { body, address, actor, request, reply }) => {
    if (body === undefined) throw new PlatformError('authenticate_unparsable');
    const isForm = /x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');
    const asked: GrantRequest = grantRequest(body, isForm);
    const given =
      asked.grantType === 'password'
        ? await signIn(service, { ...asked, address }, actor)
        : await refresh(service, asked.refreshToken);
    void reply.header('cache-control', 'no-store');
    return {
      access_token: given.accessToken,
      token_type: 'Bearer',
      expires_in: given.ttlMs / 1_000,
      refresh_token: given.refreshToken,
    };
  },
});

export const revokeOperation = operation({
  summary: 'End the session behind an access or refresh token (RFC 7009)',
  tag: 'Authentication',
  body: Type.Object({
    token: Type.String(),
    token_type_hint: Type.Optional(Type.Unknown({ description: 'Not needed.' })),
  }),
  bodyKind: 'json-or-form',
  checksOwnBody: true,
  answers: { 200: Type.Object({}) },
  handle: async (service, { body }) => {
    const { token } = (body ?? {}) as { token?: unknown };
    if (typeof token !== 'string')
      throw new PlatformError(
        'invalid_parameters',
        token === undefined ? `'token' is a required property` : `'token' is not of type 'string'`,
      );
    await revoke(service, token);
    return {};
  },
});
