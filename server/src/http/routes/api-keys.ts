import { Type } from 'typebox';
import { createKey, deleteKey, deleteKeys, listKeys } from '../../api-keys/manage-keys.ts';
import { operation } from '../route.ts';
import {
  createdKeyRecord,
  keyRecordSchema,
  keyRequestSchema,
  listedKeyRecord,
  listedKeySchema,
  toKeyRequest,
} from '../wire/accounts/api-key-record.ts';

const tag = 'API keys';

export const create = operation({
  summary: 'Generate an API key',
  tag,
  body: keyRequestSchema,
  isBodyOptional: true,
  answers: { 200: keyRecordSchema },
  handle: async (service, { body, principal, actor }) =>
    createdKeyRecord(await createKey(service, principal, actor, toKeyRequest(body))),
});

export const list = operation({
  summary: "List the account's API keys, with their values",
  tag,
  answers: { 200: Type.Array(listedKeySchema) },
  handle: async (service, { principal }) => (await listKeys(service, principal.account.id)).map(listedKeyRecord),
});

export const remove = operation({
  summary: 'Delete one API key',
  tag,
  params: Type.Object({ id: Type.String() }),
  errors: [404],
  answers: { 204: null },
  handle: async (service, { params, principal, actor, reply }) => {
    await deleteKey(service, principal.account.id, actor, params.id);
    void reply.code(204);
  },
});

export const removeMany = operation({
  summary: 'Delete a list of API keys',
  tag,
  body: Type.Object({ ids: Type.Array(Type.String()) }),
  answers: { 204: null },
  handle: async (service, { body, principal, actor, reply }) => {
    await deleteKeys(service, principal.account.id, actor, body.ids);
    void reply.code(204);
  },
});
