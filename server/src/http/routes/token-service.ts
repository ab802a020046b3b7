import { Type } from 'typebox';
import { createKey, deleteKey, deleteKeys, listKeys } from '../../api-keys/manage-keys.ts';
import { operation } from '../route.ts';
import { createdKeyRecord, keyRequestSchema, listedKeyRecord, toKeyRequest } from '../wire/accounts/api-key-record.ts';
import { type TokenServiceVersion, apiTokenRecord, apiTokenSchema } from '../wire/accounts/api-token-record.ts';

// API keys under their older name: clients read other members, and take 200 alone for a deletion.

const tag = 'API keys';

export const create = (version: TokenServiceVersion) =>
  operation({
    summary: 'Generate an API token',
    tag,
    body: keyRequestSchema,
    isBodyOptional: true,
    answers: { 200: apiTokenSchema },
    handle: async (service, { body, principal, actor }) =>
      apiTokenRecord(createdKeyRecord(await createKey(service, principal, actor, toKeyRequest(body))), version),
  });

export const list = (version: TokenServiceVersion) =>
  operation({
    summary: "List the account's API tokens",
    tag,
    answers: { 200: Type.Array(apiTokenSchema) },
    handle: async (service, { principal }) =>
      (await listKeys(service, principal.account.id)).map((key) => apiTokenRecord(listedKeyRecord(key), version)),
  });

export const remove = operation({
  summary: 'Delete one API token',
  tag,
  params: Type.Object({ id: Type.String() }),
  errors: [404],
  answers: { 200: Type.Object({}) },
  handle: async (service, { params, principal, actor }) => {
    await deleteKey(service, principal.account.id, actor, params.id);
    return {};
  },
});

export const removeMany = operation({
  summary: 'Delete a list of API tokens',
  tag,
  body: Type.Object({ ids: Type.Array(Type.String()) }),
  answers: { 200: Type.Object({}) },
  handle: async (service, { body, principal, actor }) => {
    await deleteKeys(service, principal.account.id, actor, body.ids);
    return {};
  },
});
