import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { type Actor, auditEntry } from './audit.ts';
import { authenticate } from './authenticate.ts';
import { generatePassword, requireAccount } from './manage-accounts.ts';
import { requireGoodPassword } from './password-rules.ts';
import type { Principal } from './principal.ts';
import { tellPasswordChanged } from './tell-password-changed.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'throttle' | 'clock' | 'vault' | 'outbox' | 'config'>;

export type PasswordChange = {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly address: string;
};

/** The owner's own change: every other session ends, this one stays. */
export async function changePassword(service: Needs, principal: Principal, actor: Actor, change: PasswordChange) {
  const { account, credential } = principal;
  requireGoodPassword(change.newPassword, account.email, 'new_password');
  await requireCurrentPassword(service, account.email, change);
  const entry = auditEntry(actor, service.clock.nowMs(), 'password.change', account.id);
  const keep = credential.kind === 'bearer' ? credential.sessionId : undefined;
  await service.accounts.setPassword(account.id, await service.hasher.hash(change.newPassword), entry, keep);
  await tellPasswordChanged(service, account);
}

/** A wrong current password is a bad member, not a bad credential: the caller is signed in. */
async function requireCurrentPassword(service: Needs, username: string, change: PasswordChange): Promise<void> {
  try {
    await authenticate(service, { username, password: change.currentPassword, address: change.address });
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'unrecognized_credentials')
      throw new PlatformError('invalid_parameters', `'current_password' is not the account's password`);
    throw error;
  }
}

/** An administrator's reset: a one-time password that the administrator hands over; every session ends. */
export async function resetPassword(service: Needs, actor: Actor, accountId: string, given?: string): Promise<string> {
  const { account } = await requireAccount(service, accountId);
  if (given !== undefined) requireGoodPassword(given, account.email, 'password');
  const password = given ?? generatePassword();
  const entry = auditEntry(actor, service.clock.nowMs(), 'password.reset', accountId);
  await service.accounts.setPassword(accountId, await service.hasher.hash(password), entry);
  await tellPasswordChanged(service, account);
  return password;
}
