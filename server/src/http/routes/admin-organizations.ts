import { Type } from 'typebox';
import { PlatformError } from '../../shared/errors.ts';
import { operation } from '../route.ts';
import { organizationEntryRecord, organizationEntrySchema } from '../wire/accounts/account-record.ts';
import { pageQuery, pageRecord, pageSchema, toPageRequest } from '../wire/parts/page-request.ts';

const tag = 'Administration';

export const list = operation({
  summary: 'Organizations with their terms and the number of their accounts, newest first',
  tag,
  query: pageQuery,
  answers: { 200: pageSchema(organizationEntrySchema) },
  handle: async ({ accounts }, { query }) =>
    pageRecord(await accounts.organizations(toPageRequest(query)), organizationEntryRecord),
});

export const read = operation({
  summary: 'One organization',
  tag,
  params: Type.Object({ id: Type.String() }),
  errors: [404],
  answers: { 200: organizationEntrySchema },
  handle: async ({ accounts }, { params }) => {
    const found = await accounts.organizationEntry(params.id);
    if (found === null) throw new PlatformError('not_found');
    return organizationEntryRecord(found);
  },
});
