import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { Account } from './account.ts';
import { type Actor, type AuditEntry, auditEntry } from './audit.ts';
import { authenticate } from './authenticate.ts';
import { generatePassword, requireAccount } from './manage-accounts.ts';
import { passwordChangedNotice } from './password-changed-notice.ts';
import { requireGoodPassword } from './password-rules.ts';
import type { PasswordReplacement } from './ports.ts';
import type { Principal } from './principal.ts';
import { accountSubject } from './throttle-subject.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'throttle' | 'clock' | 'vault' | 'config'>;

export type PasswordChange = {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly address: string;
};

const wrongPassword = () => new PlatformError('invalid_parameters', `'current_password' is not the account's password`);

/** The owner's own change: every other session ends, this one stays. */
export async function changePassword(service: Needs, principal: Principal, actor: Actor, change: PasswordChange) {
  const { account, credential } = principal;
  requireGoodPassword(change.newPassword, account.email, 'new_password');
  const expectedHash = await requireCurrentPassword(service, account.email, actor, change);
  const entry = auditEntry(actor, service.clock.nowMs(), 'password.change', account.id);
  const keep = credential.kind === 'bearer' ? { keepSessionId: credential.sessionId } : {};
  const isSet = await replacePassword(service, account, change.newPassword, entry, { expectedHash, ...keep });
  if (!isSet) throw wrongPassword();
}

/** A wrong current password is a bad member, not a bad credential: the caller is signed in. */
async function requireCurrentPassword(
  service: Needs,
  username: string,
  actor: Actor,
  change: PasswordChange,
): Promise<string> {
  try {
    const attempt = { username, password: change.currentPassword, address: change.address };
    return (await authenticate(service, attempt, actor)).verifiedHash;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'unrecognized_credentials') throw wrongPassword();
    throw error;
  }
}

/** An administrator's reset: a one-time password that the administrator hands over; every session ends. */
export async function resetPassword(service: Needs, actor: Actor, accountId: string, given?: string): Promise<string> {
  const { account } = await requireAccount(service, accountId);
  if (given !== undefined) requireGoodPassword(given, account.email, 'password');
  const password = given ?? generatePassword();
  const entry = auditEntry(actor, service.clock.nowMs(), 'password.reset', accountId);
  if (!(await replacePassword(service, account, password, entry))) throw new PlatformError('not_found');
  return password;
}

async function replacePassword(
  service: Needs,
  account: Account,
  password: string,
  entry: AuditEntry,
  options: PasswordReplacement = {},
): Promise<boolean> {
  const passwordHash = await service.hasher.hash(password);
  const mail = passwordChangedNotice(service, account);
  if (!(await service.accounts.setPassword(account.id, passwordHash, entry, { ...options, mail }))) return false;
  // Guesses at the old password must not hold up the new one.
  await service.throttle.clear([accountSubject(service, account.email)]);
  return true;
}
