import { callsOf } from '../calls.ts';
import { type Page, type PageRequest, readObject, readPage } from '../pages.ts';
import { masking } from '../printable.ts';
import { pathOf, withQuery } from '../query.ts';
import type { CallOptions, Sender } from '../transport.ts';

export type WebhookAttempt = {
  readonly at: string;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly took_ms: number;
  readonly error: string | null;
};

/** A message and what became of it. */
export type WebhookDelivery = {
  readonly id: string;
  readonly type: string;
  readonly order_id: string | null;
  readonly url: string;
  readonly state: string;
  readonly created: string;
  readonly next_attempt: string | null;
  readonly attempts: readonly WebhookAttempt[];
};

export type WebhookTest = Omit<WebhookAttempt, 'at'> & { readonly id: string; readonly delivered: boolean };

export type Webhooks = {
  /** What the account's messages are signed with; for a sign-in, not for a key. */
  secret(options?: CallOptions): Promise<string>;
  /** The one before it signs beside it for a day. */
  rotateSecret(options?: CallOptions): Promise<{ readonly secret: string; readonly previous_valid_until: string }>;
  /** Sends a signed test message now. */
  test(url: string, options?: CallOptions): Promise<WebhookTest>;
  deliveries(
    page?: PageRequest & { readonly order_id?: string },
    options?: CallOptions,
  ): Promise<Page<WebhookDelivery>>;
  delivery(id: string, options?: CallOptions): Promise<WebhookDelivery & { readonly body: string }>;
  replay(id: string, options?: CallOptions): Promise<WebhookDelivery>;
};

export function webhooks(sender: Sender): Webhooks {
  const { get, post } = callsOf(sender);
  return {
    secret: async (options) => (await get('/webhooks/secret', readSecret, options)).secret,
    rotateSecret: async (options) =>
      masking('WebhookSecret', await post('/webhooks/secret/rotate', undefined, readRotated, options), 'secret'),
    test: (url, options) => post('/webhooks/test', { url }, readTest, options),
    deliveries: (page = {}, options) =>
      get(withQuery('/webhooks/deliveries', page), readPage<WebhookDelivery>, options),
    delivery: (id, options) => get(pathOf('webhooks', 'deliveries', id), readDelivery, options),
    replay: (id, options) => post(pathOf('webhooks', 'deliveries', id, 'replay'), undefined, readReplayed, options),
  };
}

const readSecret = readObject<{ readonly secret: string }>('secret');
const readRotated = readObject<{ readonly secret: string; readonly previous_valid_until: string }>('secret');
const readTest = readObject<WebhookTest>('id', 'delivered');
const readDelivery = readObject<WebhookDelivery & { readonly body: string }>('id', 'attempts', 'body');
const readReplayed = readObject<WebhookDelivery>('id', 'attempts');
