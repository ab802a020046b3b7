import { type CallOptions, call } from './call.ts';
import type { TestService } from './start-service.ts';

export type Tokens = { readonly access_token: string; readonly refresh_token: string };
export type Login = { readonly email: string; readonly password: string };
export type TestAccount = Login & { readonly id: string; readonly organizationId: string };

let made = 0;

const goodPassword = 'harbour-violet-spoon-77';

/** The body of the password grant. */
export const passwordGrant = ({ email, password }: Login) => ({ grant_type: 'password', username: email, password });

export async function signIn(url: string, login: Login, options: CallOptions = {}): Promise<Tokens> {
  const answer = await call(url, 'POST', '/authenticate', { ...options, json: passwordGrant(login) });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  return answer.json<Tokens>();
}

export const adminToken = async ({ url, admin }: TestService): Promise<string> =>
  (await signIn(url, admin)).access_token;

/** A member with a password, as an administrator makes one. */
export async function createAccount(
  url: string,
  token: string,
  request: Readonly<Record<string, unknown>> = {},
): Promise<TestAccount> {
  const email = `user${++made}@example.com`;
  const json = { email, password: goodPassword, ...request };
  const answer = await call(url, 'POST', '/admin/accounts', { token, json });
  if (answer.status !== 201) throw new Error(`creating an account answered ${answer.status}: ${answer.text}`);
  const { id, organization_id: organizationId } = answer.json<{ id: string; organization_id: string }>();
  return { id, organizationId, email: json.email, password: json.password };
}

export const changeAccount = (url: string, token: string, id: string, json: Readonly<Record<string, unknown>>) =>
  call(url, 'PATCH', `/admin/accounts/${id}`, { token, json });

export const keysPath = '/api-key/api/v2/api-key';

export type KeyRecord = {
  readonly id: string;
  readonly api_key: string;
  readonly expiration_date: string;
  readonly created_date: string;
  readonly last_modified_date: string;
  readonly name?: string;
  readonly description?: string;
  readonly project?: string;
  readonly permissions?: readonly string[];
  readonly last_used_date?: string;
};

export async function createKey(url: string, token: string, json?: unknown): Promise<KeyRecord> {
  const answer = await call(url, 'POST', keysPath, { token, ...(json === undefined ? {} : { json }) });
  if (answer.status !== 200) throw new Error(`creating a key answered ${answer.status}: ${answer.text}`);
  return answer.json<KeyRecord>();
}

export const listKeys = async (url: string, token: string): Promise<readonly KeyRecord[]> =>
  (await call(url, 'GET', keysPath, { token })).json<KeyRecord[]>();

/** Does the service know the caller? */
export const selfStatus = async (url: string, credential: CallOptions): Promise<number> =>
  (await call(url, 'GET', '/auth/self', credential)).status;
