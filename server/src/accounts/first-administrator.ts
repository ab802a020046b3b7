import type { Service } from '../service.ts';
import type { Account } from './account.ts';
import { type AuditEntry, auditEntry, serviceItself } from './audit.ts';
import { refusedAction } from './authenticate.ts';
import { generatePassword, newAccount } from './manage-accounts.ts';
import { welcomeUrl } from './one-time-links.ts';
import { passwordProblem } from './password-rules.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'clock' | 'oneTimeLinks' | 'audit' | 'config'>;

export type FirstAdministrator = {
  readonly accountId: string;
  readonly email: string;
  /** Only when the service made it up: printed once and kept nowhere. */
  readonly generatedPassword?: string;
  readonly welcomeUrl: string;
};

const defaultAdministrator = 'admin@localhost';

type AdministratorSettings = Partial<Pick<Service['config'], 'SWATH_ADMIN_EMAIL' | 'SWATH_ADMIN_PASSWORD'>>;

/** What is wrong with the given password, for the message at start. */
export function administratorProblems(settings: AdministratorSettings): readonly string[] {
  const { SWATH_ADMIN_EMAIL: email, SWATH_ADMIN_PASSWORD: password } = settings;
  if (typeof password !== 'string') return [];
  const problem = passwordProblem(password, email ?? defaultAdministrator);
  return problem === null ? [] : [`SWATH_ADMIN_PASSWORD ${problem}`];
}

const emailOf = ({ SWATH_ADMIN_EMAIL }: Service['config']): string => SWATH_ADMIN_EMAIL ?? defaultAdministrator;

/** Makes the first administrator when there is none; null when nobody has to be told anything. */
export async function ensureFirstAdministrator(service: Needs): Promise<FirstAdministrator | null> {
  const email = emailOf(service.config);
  const present = await service.accounts.credentialsByEmail(email);
  if (present !== null) return (await wasNeverShown(service, present.account)) ? renewPassword(service, present) : null;
  if (await service.accounts.hasActiveAdministrator()) return null;
  const given = service.config.SWATH_ADMIN_PASSWORD;
  const password = given ?? generatePassword();
  const nowMs = service.clock.nowMs();
  const request = { email, name: 'Administrator', role: 'admin' as const, organizationName: 'Operator' };
  const input = newAccount(request, await service.hasher.hash(password), nowMs);
  const accountId = input.account.id;
  const detail = { email, role: 'admin', ...(given === null ? { password: 'generated' } : {}) };
  const entry = auditEntry(serviceItself, nowMs, 'account.create', accountId, detail);
  if (!(await service.accounts.createFirstAdministrator(input, entry))) return null;
  const url = await welcomeUrl(service, serviceItself, accountId);
  return { accountId, email, welcomeUrl: url, ...(given === null ? { generatedPassword: password } : {}) };
}

const shownAction = 'account.credentials-shown';

/** To be called when the lines are written: until then every start makes a new password and shows that. */
export async function recordShown(service: Needs, { accountId, generatedPassword }: FirstAdministrator): Promise<void> {
  if (generatedPassword === undefined) return;
  await service.audit.append(auditEntry(serviceItself, service.clock.nowMs(), shownAction, accountId));
}

/** Its record says that the password was made up, not that it was shown, and nobody but the service touched it since. */
async function wasNeverShown({ audit }: Needs, { id, role, isActive }: Account): Promise<boolean> {
  if (role !== 'admin' || !isActive) return false;
  // Page by page, newest first: passwords that were refused may be many.
  for (let after: string | undefined; ;) {
    const page = await audit.list({ targetId: id, limit: 100, ...(after === undefined ? {} : { after }) });
    const deeds = page.data.filter(({ action }) => action !== refusedAction);
    if (deeds.some(({ actor, action }) => actor !== serviceItself.label || action === shownAction)) return false;
    if (deeds.some(isGenerated)) return true;
    if (page.next === undefined) return false;
    after = page.next;
  }
}

const isGenerated = ({ action, detail }: AuditEntry): boolean =>
  action === 'account.create' && detail['password'] !== undefined;

type Present = { readonly account: Account; readonly passwordHash: string | null };

async function renewPassword(service: Needs, { account, passwordHash }: Present): Promise<FirstAdministrator | null> {
  const { id, email } = account;
  const given = service.config.SWATH_ADMIN_PASSWORD;
  const password = given ?? generatePassword();
  const action = given === null ? 'password.generate' : shownAction;
  const entry = auditEntry(serviceItself, service.clock.nowMs(), action, id);
  const hash = await service.hasher.hash(password);
  // Of two nodes that start at once, one shows its password.
  const expected = passwordHash === null ? {} : { expectedHash: passwordHash };
  if (!(await service.accounts.setPassword(id, hash, entry, expected))) return null;
  const url = await welcomeUrl(service, serviceItself, id);
  return { accountId: id, email, welcomeUrl: url, ...(given === null ? { generatedPassword: password } : {}) };
}

/** Whether a password is given that is not the administrator's: it makes the first one, and changes none. */
export async function isGivenInVain({ accounts, hasher, config }: Needs): Promise<boolean> {
  const { SWATH_ADMIN_PASSWORD: given } = config;
  if (given === null) return false;
  const hash = (await accounts.credentialsByEmail(emailOf(config)))?.passwordHash ?? null;
  return hash === null || !(await hasher.verify(hash, given));
}

/** The address that should be the administrator's when it is another account's and there is no active administrator. */
export async function addressInTheWay(service: Needs): Promise<string | null> {
  const email = emailOf(service.config);
  const holder = (await service.accounts.credentialsByEmail(email))?.account;
  if (holder === undefined || (holder.role === 'admin' && holder.isActive)) return null;
  return (await service.accounts.hasActiveAdministrator()) ? null : email;
}
