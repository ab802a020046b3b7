import { setTimeout } from 'node:timers/promises';
import { invitationMail } from '../notifications/templates/invitation.ts';
import { passwordResetMail } from '../notifications/templates/password-reset.ts';
import { dayMs, hourMs, minuteMs } from '../shared/clock.ts';
import type { Service } from '../service.ts';
import type { Account, Member } from './account.ts';
import { type Actor, type AuditEntry, auditEntry } from './audit.ts';
import type { Invitation, OneTimeLink, OneTimePurpose, ThrottleState } from './ports.ts';
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
    const owner = found?.account.isActive === true ? found : null;
    const subject = [
      service.vault.digest('throttle', `reset ${owner?.account.id ?? 'of nobody'}`).toString('base64url'),
    ];
    const nowMs = service.clock.nowMs();
    const [{ failures: sent, lastFailureMs: lastMs }] = (await service.throttle.read(subject)) as [ThrottleState];
    // What is beyond counts for nothing: else one request an hour would keep the owner from a mail for good.
    if (owner !== null && sent >= mostMailsAnHour && nowMs >= lastMs && nowMs - lastMs <= hourMs) return;
    // Also of nobody: a store that cannot be written to would else refuse known addresses alone.
    const [asked] = await service.throttle.fail(subject, nowMs, hourMs);
    if (owner !== null && asked! <= mostMailsAnHour) await sendReset(service, actor, owner);
  };
  await Promise.all([send(), setTimeout(answerAfterMs)]);
}

type LinkPlan = {
  readonly purpose: OneTimePurpose;
  readonly action: string;
  readonly ttlMs: number;
  readonly urlOf: (token: string) => string;
};

type NewLink = { readonly url: string; readonly link: OneTimeLink; readonly audit: AuditEntry };

/** A link that works once; only the hash of its token is kept. */
function newLink({ clock }: Pick<Service, 'clock'>, actor: Actor, accountId: string, plan: LinkPlan): NewLink {
  const token = randomToken();
  const nowMs = clock.nowMs();
  const link = { tokenHash: tokenHash(token), accountId, purpose: plan.purpose, expiresAtMs: nowMs + plan.ttlMs };
  return { url: plan.urlOf(token), link, audit: auditEntry(actor, nowMs, plan.action, accountId) };
}

export async function sendReset(service: Needs, actor: Actor, { account: { id, email: to, name } }: Member) {
  const { url, link, audit } = newLink(service, actor, id, {
    purpose: 'reset',
    action: 'password.reset-requested',
    ttlMs: resetMs,
    urlOf: (token) => `${resetPageUrl(service.config)}#token=${token}`,
  });
  const mail = passwordResetMail({ to, name, url, expiresInMinutes: resetMs / minuteMs });
  await service.oneTimeLinks.create(link, mail, audit);
}

/** The invitation to a new account, which is stored together with it. */
export function newInvitation(
  service: Pick<Service, 'clock' | 'config'>,
  actor: Actor,
  { id, email: to, name }: Account,
): Invitation & { readonly url: string } {
  const made = newLink(service, actor, id, {
    purpose: 'invite',
    action: 'account.invite',
    ttlMs: inviteMs,
    urlOf: (token) => `${resetPageUrl(service.config)}#invite=${token}`,
  });
  return { ...made, mail: invitationMail({ to, name, url: made.url, expiresInDays: inviteMs / dayMs }) };
}

/** First run: the address that signs the administrator in once. */
export async function welcomeUrl(service: Needs, actor: Actor, accountId: string): Promise<string> {
  const { url, link, audit } = newLink(service, actor, accountId, {
    purpose: 'welcome',
    action: 'account.welcome-link',
    ttlMs: welcomeMs,
    urlOf: (token) => `${service.config.publicUrl}/welcome#token=${token}`,
  });
  await service.oneTimeLinks.create(link, null, audit);
  return url;
}
