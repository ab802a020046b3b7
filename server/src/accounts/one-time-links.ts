import { setTimeout } from 'node:timers/promises';
import { invitationMail } from '../notifications/templates/invitation.ts';
import { passwordResetMail } from '../notifications/templates/password-reset.ts';
import { dayMs, hourMs, minuteMs } from '../shared/clock.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { Member } from './account.ts';
import { type Actor, auditEntry } from './audit.ts';
import { requireGoodPassword } from './password-rules.ts';
import { randomToken, tokenHash } from './tokens.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'clock' | 'oneTimeLinks' | 'config'>;

/** Contract section 3: single use, one hour. */
const resetMs = hourMs;
const inviteMs = 7 * dayMs;
const welcomeMs = dayMs;

/** The page that the 401 of `/authenticate` points to. */
export const resetPageUrl = (config: Pick<Service['config'], 'publicUrl'>): string =>
  `${config.publicUrl}/reset-password`;

/** Longer than any of the work takes, so that neither answer nor time tells a known address from an unknown one. */
const answerAfterMs = 150;
const mostMailsAnHour = 5;

/** Queues the mail for a known, active account; silent about everything else, also about too many of them. */
export async function requestPasswordReset(
  service: Needs & Pick<Service, 'throttle' | 'vault'>,
  actor: Actor,
  email: string,
): Promise<void> {
  const send = async () => {
    const found = await service.accounts.credentialsByEmail(email);
    if (found === null || !found.account.isActive) return;
    const subject = [service.vault.digest('throttle', `reset ${found.account.id}`).toString('base64url')];
    const [asked] = await service.throttle.fail(subject, service.clock.nowMs(), hourMs);
    if (asked! > mostMailsAnHour) return;
    await sendReset(service, actor, found);
  };
  await Promise.all([send(), setTimeout(answerAfterMs)]);
}

export async function sendReset(service: Needs, actor: Actor, { account }: Member): Promise<void> {
  const token = randomToken();
  const url = `${resetPageUrl(service.config)}#token=${token}`;
  const mail = passwordResetMail({ to: account.email, name: account.name, url, expiresInMinutes: resetMs / minuteMs });
  const nowMs = service.clock.nowMs();
  const link = {
    tokenHash: tokenHash(token),
    accountId: account.id,
    purpose: 'reset' as const,
    expiresAtMs: nowMs + resetMs,
  };
  await service.oneTimeLinks.create(link, mail, auditEntry(actor, nowMs, 'password.reset-requested', account.id));
}

export async function invite(service: Needs, actor: Actor, { account }: Member): Promise<string> {
  const token = randomToken();
  const url = `${resetPageUrl(service.config)}#invite=${token}`;
  const mail = invitationMail({ to: account.email, name: account.name, url, expiresInDays: inviteMs / dayMs });
  const nowMs = service.clock.nowMs();
  const link = {
    tokenHash: tokenHash(token),
    accountId: account.id,
    purpose: 'invite' as const,
    expiresAtMs: nowMs + inviteMs,
  };
  await service.oneTimeLinks.create(link, mail, auditEntry(actor, nowMs, 'account.invite', account.id));
  return url;
}

/** First run: the address that signs the administrator in once. */
export async function welcomeUrl(service: Needs, actor: Actor, accountId: string): Promise<string> {
  const token = randomToken();
  const nowMs = service.clock.nowMs();
  const link = { tokenHash: tokenHash(token), accountId, purpose: 'welcome' as const, expiresAtMs: nowMs + welcomeMs };
  await service.oneTimeLinks.create(link, null, auditEntry(actor, nowMs, 'account.welcome-link', accountId));
  return `${service.config.publicUrl}/welcome#token=${token}`;
}

/** Sets the password by a reset or invitation link: uses the link up and ends the account's sessions. */
export async function setPasswordByLink(service: Needs, actor: Actor, token: string, password: string): Promise<void> {
  const purposes = ['reset', 'invite'] as const;
  const refused = new PlatformError('invalid_parameters', `'token' is unknown, used or expired`);
  // Looked at before the costly hash: anybody may call this.
  const owner = await service.oneTimeLinks.peek(tokenHash(token), purposes, service.clock.nowMs());
  if (owner === null) throw refused;
  requireGoodPassword(password, owner.account.email, 'password');
  const passwordHash = await service.hasher.hash(password);
  const entry = auditEntry(actor, service.clock.nowMs(), 'password.set-by-link', null);
  const member = await service.oneTimeLinks.consumeForPassword(tokenHash(token), purposes, passwordHash, entry);
  if (member === null) throw refused;
}
