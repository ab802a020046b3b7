import type { IncomingMessage } from 'node:http';
import { createCredentialCache } from '../accounts/credential-cache.ts';
import { type Principal, principalOfBearer } from '../accounts/principal.ts';
import { principalOfKey } from '../api-keys/verify-key.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { type KeyNames, apiKeyOf, bearerOf } from './credentials.ts';
import type { Access } from './route.ts';

/** Says who calls, or null; as it was at a moment that is not now where one is given. */
export type Identify = (raw: IncomingMessage, access: Access, atMs?: number) => Promise<Principal | null>;

/** A Bearer header, when present, alone decides. Each kind has a cache of its own: a key is no token. */
export function createIdentify(service: Service, names: KeyNames): Identify {
  const [tokens, keys] = [createCredentialCache(service), createCredentialCache(service)];
  const ofToken = (token: string, atMs: number) => principalOfBearer(service, token, atMs);
  const ofKey = (key: string, atMs: number) => principalOfKey(service, key, atMs);
  return async (raw, access, atMs = service.clock.nowMs()) => {
    const bearer = bearerOf(raw);
    if (bearer !== undefined) return access.credentials.has('bearer') ? tokens(bearer, ofToken, atMs) : null;
    const key = apiKeyOf(raw, names);
    if (key === undefined || key === null || !access.credentials.has('key')) return null;
    return keys(key, ofKey, atMs);
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
