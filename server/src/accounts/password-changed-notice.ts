import type { Mail } from '../notifications/mail.ts';
import { passwordChangedMail } from '../notifications/templates/password-changed.ts';
import type { Service } from '../service.ts';
import type { Account } from './account.ts';
import { resetPageUrl } from './one-time-links.ts';

/** The owner hears of every change, because it may not have been theirs. */
export function passwordChangedNotice(
  { clock, config }: Pick<Service, 'clock' | 'config'>,
  { email: to, name }: Account,
): Mail {
  return passwordChangedMail({ to, name, resetUrl: resetPageUrl(config), changedAtMs: clock.nowMs() });
}
