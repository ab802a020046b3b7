import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** As Standard Webhooks writes one: `whsec_` and base64. */
export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/** What the header says of the moment: whole seconds. */
export const webhookTimestamp = (sentAtMs: number): string => String(Math.floor(sentAtMs / 1_000));

/** The signatures header: one for each secret, parted by spaces, so that a receiver that knows any of them is content. */
export function signWebhook(
  secrets: readonly string[],
  { id, body }: { readonly id: string; readonly body: string },
  sentAtMs: number,
): string {
  const signed = `${id}.${webhookTimestamp(sentAtMs)}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', bytesOf(secret)).update(signed).digest('base64')}`)
    .join(' ');
}

const bytesOf = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
