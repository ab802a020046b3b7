import { Type } from 'typebox';
import { usageOfAccount, usageOfOrganization } from '../../usage/report-usage.ts';
import { operation } from '../route.ts';
import { readPeriod } from '../wire/period-request.ts';
import { usageRecord } from '../wire/usage-record.ts';
import { accountUsageSchema, periodQuery, userUsageSchema } from '../wire/usage-schemas.ts';

const common = {
  description:
    'By when orders were placed: running ones with all that they hold, ended ones with what they delivered. ' +
    'Of this year, unless dates are given.',
  tag: 'Usage',
  query: periodQuery,
  checksOwnBody: true,
  errors: [404],
};

export const ofAccount = operation({
  ...common,
  summary: "An organization's usage, limits and what is left of them",
  params: Type.Object({ id: Type.String({ description: 'The `account_id` of `/auth/self`.' }) }),
  answers: { 200: accountUsageSchema },
  handle: async (service, { principal, params, query }) => {
    const report = await usageOfOrganization(service, principal, params.id, readPeriod(query));
    return { account_id: params.id, ...usageRecord(report, service.clock.nowMs()) };
  },
});

export const ofUser = operation({
  ...common,
  summary: "A user's usage, and the limits of the organization",
  params: Type.Object({ id: Type.String({ description: 'The `user_id` of `/auth/self`.' }) }),
  answers: { 200: userUsageSchema },
  handle: async (service, { principal, params, query }) => {
    const report = await usageOfAccount(service, principal, params.id, readPeriod(query));
    return { user_id: params.id, ...usageRecord(report, service.clock.nowMs()) };
  },
});
