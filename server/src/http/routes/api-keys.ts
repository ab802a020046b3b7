import { Type } from 'typebox';
import { createKey, deleteKey, deleteKeys, listKeys, pageOfKeys } from '../../api-keys/manage-keys.ts';
import { operation } from '../route.ts';
import {
  createdKeyRecord,
  keyRecordSchema,
  keyRequestSchema,
  listedKeyRecord,
  listedKeySchema,
  toKeyRequest,
} from '../wire/accounts/api-key-record.ts';
import { pageQuery, toPageRequest } from '../wire/parts/page-request.ts';

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
  description: 'Newest first: all of them, or pages of `limit` (at most 1,000), whose `Link` header leads to the next.',
  tag,
  query: pageQuery,
  sends: ['link'],
  answers: { 200: Type.Array(listedKeySchema) },
  handle: async (service, { principal, query, reply }) => {
    const { id } = principal.account;
    if (!query.limit && !query.after) return (await listKeys(service, id)).map(listedKeyRecord);
    const page = toPageRequest(query);
    const { data, next } = await pageOfKeys(service, id, page);
    const address = `${service.config.accountUrl}/api-key/api/v2/api-key?limit=${page.limit}&after=${next}`;
    if (next !== undefined) void reply.header('link', `<${address}>; rel="next"`);
    return data.map(listedKeyRecord);
  },
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
