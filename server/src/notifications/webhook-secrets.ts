import type { Service } from '../service.ts';
import { dayMs } from '../shared/clock.ts';
import { newWebhookSecret } from './sign-webhook.ts';

/** How long a secret that was replaced signs beside the new one. */
const oldSecretValidMs = dayMs;

type Needs = Pick<Service, 'webhooks' | 'clock'>;

/** What the account's messages are signed with now, the newest first; the first is made when it is first asked for. */
export async function signingSecrets({ webhooks, clock }: Needs, accountId: string): Promise<readonly string[]> {
  const found = await webhooks.secrets(accountId, clock.nowMs());
  if (found.length > 0) return found;
  await webhooks.createSecret(accountId, newWebhookSecret());
  return webhooks.secrets(accountId, clock.nowMs());
}

/** A new secret; the one before it signs too until the moment that comes with it. */
export async function rotateWebhookSecret(
  { webhooks, clock }: Needs,
  accountId: string,
  recordDeed: () => Promise<void>,
): Promise<{ readonly secret: string; readonly oldUntilMs: number }> {
  const [secret, oldUntilMs] = [newWebhookSecret(), clock.nowMs() + oldSecretValidMs];
  await webhooks.rotateSecret(accountId, secret, oldUntilMs);
  await recordDeed();
  return { secret, oldUntilMs };
}
