import { Type } from 'typebox';
import type { WebhookAttempt, WebhookRecord } from '../../../notifications/ports.ts';
import { webhookStates } from '../../../notifications/ports.ts';
import { toInstant, toInstantOrNull } from '../../../shared/dates.ts';
import { orNull } from '../parts/schema-parts.ts';
import { shownUrl } from '../../../notifications/shown-url.ts';

const text = Type.String();
const status = orNull(Type.Integer({ description: 'Null where no answer came.' }));
const error = orNull(Type.String({ description: 'Why it did not count; null when it did.' }));

const attemptSchema = Type.Object({ at: text, status, took_ms: Type.Integer(), error });

const members = {
  id: Type.String({ description: 'The `webhook-id` of every attempt.' }),
  type: text,
  order_id: orNull(text),
  url: Type.String({ description: 'Without its query, which may hold a secret.' }),
  state: Type.Enum([...webhookStates]),
  created: text,
  next_attempt: orNull(text),
  attempts: Type.Array(attemptSchema, { description: 'The last 20, the newest last.' }),
};

export const deliverySchema = Type.Object(members);
export const fullDeliverySchema = Type.Object({
  ...members,
  body: Type.String({ description: 'The JSON text that is signed and sent.' }),
});

export const testSchema = Type.Object({
  id: text,
  delivered: Type.Boolean(),
  status,
  took_ms: Type.Integer(),
  error,
});

export const deliveryRecord = (record: WebhookRecord) => ({
  id: record.id,
  type: record.type,
  order_id: record.orderId,
  url: shownUrl(record.url),
  state: record.state,
  created: toInstant(record.createdAtMs),
  next_attempt: toInstantOrNull(record.dueAtMs),
  attempts: record.attempts.map(attemptRecord),
});

export const fullDeliveryRecord = (record: WebhookRecord) => ({ ...deliveryRecord(record), body: record.body });

export const testRecord = ({ id, attempt }: { readonly id: string; readonly attempt: WebhookAttempt }) => ({
  id,
  delivered: attempt.error === null,
  status: attempt.status,
  took_ms: attempt.tookMs,
  error: attempt.error,
});

const attemptRecord = ({ atMs, status: answered, tookMs, error: problem }: WebhookAttempt) => ({
  at: toInstant(atMs),
  status: answered,
  took_ms: tookMs,
  error: problem,
});
