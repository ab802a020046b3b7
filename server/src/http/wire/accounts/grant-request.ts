import { PlatformError } from '../../../shared/errors.ts';
import { shown, shownBody } from '../../schema-rules.ts';

export type GrantRequest =
  | { readonly grantType: 'password'; readonly username: string; readonly password: string }
  | { readonly grantType: 'refresh_token'; readonly refreshToken: string };

const grantTypes = ['password', 'refresh_token'] as const;

/** Reads the body of `/authenticate`; the rules fail one by one in the family's wording. Unknown members are ignored. */
export function grantRequest(body: unknown, isForm: boolean): GrantRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw violates(`${shownBody(body)} is not of type 'object'`);
  const members = body as Record<string, unknown>;
  const grantType = requiredText(members, 'grant_type');
  if (!grantTypes.some((known) => known === grantType))
    throw violates(`${shown(grantType)} is not one of ['password', 'refresh_token']`);
  if (grantType === 'refresh_token') return { grantType, refreshToken: requiredText(members, 'refresh_token') };
  const username = requiredText(members, 'username');
  // One public client does not encode the user name, so that the `+` of an address arrives as a space.
  return {
    grantType: 'password',
    username: isForm ? username.replaceAll(' ', '+') : username,
    password: requiredText(members, 'password'),
  };
}

function requiredText(members: Record<string, unknown>, name: string): string {
  if (!Object.hasOwn(members, name)) throw violates(`'${name}' is a required property`);
  const value = members[name];
  if (typeof value === 'string') return value;
  throw violates(
    name === 'grant_type' || name === 'username'
      ? `${shown(value)} is not of type 'string' at '${name}'`
      : `'${name}' is not of type 'string'`,
  );
}

const violates = (rule: string) => new PlatformError('authenticate_schema', rule);
