import type { IncomingMessage } from 'node:http';
import { createCredentialCache } from '../accounts/credential-cache.ts';
import { type Principal, principalOfBearer } from '../accounts/principal.ts';
import { principalOfKey } from '../api-keys/verify-key.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { type KeyNames, apiKeyOf, bearerOf } from './credentials.ts';
import type { Access } from './route.ts';

/** Says who calls, or null. */
export type Identify = (raw: IncomingMessage, access: Access) => Promise<Principal | null>;

/** A Bearer header, when present, alone decides. Each kind has a cache of its own: a key is no token. */
export function createIdentify(service: Service, names: KeyNames): Identify {
  const [tokens, keys] = [createCredentialCache(service), createCredentialCache(service)];
  const ofToken = (token: string) => principalOfBearer(service, token);
  const ofKey = (key: string) => principalOfKey(service, key);
  return async (raw, access) => {
    const bearer = bearerOf(raw);
    if (bearer !== undefined) return access.credentials.has('bearer') ? tokens(bearer, ofToken) : null;
    const key = apiKeyOf(raw, names);
    if (key === undefined || key === null || !access.credentials.has('key')) return null;
    return keys(key, ofKey);
  };
}

/** Throws 401 for nobody and 403 for somebody who may not. */
export function requireAccess(principal: Principal | null, access: Access): asserts principal is Principal {
  if (principal === null) throw new PlatformError('unauthorized');
  if (!isPermitted(principal, access))
    throw new PlatformError('forbidden', `this needs the permission '${access.permission}'`);
}

export const isPermitted = ({ permissions }: Principal, { permission }: Access): boolean =>
  permission === undefined || permissions.includes(permission);
