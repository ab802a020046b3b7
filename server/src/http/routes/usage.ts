import { Type } from 'typebox';
import { breakDownAccount, breakDownOrganization } from '../../usage/break-down-usage.ts';
import { usageOfAccount, usageOfOrganization } from '../../usage/report-usage.ts';
import { operation } from '../route.ts';
import { readPeriod } from '../wire/parts/period-request.ts';
import { readUsagePart } from '../wire/operating/usage-part.ts';
import { breakdownRecord, usageRecord } from '../wire/operating/usage-record.ts';
import {
  accountUsageSchema,
  breakdownQuery,
  breakdownSchema,
  periodQuery,
  userUsageSchema,
} from '../wire/operating/usage-schemas.ts';

const common = {
  description:
    'By when orders were placed: running ones with all that they hold, ended ones with what they delivered. ' +
    'Of this year, unless dates are given.',
  tag: 'Usage',
  query: periodQuery,
  checksOwnBody: true,
  errors: [404],
};

const byAccount = Type.Object({ id: Type.String({ description: 'The `account_id` of `/auth/self`.' }) });
const byUser = Type.Object({ id: Type.String({ description: 'The `user_id` of `/auth/self`.' }) });

export const ofAccount = operation({
  ...common,
  summary: "An organization's usage, limits and what is left of them",
  params: byAccount,
  answers: { 200: accountUsageSchema },
  handle: async (service, { principal, params, query }) => {
    const report = await usageOfOrganization(service, principal, params.id, readPeriod(query));
    return { account_id: params.id, ...usageRecord(report, service.clock.nowMs()) };
  },
});

export const ofUser = operation({
  ...common,
  summary: "A user's usage, and the limits of the organization",
  params: byUser,
  answers: { 200: userUsageSchema },
  handle: async (service, { principal, params, query }) => {
    const report = await usageOfAccount(service, principal, params.id, readPeriod(query));
    return { user_id: params.id, ...usageRecord(report, service.clock.nowMs()) };
  },
});

const parts = {
  ...common,
  description:
    'Orders by when they were placed, requests by whole days in UTC. At most 1,000 parts: the last days, or the keys ' +
    'and projects that used most. What was ordered before keys were noted has neither.',
  query: breakdownQuery,
  answers: { 200: breakdownSchema },
};

export const breakdownOfAccount = operation({
  ...parts,
  summary: "An organization's requests, orders, area, cost and bytes by day, key or project",
  params: byAccount,
  handle: async (service, { principal, params, query }) => {
    const asked = { by: readUsagePart(query), period: readPeriod(query) };
    return breakdownRecord(await breakDownOrganization(service, principal, params.id, asked), service.clock.nowMs());
  },
});

export const breakdownOfUser = operation({
  ...parts,
  summary: "A user's requests, orders, area, cost and bytes by day, key or project",
  params: byUser,
  handle: async (service, { principal, params, query }) => {
    const asked = { by: readUsagePart(query), period: readPeriod(query) };
    return breakdownRecord(await breakDownAccount(service, principal, params.id, asked), service.clock.nowMs());
  },
});
