import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { type Actor, auditEntry } from './audit.ts';
import { requireGoodPassword } from './password-rules.ts';
import { passwordChangedNotice } from './password-changed-notice.ts';
import { accountSubject } from './throttle-subject.ts';
import { tokenHash } from './tokens.ts';

type Needs = Pick<Service, 'hasher' | 'clock' | 'oneTimeLinks' | 'throttle' | 'vault' | 'config'>;

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
  const member = await service.oneTimeLinks.consumeForPassword(
    tokenHash(token),
    purposes,
    passwordHash,
    entry,
    passwordChangedNotice(service, owner.account),
  );
  if (member === null) throw refused;
  // Guesses at the old password must not hold up the new one.
  await service.throttle.clear([accountSubject(service, member.account.email)]);
}
