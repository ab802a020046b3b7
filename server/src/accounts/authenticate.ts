import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { Member } from './account.ts';
import { type Attempt, recordFailure, recordSuccess, requireNotThrottled } from './throttle.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'throttle' | 'clock' | 'vault'>;

/** A hash of no password that anyone has, so that an unknown user costs the same time as a wrong password. */
const decoys = new WeakMap<Needs['hasher'], Promise<string>>();

function decoyHash(hasher: Needs['hasher']): Promise<string> {
  const known = decoys.get(hasher) ?? hasher.hash('no account has this password');
  decoys.set(hasher, known);
  return known;
}

/** Checks a password. Unknown, deactivated and invited accounts fail exactly as a wrong password does. */
export async function authenticate(service: Needs, attempt: Attempt & { readonly password: string }): Promise<Member> {
  await requireNotThrottled(service, attempt);
  const found = await service.accounts.credentialsByEmail(attempt.username);
  const hash = found?.passwordHash ?? (await decoyHash(service.hasher));
  const isRight = await service.hasher.verify(hash, attempt.password);
  if (found === null || found.passwordHash === null || !isRight || !found.account.isActive) {
    await recordFailure(service, attempt);
    throw new PlatformError('unrecognized_credentials');
  }
  await recordSuccess(service, attempt);
  if (service.hasher.needsRehash(hash)) {
    await service.accounts.rehash(found.account.id, hash, await service.hasher.hash(attempt.password));
  }
  return { account: found.account, organization: found.organization };
}
