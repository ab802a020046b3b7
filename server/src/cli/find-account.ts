import type { Member } from '../accounts/account.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';

/** The account that an operator names by e-mail address or id. */
export async function findAccount({ accounts }: Pick<Service, 'accounts'>, name: string): Promise<Member> {
  const found = name.includes('@') ? await accounts.credentialsByEmail(name) : await accounts.byId(name);
  if (found === null) throw new PlatformError('not_found', `there is no account '${name}'`);
  // Leaves the password hash behind.
  return { account: found.account, organization: found.organization };
}
