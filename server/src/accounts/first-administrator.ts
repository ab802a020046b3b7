import type { Service } from '../service.ts';
import { auditEntry, serviceItself } from './audit.ts';
import { generatePassword, newAccount } from './manage-accounts.ts';
import { welcomeUrl } from './one-time-links.ts';
import { passwordProblem } from './password-rules.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'clock' | 'oneTimeLinks' | 'config'>;

export type FirstAdministrator = {
  readonly email: string;
  /** Only when the service made it up: printed once and kept nowhere. */
  readonly generatedPassword?: string;
  readonly welcomeUrl: string;
};

export const defaultAdministrator = 'admin@localhost';

/** What is wrong with the given password, for the message at start. */
export function administratorProblem({
  SWATH_ADMIN_EMAIL: email,
  SWATH_ADMIN_PASSWORD: password,
}: Service['config']): string | null {
  return password === null ? null : passwordProblem(password, email ?? defaultAdministrator);
}

/** Makes the first administrator when there is none; null when there is one already. */
export async function ensureFirstAdministrator(service: Needs): Promise<FirstAdministrator | null> {
  const { SWATH_ADMIN_EMAIL, SWATH_ADMIN_PASSWORD } = service.config;
  const email = SWATH_ADMIN_EMAIL ?? defaultAdministrator;
  const password = SWATH_ADMIN_PASSWORD ?? generatePassword();
  const nowMs = service.clock.nowMs();
  const request = { email, name: 'Administrator', role: 'admin' as const, organizationName: 'Operator' };
  const input = newAccount(request, await service.hasher.hash(password), nowMs);
  const entry = auditEntry(serviceItself, nowMs, 'account.create', input.account.id, { email, role: 'admin' });
  if (!(await service.accounts.createFirstAdministrator(input, entry))) return null;
  const url = await welcomeUrl(service, serviceItself, input.account.id);
  return { email, welcomeUrl: url, ...(SWATH_ADMIN_PASSWORD === null ? { generatedPassword: password } : {}) };
}
