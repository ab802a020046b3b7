import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { Member } from './account.ts';
import { type Actor, auditEntry } from './audit.ts';
import { type Attempt, recordFailure, recordSuccess, requireNotThrottled } from './throttle.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'throttle' | 'clock' | 'vault'>;

/** The account, with the hash that its password was verified against. */
export type VerifiedMember = Member & { readonly verifiedHash: string };

export const refusedAction = 'password.refused';

/** Checks a password. Unknown, deactivated and invited accounts fail exactly as a wrong password does. */
export async function authenticate(
  service: Needs,
  attempt: Attempt & { readonly password: string },
  actor: Actor,
): Promise<VerifiedMember> {
  await requireNotThrottled(service, attempt);
  const found = await service.accounts.credentialsByEmail(attempt.username);
  const hash = found?.passwordHash ?? service.hasher.decoy;
  const isGood = (isRight: boolean) => isRight && found?.passwordHash === hash && found.account.isActive;
  // Asked again and counted within its turn: guesses that run side by side must not outrun the failures of those before
  // them, and a flood from one address costs the others nothing.
  const before = () => requireNotThrottled(service, attempt);
  const after = async (isRight: boolean) => {
    const { failures } = await requireNotThrottled(service, attempt);
    if (!isGood(isRight)) await recordFailure(service, attempt, failures, refusal());
    else if (failures > 0) await recordSuccess(service, attempt);
  };
  // Names that nobody has are not kept: some are passwords that were typed into the wrong field.
  const refusal = () =>
    found === null ? null : auditEntry(actor, service.clock.nowMs(), refusedAction, found.account.id);
  const isRight = await service.hasher.verify(hash, attempt.password, { before, after });
  if (found === null || !isGood(isRight)) throw new PlatformError('unrecognized_credentials');
  const { account, organization } = found;
  if (!service.hasher.needsRehash(hash)) return { account, organization, verifiedHash: hash };
  const verifiedHash = await service.hasher.hash(attempt.password);
  await service.accounts.rehash(account.id, hash, verifiedHash);
  return { account, organization, verifiedHash };
}
