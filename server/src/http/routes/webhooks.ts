import { Type } from 'typebox';
import { auditEntry } from '../../accounts/audit.ts';
import { findWebhook, replayWebhook } from '../../notifications/find-webhook.ts';
import { testWebhook } from '../../notifications/test-webhook.ts';
import { rotateWebhookSecret, signingSecrets } from '../../notifications/webhook-secrets.ts';
import { toInstant } from '../../shared/dates.ts';
import { operation } from '../route.ts';
import { pageQuery, pageRecord, pageSchema, toPageRequest } from '../wire/parts/page-request.ts';
import {
  deliveryRecord,
  deliverySchema,
  fullDeliveryRecord,
  fullDeliverySchema,
  testRecord,
  testSchema,
} from '../wire/notices/webhook-record.ts';

const tag = 'Webhooks';
const byId = Type.Object({ id: Type.String() });
const secret = Type.String({ description: '`whsec_` and base64.' });

export const readSecret = operation({
  summary: "What the account's webhooks are signed with",
  description: 'Made when it is first asked for. Signatures are those of Standard Webhooks (HMAC-SHA256).',
  tag,
  answers: { 200: Type.Object({ secret }) },
  handle: async (service, { principal }) => {
    const [current = ''] = await signingSecrets(service, principal.account.id);
    return { secret: current };
  },
});

export const rotateSecret = operation({
  summary: 'A new secret',
  description: 'The one before it signs beside it for 24 hours more.',
  tag,
  answers: { 200: Type.Object({ secret, previous_valid_until: Type.String() }) },
  handle: async (service, { principal, actor }) => {
    const { id } = principal.account;
    const recordDeed = () =>
      service.audit.append(auditEntry(actor, service.clock.nowMs(), 'webhook-secret.rotate', id));
    const rotated = await rotateWebhookSecret(service, id, recordDeed);
    return { secret: rotated.secret, previous_valid_until: toInstant(rotated.oldUntilMs) };
  },
});

export const test = operation({
  summary: 'Send a signed test message now',
  description: 'The answer tells what became of it. It is not tried again.',
  tag,
  body: Type.Object({ url: Type.String() }),
  answers: { 200: testSchema },
  handle: async (service, { body, principal }) =>
    testRecord(await testWebhook(service, principal.account.id, body.url)),
});

export const list = operation({
  summary: "The account's messages and what became of them, newest first",
  tag,
  query: Type.Intersect([pageQuery, Type.Object({ order_id: Type.Optional(Type.String()) })]),
  answers: { 200: pageSchema(deliverySchema) },
  handle: async (service, { query, principal }) => {
    const page = toPageRequest(query);
    const found = await service.webhooks.list(principal.account.id, page, query.order_id || undefined);
    return pageRecord(found, deliveryRecord);
  },
});

export const read = operation({
  summary: 'One message with its body and its attempts',
  tag,
  params: byId,
  errors: [404],
  answers: { 200: fullDeliverySchema },
  handle: async (service, { params, principal }) =>
    fullDeliveryRecord(await findWebhook(service, principal.account.id, params.id)),
});

export const replay = operation({
  summary: 'Send a message once more',
  description: 'Under its own id, so that a receiver sees what it has already.',
  tag,
  params: byId,
  errors: [404],
  answers: { 202: deliverySchema },
  handle: async (service, { params, principal, reply }) => {
    const record = await replayWebhook(service, principal.account.id, params.id);
    void reply.code(202);
    return deliveryRecord(record);
  },
});
