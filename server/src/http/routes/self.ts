import { Type } from 'typebox';
import { operation } from '../route.ts';
import { selfRecord, selfSchema } from '../wire/accounts/self-record.ts';

export const self = operation({
  summary: 'Who am I, by token or key',
  tag: 'Authentication',
  answers: {
    200: Type.Object({
      user: selfSchema,
      links: Type.Object({ self: Type.String() }),
      response_timestamp: Type.String(),
      vendor: Type.String({ description: 'The word in `{vendor}-api-key` and `{vendor}_api_key`.' }),
    }),
  },
  handle: ({ config, clock }, { principal }) => selfRecord(principal, config, clock.nowMs()),
});
