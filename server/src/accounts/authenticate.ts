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

/** The account, with the hash that its password was verified against. */
export type VerifiedMember = Member & { readonly verifiedHash: string };

/** Checks a password. Unknown, deactivated and invited accounts fail exactly as a wrong password does. */
export async function authenticate(
  service: Needs,
  attempt: Attempt & { readonly password: string },
): Promise<VerifiedMember> {
  await requireNotThrottled(service, attempt);
  const found = await service.accounts.credentialsByEmail(attempt.username);
  const hash = found?.passwordHash ?? (await decoyHash(service.hasher));
  // Again when its turn comes, so that a flood from one address costs the others nothing,
  // and again afterwards: guesses that run side by side must not outrun the failures of those before them.
  const isRight = await service.hasher.verify(hash, attempt.password, () => requireNotThrottled(service, attempt));
  const { hasFailures } = await requireNotThrottled(service, attempt);
  if (found === null || found.passwordHash === null || !isRight || !found.account.isActive) {
    await recordFailure(service, attempt);
    throw new PlatformError('unrecognized_credentials');
  }
  if (hasFailures) await recordSuccess(service, attempt);
  const { account, organization } = found;
  if (!service.hasher.needsRehash(hash)) return { account, organization, verifiedHash: hash };
  const verifiedHash = await service.hasher.hash(attempt.password);
  await service.accounts.rehash(account.id, hash, verifiedHash);
  return { account, organization, verifiedHash };
}
