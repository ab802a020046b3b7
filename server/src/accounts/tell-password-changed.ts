import { passwordChangedMail } from '../notifications/templates/password-changed.ts';
import type { Service } from '../service.ts';
import type { Account } from './account.ts';
import { resetPageUrl } from './one-time-links.ts';

/** The owner hears of every change, because it may not have been theirs. */
export function tellPasswordChanged(
  service: Pick<Service, 'outbox' | 'clock' | 'config'>,
  { email: to, name }: Account,
): Promise<void> {
  const nowMs = service.clock.nowMs();
  const mail = passwordChangedMail({ to, name, resetUrl: resetPageUrl(service.config), changedAtMs: nowMs });
  return service.outbox.enqueue(mail, nowMs);
}
